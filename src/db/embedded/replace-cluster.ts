import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolder } from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type Launcher, LOCK_HELD } from './launcher.ts';
import { livePostmaster } from './postmaster.ts';

interface Intent {
  /** `from`: the folder of the new cluster; `kept`: the name under which the old cluster stays. */
  from: string;
  kept: string;
}

const intentPath = (dataDir: string) => join(dataDir, 'replacing.json');

/** Whether a Postgres runs on the cluster of this folder. */
export async function isRunning(dataDir: string): Promise<boolean> {
  const folder = clusterFolder(dataDir);
  return (await livePostmaster(join(folder, 'postmaster.pid'), folder)) !== undefined;
}

/** Throws if a Postgres runs on the cluster of this folder. */
export async function requireStopped(dataDir: string): Promise<void> {
  if (!(await isRunning(dataDir))) return;
  throw new EmbeddedPostgresError(
    `The embedded Postgres of ${dataDir} is running. Stop the server first; nothing was changed.`,
  );
}

/**
 * Replaces the cluster of `dataDir` by the cluster `from`. The old cluster stays beside it as `kept`. These are two
 * renamings. A note of them is written first, so that the next start completes them if this process is killed in
 * between.
 */
export async function replaceCluster(
  launcher: Launcher,
  dataDir: string,
  { from, kept }: Intent,
): Promise<{ kept: string | null }> {
  const folder = clusterFolder(dataDir);
  await requireStopped(dataDir);
  if (!(await exists(folder))) {
    await rename(from, folder);
    await syncFolder(dataDir);
    return { kept: null };
  }
  await writeFile(intentPath(dataDir), JSON.stringify({ from, kept } satisfies Intent), { flush: true });
  await syncFolder(dataDir);
  try {
    await exchange(launcher, folder, from, kept);
  } finally {
    await finishReplacement(dataDir);
    await rm(intentPath(dataDir), { force: true });
  }
  return { kept };
}

/**
 * Completes a replacement that was interrupted after the old cluster was moved away. If the new cluster is gone, the
 * old one comes back. If nothing is left to do, the note is removed.
 */
export async function finishReplacement(dataDir: string): Promise<void> {
  const text = await readFile(intentPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return;
  const folder = clusterFolder(dataDir);
  if (!(await exists(folder))) {
    // The text is complete: it was on the disk before anything was renamed.
    const { from, kept } = JSON.parse(text) as Intent;
    if (!(await moveTo(folder, from))) await moveTo(folder, kept);
    await syncFolder(dataDir);
  }
  if (!(await mayBegin(text))) await rm(intentPath(dataDir), { force: true });
}

/** Whether the process that wrote the note may be about to begin, or is still writing the note. */
async function mayBegin(text: string): Promise<boolean> {
  try {
    return await exists((JSON.parse(text) as Intent).from);
  } catch {
    return true;
  }
}

/** Returns false if there is no such folder. Another process may have moved one there meanwhile. */
async function moveTo(folder: string, from: string): Promise<boolean> {
  try {
    await rename(from, folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return true;
    throw error;
  }
}

/** Renames under the lock that a starting Postgres takes, if this platform has such a lock. */
async function exchange(launcher: Launcher, folder: string, from: string, kept: string): Promise<void> {
  const script = 'mv "$1" "$2" && mv "$3" "$1"';
  const move = ['sh', '-c', script, 'sh', folder, kept, from];
  const lock = join(folder, 'loyaltyd.lock');
  const locked = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCK_HELD), lock];
  const [command, ...args] = [...(launcher.flock ? locked : []), ...move];
  const [code] = await once(spawn(command!, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  // A process that starts at this very moment may have completed it.
  if (code === 0 || !(await exists(from))) return;
  throw new EmbeddedPostgresError(
    code === LOCK_HELD
      ? 'The embedded Postgres was started meanwhile. Stop the server and restore again; nothing was changed.'
      : `The restored database could not be put into ${folder}.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {}); // Not every file system knows it.
  } finally {
    await handle.close();
  }
}
