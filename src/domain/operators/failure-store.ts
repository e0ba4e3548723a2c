import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';

/** Failures of one subject, which is an address or an email. `last_at` in ms of the wall clock. */
export interface Failures {
  failures: number;
  last_at: number;
}

/** In the order of `subjects`; undefined: no failure since `since`. */
export async function listFailures(
  db: Kysely<DB>,
  subjects: readonly Buffer[],
  since: number,
): Promise<(Failures | undefined)[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('subject', 'in', subjects)
    .where('last_at', '>', ts(since))
    .execute();
  return subjects.map((subject) => rows.find((row) => row.subject.equals(subject)));
}

/** Counts one more failure of each subject. The count of a subject without a failure since `since` begins again. */
export async function addFailures(
  db: Kysely<DB>,
  subjects: readonly Buffer[],
  { now, since }: { now: number; since: number },
): Promise<void> {
  await sql`
    insert into sign_in_failures as f (subject, failures, last_at)
      select subject, 1, ${timestampText(now)}::timestamptz
        from unnest(${subjects}::bytea[]) as asked (subject) order by subject
      on conflict (subject) do update set last_at = greatest(f.last_at, excluded.last_at),
        failures = case when f.last_at > ${timestampText(since)}::timestamptz then f.failures + 1 else 1 end`.execute(
    db,
  );
}

export async function deleteFailures(db: Kysely<DB>, subject: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}

/** Returns how many. */
export async function deleteOldFailures(db: Kysely<DB>, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where last_at < ${timestampText(before)}::timestamptz
        for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}
