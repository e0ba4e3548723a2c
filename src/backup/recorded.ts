import { type BackupRun, recordBackupRun } from '../domain/operating/backup-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { BackupBusy } from './backup-error.ts';

type RecordDeps = Pick<Deps, 'db' | 'clock'> & {
  /** Called if the database does not take the record. The result of the attempt stays valid. */
  onLost: (error: unknown) => void;
  /** If this signal ended the attempt, the attempt did not fail and is not recorded. */
  signal?: AbortSignal;
};

/** Records the result of an attempt at a backup in the database. */
export async function recorded<T extends { name: string } | { backup: string | null }>(
  { db, clock, onLost, signal }: RecordDeps,
  kind: BackupRun['kind'],
  attempt: () => Promise<T>,
): Promise<T> {
  const started_at = clock.real();
  const record = (backup: string | null, error: string | null) =>
    recordBackupRun(db, { kind, started_at, finished_at: clock.real(), backup, error }).catch(onLost);
  let done: T;
  try {
    done = await attempt();
  } catch (error) {
    // The other process records its own result.
    if (!(error instanceof BackupBusy) && !signal?.aborted) await record(null, (error as Error).message);
    throw error;
  }
  await record('name' in done ? done.name : done.backup, null);
  return done;
}
