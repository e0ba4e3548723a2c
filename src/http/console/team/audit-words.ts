import type { AuditDetail } from '../../../domain/audit/audit-action.ts';
import type { AuditEntry } from '../../../domain/listings/audit-store.ts';
import { type ConsoleMessage, en } from '../language/en.ts';
import { ENTRY_KINDS } from '../language/entry-kinds.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The kinds of actors. Each is a group that can be chosen. */
export const ACTOR_KINDS = [
  'operator',
  'key',
  'app',
  'command',
  'server',
] as const satisfies readonly AuditEntry['actor_kind'][];

/** Details must fit on a line; `program.applied` may have hundreds of changes. */
const LONGEST = 160;

/** Members that are counts. The other numbers are ids and versions. */
const COUNTED: ReadonlySet<string> = new Set([
  'changed',
  'codes',
  'created',
  'customers',
  'deliveries',
  'failures_before',
  'kept',
  'points',
  'refused',
  'requests_per_second',
  'rows',
  'seconds',
  'unchanged',
] satisfies AuditDetail[]);

/** Members whose values already have messages of the console, by the beginning of the messages' names. */
const WORDS: Readonly<Record<string, string>> = {
  reason_code: 'reason',
  role: 'role',
  state: 'activity',
} satisfies Partial<Record<AuditDetail, string>>;

/** The details of an action in the language of the reader, with moments in `zone`: "Points: 50 · Adjustment: 3". */
export function detailsText(wording: ConsoleWording, zone: string, details: object): string {
  const text = Object.entries(details)
    .filter(([name, value]) => value !== null && !(name === 'failures_before' && value === 0))
    .map(([name, value]) =>
      wording.say('detail_pair', {
        name: wordOr(wording, `detail_${name}`, name.replaceAll('_', ' ')),
        value: valueText(wording, zone, name, value),
      }),
    )
    .join(' · ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function valueText(wording: ConsoleWording, zone: string, name: string, value: unknown): string {
  const { say, count, moment, periodLong } = wording;
  if (Array.isArray(value)) {
    // Each part has at least one letter, so further parts would be cut off anyway.
    const [first = '', ...others] = value
      .slice(0, LONGEST + 1)
      .map((one) => valueText(wording, zone, name, one));
    return others.reduce((before, second) => say('detail_list', { first: before, second }), first);
  }
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value === 'number') {
    if (name === 'expires_at') return moment(value, zone);
    return COUNTED.has(name) ? count(value) : String(value);
  }
  if (isChange(value)) {
    const kind = wordOr(wording, ENTRY_KINDS[value.kind], value.kind);
    const change = wordOr(wording, `change_${value.action}`, value.action);
    return say('detail_entry', { kind, key: value.key, change });
  }
  const text = String(value);
  if (name === 'month') return periodLong(text, 'month');
  return wordOr(wording, `${WORDS[name] ?? `detail_${name}`}_${text}`, text);
}

/** Whether the value is a change of a program. */
function isChange(value: unknown): value is { kind: keyof typeof ENTRY_KINDS; key: string; action: string } {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** A message. If there is none, `unknown`, a name of the API: later versions record more. */
function wordOr({ say }: ConsoleWording, message: string | undefined, unknown: string): string {
  return message !== undefined && Object.hasOwn(en, message) ? say(message as ConsoleMessage) : unknown;
}
