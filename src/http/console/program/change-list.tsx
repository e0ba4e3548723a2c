import type { FieldChange } from '../../../program-file/compare-files.ts';
import { titleOf } from '../../../program-file/form-words.ts';
import { Badge, type Mood } from '../design/badge.tsx';
import { pictureText } from './entry-facts.ts';

/** A difference between two programs: of versions, or of a plan. */
interface Change {
  kind: string;
  key: string;
  action: string;
  fields: readonly FieldChange[];
}

const MOODS: Record<string, Mood> = {
  added: 'good',
  created: 'good',
  enabled: 'good',
  changed: 'accent',
  removed: 'warn',
  disabled: 'warn',
};

/** The differences, entry by entry and field by field. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul class="changes">
      {changes.map(({ kind, key, action, fields }) => (
        <li class="stack tight">
          <p class="row">
            <Badge {...(MOODS[action] && { mood: MOODS[action] })}>{action}</Badge>
            <strong>
              {kind} {key}
            </strong>
          </p>
          {fields.length > 0 && (
            <dl class="diff">
              {fields.map(({ path, before, after }) => (
                <>
                  <dt>{pathWords(path)}</dt>
                  <dd>
                    <Value value={before} was />
                    <span aria-hidden="true"> → </span>
                    <Value value={after} />
                  </dd>
                </>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "result.points" → "Result › Points". */
export function pathWords(path: string): string {
  return path === '' ? 'Value' : path.split('.').map(titleOf).join(' › ');
}

/** The value of a side. Words for readers who hear it say which side it is. */
export function Value({ value, was = false }: { value: unknown; was?: boolean }) {
  const text = valueText(value);
  return was ? (
    <del>
      <span class="unseen">before: </span>
      {text}
    </del>
  ) : (
    <ins>
      <span class="unseen">after: </span>
      {text}
    </ins>
  );
}

/** For a line: a logo is thousands of characters long. */
const LONGEST = 400;

export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.startsWith('data:')) return pictureText(text);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
