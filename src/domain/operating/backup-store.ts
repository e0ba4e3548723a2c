import { type Kysely, type Selectable, sql } from 'kysely';
import type { BackupRunsTable } from '../../db/server-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';

/** An attempt to make or to prove a backup. Moments in ms of the wall clock. */
export type BackupRun = Omit<Selectable<BackupRunsTable>, 'id'>;

const KEPT_RUNS = 200;

/** Records an attempt, and deletes the oldest ones. */
export async function recordBackupRun(db: Kysely<DB>, run: BackupRun): Promise<void> {
  const { kind, backup, error } = run;
  await db
    .insertInto('backup_runs')
    .values({ kind, backup, error, started_at: ts(run.started_at), finished_at: ts(run.finished_at) })
    .execute();
  await sql`delete from backup_runs where id <= (select max(id) from backup_runs) - ${KEPT_RUNS}::int`.execute(
    db,
  );
}

/** The last attempts, latest first: for each kind the last successful and the last failed one. */
export async function listLastRuns(db: Kysely<DB>): Promise<(BackupRun & { id: number })[]> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('backup_runs')
        .select((run) => run.fn.max('id').as('id'))
        .groupBy(['kind', sql`error is null`]),
    )
    .orderBy('id', 'desc')
    .execute();
}

/** Whether the log of Postgres is archived; null: archiving is off. */
export async function readArchive(
  db: Kysely<DB>,
): Promise<{ last_at: number | null; fails: boolean } | null> {
  const { rows } = await sql<{ archives: boolean; last_at: number | null; fails: boolean }>`
    select current_setting('archive_mode') <> 'off' as archives,
        (extract(epoch from last_archived_time) * 1000)::bigint as last_at,
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails
      from pg_stat_archiver`.execute(db);
  const { archives, ...archive } = rows[0]!;
  return archives ? archive : null;
}
