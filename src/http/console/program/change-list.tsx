import type { PlannedChange } from '../../../domain/plans/program-plan.ts';
import type { FieldChange, FileChange } from '../../../program-file/compare-files.ts';
import { Badge, type Mood } from '../design/badge.tsx';
import { ENTRY_KINDS } from '../language/entry-kinds.ts';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { pictureText } from './entry-facts.ts';
import { fileTitle } from './file-words.ts';

/** A difference between two versions of a program, or a change of a plan. */
interface Change {
  kind: FileChange['kind'];
  key: string;
  action: (FileChange | PlannedChange)['action'];
  fields: readonly FieldChange[];
}

const MOODS: Partial<Record<Change['action'], Mood>> = {
  added: 'good',
  created: 'good',
  enabled: 'good',
  changed: 'accent',
  removed: 'warn',
  disabled: 'warn',
};

/** The differences, entry by entry and field by field. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const wording = useWording();
  const { say } = wording;
  return (
    <ul class="changes">
      {changes.map(({ kind, key, action, fields }) => (
        <li class="stack tight">
          <p class="row">
            <Badge {...(MOODS[action] && { mood: MOODS[action] })}>{say(`change_${action}`)}</Badge>
            <strong>
              {say(ENTRY_KINDS[kind])} <bdi>{key}</bdi>
            </strong>
          </p>
          {fields.length > 0 && (
            <dl class="diff">
              {fields.map(({ path, before, after }) => (
                <>
                  <dt>{pathWords(wording, path)}</dt>
                  <dd>
                    <Value value={before} was />
                    <span aria-hidden="true"> {wording.direction === 'rtl' ? '←' : '→'} </span>
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
export function pathWords(wording: ConsoleWording, path: string): string {
  return path === ''
    ? wording.say('change_value')
    : path
        .split('.')
        .map((name) => fileTitle(wording, name))
        .join(' › ');
}

/** The value before or after. Readers who hear it get words for the side. */
export function Value({ value, was = false }: { value: unknown; was?: boolean }) {
  const wording = useWording();
  const text = valueText(wording, value);
  return was ? (
    <del>
      <span class="unseen">{wording.say('change_before')} </span>
      <bdi>{text}</bdi>
    </del>
  ) : (
    <ins>
      <span class="unseen">{wording.say('change_after')} </span>
      <bdi>{text}</bdi>
    </ins>
  );
}

/** The longest value on a line: a logo has thousands of characters. */
const LONGEST = 400;

export function valueText(wording: ConsoleWording, value: unknown): string {
  if (value === undefined || value === null) return wording.say('change_nothing');
  const text = typeof value === 'string' ? value : (fieldsText(wording, value) ?? JSON.stringify(value));
  if (text.startsWith('data:')) return pictureText(wording, text);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** { points: 9 } → "Points: 9"; undefined unless all fields are words and figures. */
function fieldsText(wording: ConsoleWording, value: object | number | boolean): string | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const fields = Object.entries(value);
  if (fields.length === 0 || fields.some(([, field]) => typeof field === 'object')) return undefined;
  return fields.map(([name, field]) => `${fileTitle(wording, name)}: ${field}`).join(', ');
}
