import type { Logger } from 'pino';
import { marksFolder } from '../db/embedded/archiving.ts';
import { listLastRuns } from '../domain/operating/backup-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { readArchiveFailure } from './archiver.ts';
import { BackupBusy } from './backup-error.ts';
import { createBackup } from './create-backup.ts';
import { recorded } from './recorded.ts';
import { verifyBackup } from './restore-backup.ts';
import { lastScheduled } from './schedule.ts';
import type { VaultPlace } from './vault.ts';

export interface ScheduledBackup {
  place: VaultPlace & { keep: string };
  schedule: string;
  dataDir: string;
  superuserUrl: string;
  ownerUrl: string;
  version: string;
}

type ScheduleDeps = Pick<Deps, 'db' | 'clock'> & { logger: Pick<Logger, 'info' | 'warn'> };

/** After a failure it is tried again before the next moment of the schedule. */
const RETRY_MS = 3_600_000;

/**
 * Makes a backup and proves it, if the schedule says so: the first at once, then one after each of its moments. The
 * attempts are in the database, so any number of servers make one backup. Throws if it failed.
 */
export async function backUpIfDue(
  deps: ScheduleDeps,
  options: ScheduledBackup,
  signal?: AbortSignal,
): Promise<void> {
  const now = deps.clock.real();
  const [last] = (await listLastRuns(deps.db)).filter(({ kind }) => kind === 'create');
  const isDue = !last || last.started_at < lastScheduled(options.schedule, now);
  const mayRetry = last !== undefined && last.error !== null && now - last.started_at >= RETRY_MS;
  if (!isDue && !mayRetry) return;
  try {
    await backUp(deps, options, signal);
  } catch (error) {
    if (!(error instanceof BackupBusy)) throw error;
  }
}

async function backUp(
  deps: ScheduleDeps,
  { place, dataDir, superuserUrl, ownerUrl, version }: ScheduledBackup,
  signal: AbortSignal | undefined,
): Promise<void> {
  const archiveFailure = () => readArchiveFailure(marksFolder(dataDir));
  const onLost = (error: unknown) =>
    deps.logger.warn({ err: error }, 'what became of a backup was not written down');
  const made = await recorded({ ...deps, onLost }, 'create', () =>
    createBackup({ place, superuserUrl, ownerUrl, archiveFailure, version, signal }),
  );
  deps.logger.info({ backup: made.name }, 'a backup was made');
  signal?.throwIfAborted();
  const { backup, customers, transactions } = await recorded({ ...deps, onLost }, 'verify', () =>
    verifyBackup({ place, dataDir, wish: {} }),
  );
  deps.logger.info({ backup, customers, transactions }, 'the backup was restored and proven');
}
