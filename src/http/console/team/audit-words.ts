import type { AuditEntry } from '../../../domain/listings/audit-store.ts';

/** The kinds of actors, each a group to choose. */
export const ACTOR_KINDS = [
  'operator',
  'key',
  'app',
  'command',
  'server',
] as const satisfies readonly AuditEntry['actor_kind'][];

/** Details are for a line; `program.applied` may name hundreds of changes. */
const LONGEST = 160;

/** The details of a deed: "points 50 · adjustment id 3". */
export function detailsText(details: object): string {
  const text = Object.entries(details)
    .filter(([name, value]) => value !== null && !(name === 'failures_before' && value === 0))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value)}`)
    .join(' · ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(valueText).join(' ');
}
