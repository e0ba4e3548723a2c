import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError, DamagedFile } from './backup-error.ts';
import { Seal, Unseal } from './seal.ts';
import type { Vault } from './vault.ts';

/** A file in the folder of backups: compressed, and sealed if there is a key. */
export interface StoredFile {
  /** The path within the folder of backups, without the endings for its compression and its seal. */
  place: string;
  bytes: number;
  sha256: string;
}

/** The path at which a place is stored. */
export function pathOf(vault: Vault, place: string): string {
  return join(vault.folder, `${place}${endingOf(vault)}`);
}

export function endingOf(vault: Vault): string {
  return vault.key === null ? '.gz' : '.gz.sealed';
}

/**
 * Stores `source` at a place and returns once it is on the disk. The file has its own name from the beginning, because
 * the folder may be an object store that cannot rename. A reader detects a file that is cut off.
 */
export async function storeFile(
  vault: Vault,
  place: string,
  source: AsyncIterable<Buffer> | Readable,
): Promise<StoredFile> {
  const path = pathOf(vault, place);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const input = Readable.from(source);
  const gzip = createGzip({ level: 1 });
  const output = createWriteStream(path, { mode: 0o600, flush: true });
  if (vault.key === null) await pipeline(input, gzip, measure, output);
  else await pipeline(input, gzip, new Seal(vault.key, place), measure, output);
  await syncFolder(dirname(path));
  return { place, bytes, sha256: hash.digest('hex') };
}

/** Each chunk is a task of its own for a thread of Node: in chunks of 16 KB, the default, this takes twice the work. */
const UNPACKED_BYTES = 131_072;

/** The content of a stored file. Fails with DamagedFile if the file differs from what was written. */
export async function* readStored(vault: Vault, place: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const file = createReadStream(pathOf(vault, place), { signal });
  const gunzip = createGunzip({ chunkSize: UNPACKED_BYTES });
  const through = vault.key === null ? [] : [new Unseal(vault.key, place)];
  const done = pipeline([file, ...through, gunzip]);
  done.catch(() => {}); // The reader gets the same error.
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await done;
  } catch (error) {
    // If several streams fail, the first one has the cause.
    const cause = await done.then(
      () => error,
      (first: unknown) => first,
    );
    throw explained(cause, place);
  }
}

function explained(error: unknown, place: string): unknown {
  if (error instanceof BackupError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.startsWith('Z_')) return new DamagedFile(place, message);
  if (code === 'ENOENT') return new DamagedFile(place, 'it is not there');
  return error;
}

/** The digest of a file as it is stored. */
export async function digestOf(
  path: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Syncs the names in a folder to the disk. Some file systems, such as object stores, cannot do this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
