import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError, DamagedFile } from './backup-error.ts';
import { endingOf, pathOf, readStored, storeFile } from './stored-file.ts';
import type { Vault } from './vault.ts';
import { isSegment, isWalFile, segmentNumber } from './wal-names.ts';

const placeOf = (name: string) => `wal/${name}`;

/**
 * Archives a file of Postgres's log. To archive the same bytes again changes nothing. A file that is cut off, from a
 * process that was killed, is written anew. Another file under the same name is never written over.
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
  await storeFile(vault, place, createReadStream(source));
}

/** Writes an archived file to `path`. Returns false if it was not archived. */
export async function fetchWal(vault: Vault, name: string, path: string): Promise<boolean> {
  const place = placeOf(name);
  if (!(await isThere(pathOf(vault, place)))) return false;
  await pipeline(Readable.from(readStored(vault, place)), createWriteStream(path, { mode: 0o600 }));
  return true;
}

/** The archived files in the order of their names. */
export async function listWal(vault: Vault): Promise<string[]> {
  const ending = endingOf(vault);
  const files = await readdir(join(vault.folder, 'wal'));
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter(isWalFile)
    .sort();
}

/** Removes segments that come before `first`, of whatever timeline. Histories of timelines stay: they are small. */
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
