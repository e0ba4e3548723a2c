import type { Deps } from '../programs/deps.ts';
import { type BackupRun, listLastRuns, readArchive } from './backup-store.ts';

/** How backups stand, as far as this server knows. Moments in ms of the wall clock. */
export interface BackupState {
  /** The last backup that was made, and the last that was proven; null: none. */
  made: BackupRun | null;
  proven: BackupRun | null;
  /** The runs that failed and that none of their kind followed with success. */
  failures: BackupRun[];
  /** The archive of Postgres's log; null: Postgres archives none. */
  archive: { last_at: number | null; fails: boolean } | null;
}

export async function readBackupState({ db }: Pick<Deps, 'db'>): Promise<BackupState> {
  const runs = await listLastRuns(db);
  const last = (kind: BackupRun['kind']) =>
    runs.find((run) => run.kind === kind && run.error === null) ?? null;
  const latest = (['create', 'verify'] as const).flatMap(
    (kind) => runs.find((run) => run.kind === kind) ?? [],
  );
  return {
    made: last('create'),
    proven: last('verify'),
    failures: latest.filter(({ error }) => error !== null),
    archive: await readArchive(db),
  };
}

/** Backups that an operator should look after. */
export interface BackupWarning {
  kind: 'backup_failed' | 'archive_failing';
}

export async function listBackupWarnings(deps: Pick<Deps, 'db'>): Promise<BackupWarning[]> {
  const { failures, archive } = await readBackupState(deps);
  return [
    ...(failures.length > 0 ? [{ kind: 'backup_failed' } as const] : []),
    ...(archive?.fails ? [{ kind: 'archive_failing' } as const] : []),
  ];
}
