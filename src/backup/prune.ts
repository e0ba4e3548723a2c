import { type Backup, listBackups, removeBackup } from './catalogue.ts';
import { withBackupLock } from './create-backup.ts';
import { openVault, type Vault, type VaultPlace } from './vault.ts';
import { pruneWal } from './wal-archive.ts';
import { segmentOfLsn } from './wal-names.ts';

const DAY_MS = 86_400_000;

/** `14` backups, or those of `30d` days. */
const KEEP = /^([1-9]\d{0,3})(d?)$/;

/** The backups that stay, oldest first. The last one always does. */
export function keptBackups<B extends Pick<Backup, 'finished_at'>>(
  backups: readonly B[],
  keep: string,
  now: number,
): B[] {
  const [, count, days] = KEEP.exec(keep)!;
  if (days === '') return backups.slice(-Number(count));
  const since = now - Number(count) * DAY_MS;
  // To reach any moment of those days, the last backup from before them is needed.
  const first = backups.findLastIndex(({ finished_at }) => finished_at <= since);
  return backups.slice(Math.max(0, first));
}

/**
 * Removes backups whose time is over, and the log that none of the others needs. `keep`: which stay, in the words of
 * BACKUP_KEEP. `superuserUrl`: of the cluster whose backups they are.
 */
export async function pruneBackups(
  { keep, ...place }: VaultPlace & { keep: string },
  superuserUrl: string,
  now: number,
): Promise<void> {
  await withBackupLock(superuserUrl, async () => pruneVault(await openVault(place), keep, now));
}

async function pruneVault(vault: Vault, keep: string, now: number): Promise<void> {
  const { backups } = await listBackups(vault);
  const kept = keptBackups(backups, keep, now);
  for (const { name } of backups.filter((backup) => !kept.includes(backup))) await removeBackup(vault, name);
  const starts = kept.map(({ start_lsn }) => segmentOfLsn(start_lsn));
  const [first] = starts.sort((one, other) => (one < other ? -1 : 1));
  if (first !== undefined) await pruneWal(vault, first);
}
