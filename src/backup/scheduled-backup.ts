import type { Logger } from 'pino';
import { marksFolder } from '../db/embedded/archiving.ts';
import { type BackupRun, listLastRuns } from '../domain/operating/backup-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { readArchiveFailure } from './archiver.ts';
import { BackupBusy } from './backup-error.ts';
import { type Backup, listBackups } from './catalogue.ts';
import { chooseWay } from './choose-backup.ts';
import { createBackup } from './create-backup.ts';
import { pruneBackups } from './prune.ts';
import { recorded } from './recorded.ts';
import { verifyBackup } from './restore-backup.ts';
import { lastScheduled } from './schedule.ts';
import { openVault, type VaultPlace } from './vault.ts';
import { listWal } from './wal-archive.ts';

export interface ScheduledBackup {
  /** `keep`: the rule of BACKUP_KEEP for the backups that stay. */
  place: VaultPlace & { keep: string };
  schedule: string;
  dataDir: string;
  superuserUrl: string;
  ownerUrl: string;
  version: string;
}

type ScheduleDeps = Pick<Deps, 'db' | 'clock'> & { logger: Pick<Logger, 'info' | 'warn'> };

/** The pause after a failure. The next attempt does not wait for the next moment of the schedule. */
const RETRY_MS = 3_600_000;

/**
 * The interval of the inspections of the folder of backups, from the start of a process: an object store lists slowly.
 */
const INSPECT_MS = 3_600_000;

/**
 * The backups of one server. It makes the first backup at once, then one after each moment of the schedule, and proves
 * each. A backup is also due if the folder no longer has the last one, or if the log after it has a gap. The attempts
 * are recorded in the database, so any number of servers make one backup.
 */
export class ScheduledBackups {
  private inspected_at = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ScheduledBackup) {}

  /** Does the due work. Throws if it fails. */
  async work(deps: ScheduleDeps, signal?: AbortSignal): Promise<void> {
    const runs = await listLastRuns(deps.db);
    try {
      if (await this.isDue(runs, deps.clock.real())) return await this.backUp(deps, signal);
      const unproven = await this.findUnproven(runs, deps.clock.real());
      if (unproven) await this.prove(deps, unproven, signal);
    } catch (error) {
      // The other process records its own result.
      if (!(error instanceof BackupBusy)) throw error;
    }
  }

  private async isDue(runs: readonly BackupRun[], now: number): Promise<boolean> {
    const last = runs.find(({ kind }) => kind === 'create');
    if (!last || last.started_at < lastScheduled(this.options.schedule, now)) return true;
    if (last.error !== null) return now - last.started_at >= RETRY_MS;
    if (now - this.inspected_at < INSPECT_MS) return false;
    this.inspected_at = now;
    return !(await this.isKept(last.backup!));
  }

  /** Whether the folder has this backup, and the log after it without a gap. */
  private async isKept(name: string): Promise<boolean> {
    try {
      const vault = await openVault(this.options.place);
      const { backups } = await listBackups(vault);
      const timeline = backups.find((backup) => backup.name === name)?.timeline;
      const { gap } = await chooseWay(vault, backups, await listWal(vault), { name, timeline });
      return gap === null;
    } catch {
      return false; // The attempt that follows says why.
    }
  }

  /** The last backup, if it is not proven and no process may be proving it. */
  private async findUnproven(runs: readonly BackupRun[], now: number): Promise<Backup | undefined> {
    const made = runs.find(({ kind, error }) => kind === 'create' && error === null);
    const proofs = runs.filter(({ kind }) => kind === 'verify');
    const proven = proofs.find(({ error }) => error === null);
    if (!made || (proven && proven.started_at >= made.finished_at)) return undefined;
    if (now - Math.max(made.finished_at, proofs[0]?.started_at ?? 0) < RETRY_MS) return undefined;
    const { backups } = await listBackups(await openVault(this.options.place));
    return backups.find(({ name }) => name === made.backup);
  }

  private async backUp(deps: ScheduleDeps, signal: AbortSignal | undefined): Promise<void> {
    const { place, dataDir, superuserUrl, ownerUrl, version } = this.options;
    const archiveFailure = () => readArchiveFailure(marksFolder(dataDir));
    const made = await recorded({ ...deps, onLost: onLost(deps) }, 'create', () =>
      createBackup({ place, superuserUrl, ownerUrl, archiveFailure, version, signal }),
    );
    deps.logger.info({ backup: made.name }, 'a backup was made');
    signal?.throwIfAborted();
    await this.prove(deps, made, signal);
  }

  /** Old backups stay until a later one is proven. */
  private async prove(
    deps: ScheduleDeps,
    { name, timeline }: Backup,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { place, dataDir, superuserUrl } = this.options;
    const { backup, customers, transactions } = await recorded(
      { ...deps, onLost: onLost(deps), signal },
      'verify',
      () => verifyBackup({ place, dataDir, choice: { name, timeline }, signal }),
    );
    deps.logger.info({ backup, customers, transactions }, 'the backup was restored and proven');
    await pruneBackups(place, superuserUrl, name).then(
      (pruned) => pruned.removed.length > 0 && deps.logger.info(pruned, 'old backups were removed'),
      (error: unknown) => deps.logger.warn({ err: error }, 'old backups were not removed'),
    );
  }
}

function onLost({ logger }: ScheduleDeps): (error: unknown) => void {
  return (error) => logger.warn({ err: error }, 'what became of a backup was not written down');
}
