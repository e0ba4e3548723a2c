import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import type { Launcher } from './launcher.ts';

/** The name that Postgres appends to the folder. The whole path may have 107 bytes (103 on macOS). */
const SOCKET_NAME = '/.s.PGSQL.5432.lock';
const PATH_LIMIT = 103;

/**
 * The folder for the socket, accessible to us only. It is the `previous` folder of the same data if possible, so that
 * connections find Postgres at the old address; otherwise it is new.
 */
export async function prepareSocketFolder(
  launcher: Launcher,
  dataDir: string,
  previous: string | undefined,
): Promise<string> {
  if (previous && (await remake(launcher, previous))) return previous;
  const failures: string[] = [];
  for (const parent of [tmpdir(), '/tmp', dataDir]) {
    const prefix = join(parent, 'loyaltyd-');
    if (Buffer.byteLength(`${prefix}XXXXXX${SOCKET_NAME}`) > PATH_LIMIT) {
      failures.push(`${parent}: the path is too long`);
      continue;
    }
    try {
      const folder = await mkdtemp(prefix);
      await ownFolder(launcher, folder);
      return folder;
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  throw new EmbeddedPostgresError(
    `the embedded Postgres has no folder for its socket (${failures.join('; ')}); set TMPDIR`,
  );
}

/** Returns false if the folder cannot be made: in /tmp another user may have made it since. */
async function remake(launcher: Launcher, folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await ownFolder(launcher, folder);
    return true;
  } catch {
    const found = await lstat(folder).catch(() => undefined);
    return found?.isDirectory() === true && found.uid === launcher.uid && (found.mode & 0o777) === 0o700;
  }
}

/** Removes the folder only if Postgres left it empty. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {});
}
