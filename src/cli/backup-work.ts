import { once } from 'node:events';
import type { ScheduledBackup, ScheduledBackups } from '../backup/scheduled-backup.ts';
import type { Config } from '../config.ts';
import type { PeriodicWork } from '../jobs/sweeper.ts';
import { VERSION } from '../version.ts';
import type { DatabaseLocation } from './databases.ts';

const LOOK_SECONDS = 60;

/** The backups that a server makes itself, if it has a schedule for them. */
export function backupWork(
  { backup, data_dir }: Config,
  { superuserUrl, ownerUrl }: DatabaseLocation,
): PeriodicWork[] {
  if (!backup?.schedule || superuserUrl === null) return [];
  const options: ScheduledBackup = {
    place: backup,
    schedule: backup.schedule,
    dataDir: data_dir,
    superuserUrl,
    ownerUrl,
    version: VERSION,
  };
  let backups: ScheduledBackups | undefined;
  const work: PeriodicWork['work'] = async (deps, signal) => {
    backups ??= new (await import('../backup/scheduled-backup.ts')).ScheduledBackups(options);
    const running = backups.work(deps, signal);
    running.catch(() => {}); // After the end of the server nobody waits for it.
    // A closing server waits for no backup: the backup's second Postgres ends with this process.
    await Promise.race(signal ? [running, aborted(signal)] : [running]);
  };
  return [{ name: 'backup', every_seconds: LOOK_SECONDS, work }];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
