import type { Deps } from '../programs/deps.ts';
import { type BackupRun, listLastRuns, readArchive } from './backup-store.ts';

/** The state of backups, as far as this server knows it. Moments in ms of the wall clock. */
export interface BackupState {
  /** `made`: the last backup that was made; `proven`: the last backup that was proven; null: none. */
  made: BackupRun | null;
  proven: BackupRun | null;
  /** Failed runs without a later successful run of the same kind. */
  failures: BackupRun[];
  /** The archive of Postgres's log; null: Postgres does not archive its log. */
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

/** A problem with backups that needs an operator's attention. */
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
