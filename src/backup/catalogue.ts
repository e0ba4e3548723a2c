import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredFile, syncFolder } from './stored-file.ts';
import { isBackupName, type Vault } from './vault.ts';

/** A complete backup. Moments are those of the database's clock, in ms. */
export interface Backup {
  name: string;
  system_identifier: string;
  /** The version of Postgres, such as 18.4. */
  postgres: string;
  loyaltyd: string;
  started_at: number;
  /** Later commits are only in the log. */
  finished_at: number;
  timeline: number;
  start_lsn: string;
  stop_lsn: string;
  /** The number of transactions in the ledger before the backup began: none of them may be missing. */
  transactions: number;
  files: StoredFile[];
}

/** A folder of a backup without a valid record: the backup was not completed, or its record is damaged. */
export interface Unfinished {
  name: string;
  reason: string;
  /** Whether the folder has no record at all, because its writer did not reach the end. */
  cutShort: boolean;
}

const RECORD = 'backup.json';

/** Writes the record of a backup. It is written last, and only with it the folder counts as a backup. */
export async function recordBackup(vault: Vault, backup: Backup): Promise<void> {
  const folder = join(vault.folder, backup.name);
  const body = JSON.stringify(backup);
  await writeFile(join(folder, RECORD), `${body}\n${digest(body)}\n`, { mode: 0o600, flush: true });
  await syncFolder(folder);
  await syncFolder(vault.folder);
}

async function readBackup(vault: Vault, name: string): Promise<Backup | Unfinished> {
  const text = await readFile(join(vault.folder, name, RECORD), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  if (text === undefined) return { name, reason: 'it did not come to its end', cutShort: true };
  const [body = '', sum] = text.split('\n');
  if (sum !== digest(body)) return { name, reason: `its ${RECORD} was changed or cut off`, cutShort: false };
  return JSON.parse(body) as Backup;
}

/** The record contains no secret, so a digest is enough. If there is a key, the files are authenticated themselves. */
function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** All backups, oldest first, and the folders that look like backups but are none. */
export async function listBackups(vault: Vault): Promise<{ backups: Backup[]; unfinished: Unfinished[] }> {
  const names = (await readdir(vault.folder)).filter(isBackupName).sort();
  const backups: Backup[] = [];
  const unfinished: Unfinished[] = [];
  for (const name of names) {
    const found = await readBackup(vault, name);
    if ('reason' in found) unfinished.push(found);
    else backups.push(found);
  }
  return { backups, unfinished };
}

export async function removeBackup(vault: Vault, name: string): Promise<void> {
  const folder = join(vault.folder, name);
  // The record is removed first: if the removal is cut short, the rest does not count as a backup.
  await rm(join(folder, RECORD), { force: true });
  await rm(folder, { recursive: true, force: true });
}

export function sizeOf({ files }: Pick<Backup, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
