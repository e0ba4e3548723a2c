import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError, DamagedFile } from './backup-error.ts';
import { endingOf, pathOf, readStored, storeFile } from './stored-file.ts';
import { openVault, type Vault } from './vault.ts';
import { isSegment, isWalFile, segmentNumber } from './wal-names.ts';

const placeOf = (name: string) => `wal/${name}`;

/**
 * Archives a file of Postgres's log. It may archive the same bytes again. A cut-off file of a killed process is written
 * again. A different file with the same name is never overwritten.
 */
export async function archiveWal(vault: Vault, name: string, source: string): Promise<void> {
  const place = placeOf(name);
  if (await isThere(pathOf(vault, place))) {
    const stored = await contentDigest(readStored(vault, place)).catch((error: unknown) => {
      if (error instanceof DamagedFile) return undefined;
      throw error;
    });
    const ours = await contentDigest(createReadStream(source) as AsyncIterable<Buffer>);
    if (stored === ours) return;
    if (stored !== undefined) {
      throw new BackupError(
        `BACKUP_DIR holds another ${name} than this database wrote: a copy of the database archives into the same folder. Give one of the two a folder of its own.`,
      );
    }
  }
  await remakeFolder(vault);
  await storeFile(vault, place, createReadStream(source));
}

/**
 * An object store forgets a folder without files. If the rest is missing too, the store itself is missing: then nothing
 * is made here.
 */
async function remakeFolder(vault: Vault): Promise<void> {
  const folder = join(vault.folder, 'wal');
  if (await isThere(folder)) return;
  const { system_identifier } = await openVault({ dir: vault.folder, key: vault.key });
  if (system_identifier !== vault.system_identifier)
    throw new BackupError(`BACKUP_DIR ${vault.folder} holds the backups of another database.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Writes an archived file to `path`. Returns false if it is not in the archive. */
export async function fetchWal(vault: Vault, name: string, path: string): Promise<boolean> {
  const place = placeOf(name);
  if (!(await isThere(pathOf(vault, place)))) return false;
  await pipeline(Readable.from(readStored(vault, place)), createWriteStream(path, { mode: 0o600 }));
  return true;
}

/** The archived files in the order of their names. */
export async function listWal(vault: Vault): Promise<string[]> {
  const ending = endingOf(vault);
  const files = await readdir(join(vault.folder, 'wal')).catch((error: NodeJS.ErrnoException) => {
    // An object store forgets a folder without files.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter(isWalFile)
    .sort();
}

/**
 * Removes segments before `first`, on any timeline. Histories of timelines stay: they are small. Returns the number of
 * removed files.
 */
export async function pruneWal(vault: Vault, first: bigint): Promise<number> {
  const old = (await listWal(vault)).filter(
    (name) => !name.endsWith('.history') && segmentNumber(name.slice(0, 24)) < first,
  );
  for (const name of old) await rm(pathOf(vault, placeOf(name)), { force: true });
  return old.length;
}

/** The segments in a list of archived files. */
export function segmentsOf(names: readonly string[]): string[] {
  return names.filter(isSegment);
}

async function contentDigest(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
