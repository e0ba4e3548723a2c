import type { Blocked, MigrationPlan, PlannedMigration, PlannedStatement } from '../db/migration-plan.ts';
import { bytesText } from './doctor/finding.ts';

/** The longest time that somebody waits for a lock of the plan, in seconds. */
export function longestWait({ pending }: MigrationPlan): number {
  return Math.max(0, ...pending.flatMap(({ blocked }) => blocked.map(({ seconds }) => seconds)));
}

/** A plan as text for people: each migration with its locks, and who waits for them. */
export function migrationPlanLines({ applied, pending }: MigrationPlan): string[] {
  const before =
    applied.length > 0 ? `${applied.length} applied, the last ${applied.at(-1)}.` : 'None applied.';
  if (pending.length === 0) return [before, 'Nothing to apply.'];
  return [before, ...pending.flatMap((migration) => ['', ...linesOf(migration)])];
}

function linesOf({ name, one_by_one, statements, blocked }: PlannedMigration): string[] {
  const locking = statements.filter(
    ({ table, lock, size }) => lock === null || (table !== null && size.bytes > 0),
  );
  const rest = statements.length - locking.length;
  return [
    `${name}, ${one_by_one ? 'each statement by itself' : 'in one transaction'}:`,
    ...locking.flatMap(statementLines),
    ...(rest > 0
      ? [`  ${rest} ${rest === 1 ? 'statement locks' : 'statements lock'} nothing that is in use.`]
      : []),
    ...(blocked.length > 0 ? blocked.map(blockedLine) : ['  Nobody waits.']),
  ];
}

const STATEMENT_LENGTH = 74;

function statementLines({ text, table, from, lock, size, seconds, batches }: PlannedStatement): string[] {
  const shown = text.length > STATEMENT_LENGTH ? `${text.slice(0, STATEMENT_LENGTH)} …` : text;
  if (lock === null) return [`  ${shown}`, '    its locks cannot be told: read it'];
  const rows = from === undefined ? table : `${table}, with rows of ${from}`;
  const place = `${rows}: ${Math.round(size.rows)} rows, ${bytesText(size.bytes)}`;
  const time = seconds < 0.1 ? 'at once' : `about ${secondsText(seconds)}${batches ? ', in batches' : ''}`;
  return [`  ${shown}`, `    ${lock} on ${place}; ${time}`];
}

function blockedLine({ table, who, seconds }: Blocked): string {
  const time = seconds < 0.1 ? 'a moment' : `about ${secondsText(seconds)}`;
  if (who === 'rows') return `  Writers of the changed rows of ${table} wait ${time}.`;
  return `  ${who === 'writers' ? 'Writers' : 'Readers and writers'} of ${table} wait ${time}.`;
}

function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
