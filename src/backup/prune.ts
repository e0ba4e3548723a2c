import { BackupError } from './backup-error.ts';
import { type Backup, listBackups, removeBackup } from './catalogue.ts';
import { readCluster, withBackupLock } from './create-backup.ts';
import { openVault, type Vault, type VaultPlace } from './vault.ts';
import { pruneWal } from './wal-archive.ts';
import { segmentOfLsn } from './wal-names.ts';

const DAY_MS = 86_400_000;

/** `14`: the last 14 backups. `30d`: the backups of the last 30 days. */
const KEEP = /^([1-9]\d{0,3})(d?)$/;

export interface Pruned {
  /** The names of the removed backups. */
  removed: string[];
  /** The number of removed files of the log. No remaining backup needs them. */
  removed_log_files: number;
}

/** The backups that stay, oldest first: those of the rule, and the newly proven one with all later ones. */
export function keptBackups<B extends Pick<Backup, 'finished_at'>>(
  backups: readonly B[],
  keep: string,
  proven: B,
): B[] {
  return backups.slice(Math.min(firstOfRule(backups, keep, proven.finished_at), backups.indexOf(proven)));
}

function firstOfRule(backups: readonly Pick<Backup, 'finished_at'>[], keep: string, now: number): number {
  const [, count, days] = KEEP.exec(keep)!;
  if (days === '') return Math.max(0, backups.length - Number(count));
  const since = now - Number(count) * DAY_MS;
  // To reach any moment of those days, the last backup before them is needed.
  return Math.max(
    0,
    backups.findLastIndex(({ finished_at }) => finished_at <= since),
  );
}

/**
 * Removes backups whose time is over, and the log that no remaining backup needs. `keep`: the rule of BACKUP_KEEP.
 * `superuserUrl`: the cluster to which the backups belong. `proven`: the name of a newly proven backup; older ones may
 * go.
 */
export async function pruneBackups(
  { keep, ...place }: VaultPlace & { keep: string },
  superuserUrl: string,
  proven: string,
): Promise<Pruned> {
  return withBackupLock(superuserUrl, async (client) => {
    const vault = await openVault(place);
    const { system_identifier } = await readCluster(client);
    if (vault.system_identifier === system_identifier) return pruneVault(vault, keep, proven);
    // A test machine may read the folder of production, but must not remove its backups.
    throw new BackupError(
      `BACKUP_DIR ${place.dir} holds the backups of another database: only a server of that one removes any.`,
    );
  });
}

async function pruneVault(vault: Vault, keep: string, name: string): Promise<Pruned> {
  const { backups } = await listBackups(vault);
  const proven = backups.find((backup) => backup.name === name);
  if (!proven) return { removed: [], removed_log_files: 0 };
  const kept = keptBackups(backups, keep, proven);
  const removed = backups.filter((backup) => !kept.includes(backup)).map(({ name }) => name);
  for (const name of removed) await removeBackup(vault, name);
  const starts = kept.map(({ start_lsn }) => segmentOfLsn(start_lsn));
  const [first] = starts.sort((one, other) => (one < other ? -1 : 1));
  return { removed, removed_log_files: first === undefined ? 0 : await pruneWal(vault, first) };
}
