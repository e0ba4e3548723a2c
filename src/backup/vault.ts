import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { keyIdOf } from './seal.ts';

// The folder of backups:
//   vault.json             the cluster whose backups these are, and the name of their key
//   20261122T030000Z/      a backup: base.tar, backup_manifest and, written last, backup.json
//   wal/                   the segments of Postgres's log, as they are archived

/** A folder of backups of one cluster. It only needs to store files: no renaming, no locking, no appending. */
export interface Vault {
  folder: string;
  /** The secret under which files are sealed; null: they are ordinary gzip files. */
  key: string | null;
  /** Postgres's own number of the cluster. */
  system_identifier: string;
}

interface VaultFile {
  format: 1;
  system_identifier: string;
  key: string | null;
}

export interface VaultPlace {
  dir: string;
  key: string | null;
}

/** The vault.json of the folder; undefined: there is none, or its first writer did not finish it. */
async function readVaultFile(folder: string): Promise<VaultFile | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'vault.json'), 'utf8')) as VaultFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw new BackupError(`BACKUP_DIR ${folder} cannot be read: ${(error as Error).message}`);
  }
}

/** Opens an existing folder of backups. */
export async function openVault({ dir, key }: VaultPlace): Promise<Vault> {
  const file = await readVaultFile(dir);
  if (!file) throw new BackupError(`There are no backups in BACKUP_DIR ${dir}.`);
  requireKey(dir, file, key);
  return { folder: dir, key, system_identifier: file.system_identifier };
}

/** Opens the folder of backups of this cluster, and makes it if there is none. */
export async function prepareVault({ dir, key }: VaultPlace, system_identifier: string): Promise<Vault> {
  const made: VaultFile = { format: 1, system_identifier, key: nameOf(key) };
  try {
    await mkdir(join(dir, 'wal'), { recursive: true, mode: 0o700 });
    const file = await readVaultFile(dir);
    if (!file)
      await writeFile(join(dir, 'vault.json'), `${JSON.stringify(made)}\n`, { mode: 0o600, flush: true });
    else requireKey(dir, file, key);
    if (file && file.system_identifier !== system_identifier) {
      throw new BackupError(
        `BACKUP_DIR ${dir} holds the backups of another database. Give this one a folder of its own, or run "loyaltyd backup restore" if this one is to take the other's place.`,
      );
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`BACKUP_DIR ${dir} cannot be used: ${(error as Error).message}`);
  }
  return { folder: dir, key, system_identifier };
}

function nameOf(key: string | null): string | null {
  return key === null ? null : keyIdOf(key).toString('hex');
}

function requireKey(dir: string, file: VaultFile, key: string | null): void {
  if (file.format !== 1) {
    throw new BackupError(`BACKUP_DIR ${dir} was written by a later version of loyaltyd. Use that version.`);
  }
  if (file.key === nameOf(key)) return;
  throw new BackupError(
    file.key === null
      ? `The backups in BACKUP_DIR ${dir} are not sealed. Unset BACKUP_KEY to read them; for sealed ones give BACKUP_DIR an empty folder.`
      : key === null
        ? `The backups in BACKUP_DIR ${dir} are sealed. Set the BACKUP_KEY with which they were made.`
        : `The backups in BACKUP_DIR ${dir} were sealed with another BACKUP_KEY. Set that one, or give BACKUP_DIR an empty folder.`,
  );
}

const BACKUP_NAME = /^\d{8}T\d{6}Z$/;

/** `20261122T030000Z`: the moment when the backup began. */
export function backupName(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function isBackupName(name: string): boolean {
  return BACKUP_NAME.test(name);
}
