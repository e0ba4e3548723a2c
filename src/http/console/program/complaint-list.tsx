import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { Icon } from '../design/icon.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { Complaint } from './refused-change.ts';

interface ComplaintListProps {
  complaints: readonly Complaint[];
  /** The address of the file's editor; absent: complaints have no place in a file. */
  file?: string | undefined;
}

/** Mistakes and refusals, each with its place. Nothing was changed. */
export function ComplaintList({ complaints, file }: ComplaintListProps) {
  const { say } = useWording();
  if (complaints.length === 0) return null;
  return (
    <div role="alert">
      <Card title={say('complaints', { count: complaints.length })} id="complaints">
        <ul class="complaints">
          {complaints.map(({ at, path, message, line }) => (
            <li>
              <Icon name="alert" />
              <p>
                {at !== undefined && file !== undefined && (
                  <a class="number" href={`${file}#line-${at.split(':')[0]}`} data-line={at}>
                    {placeText(say, at)}
                  </a>
                )}
                {path !== '' && <code dir="ltr">{path}</code>} <DomainSentence>{message}</DomainSentence>
                {line && (
                  <code class="muted" dir="ltr">
                    {line}
                  </code>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** `at`: "12:5". */
function placeText(say: ConsoleWording['say'], at: string): string {
  const [line = '', column = ''] = at.split(':');
  return say('complaint_place', { line, column });
}
