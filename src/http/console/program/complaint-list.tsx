import { Card } from '../design/card.tsx';
import { Icon } from '../design/icon.tsx';
import type { Complaint } from './refused-change.ts';

interface ComplaintListProps {
  complaints: readonly Complaint[];
  /** The address of the file's editor; absent: complaints have no place in a file. */
  file?: string | undefined;
}

/** Mistakes and refusals, each with its place. Nothing was changed. */
export function ComplaintList({ complaints, file }: ComplaintListProps) {
  if (complaints.length === 0) return null;
  const title =
    complaints.length === 1 ? 'Something is to be mended' : `${complaints.length} things are to be mended`;
  return (
    <div role="alert">
      <Card title={title} id="complaints">
        <ul class="complaints">
          {complaints.map(({ at, path, message, line }) => (
            <li>
              <Icon name="alert" />
              <p>
                {at !== undefined && file !== undefined && (
                  <a class="number" href={`${file}#line-${at.split(':')[0]}`} data-line={at}>
                    {`Line ${at.replace(':', ', column ')}`}
                  </a>
                )}
                {path !== '' && <code>{path}</code>} {message}
                {line && <code class="muted">{line}</code>}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
