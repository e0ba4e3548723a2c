import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishReplacement } from '../db/embedded/replace-cluster.ts';

/** A folder of our own below DATA_DIR, which nobody takes for abandoned until `release`, or the end of this process. */
export interface ScratchFolder {
  path: string;
  release(): Promise<void>;
}

const PREFIX = 'restoring-';

export async function makeScratchFolder(dataDir: string): Promise<ScratchFolder> {
  await removeAbandoned(dataDir);
  const lock = await lockFolder(dataDir, 'shared');
  const release = async () => {
    if (typeof lock === 'object') await lock.release();
  };
  try {
    const path = await mkdtemp(join(dataDir, PREFIX));
    await writeFile(join(path, 'pid'), String(process.pid));
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Removes the folders of processes that ended before they could, unless another process works in one now. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  if ((await listFolders(dataDir)).length === 0) return;
  const lock = await lockFolder(dataDir, 'exclusive');
  if (lock === 'refused') return;
  // The next start may need one of them.
  await finishReplacement(dataDir);
  for (const folder of await listFolders(dataDir)) {
    if (lock === 'unknown' && (await isUsed(folder))) continue;
    await rm(folder, { recursive: true, force: true });
  }
  if (lock !== 'unknown') await lock.release();
}

async function listFolders(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir))
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(dataDir, name));
}

/**
 * The kernel's lock of the folder DATA_DIR, shared by all who have a folder below it. It ends with this process, and
 * holds between containers, where a process id says nothing. `refused`: another process has it, or the file system knows
 * no such lock. `unknown`: the flock command does not exist here.
 */
async function lockFolder(
  dataDir: string,
  kind: 'shared' | 'exclusive',
): Promise<{ release(): Promise<void> } | 'refused' | 'unknown'> {
  const how = kind === 'shared' ? ['--shared'] : ['--exclusive', '--nonblock'];
  // It says that it has the lock, and keeps it until the pipe from us is closed.
  const command = [...how, dataDir, 'sh', '-c', 'echo held; exec cat'];
  const child = spawn('flock', command, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  child.stdin.on('error', () => {});
  const ended = new Promise<'refused' | 'unknown'>((resolve) => {
    child.once('exit', () => resolve('refused'));
    child.once('error', () => resolve('unknown'));
  });
  const held = new Promise<'held'>((resolve) => child.stdout.once('data', () => resolve('held')));
  const outcome = await Promise.race([held, ended]);
  if (outcome !== 'held') return outcome;
  return {
    async release() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Where there is no flock command there are no containers either. */
async function isUsed(folder: string): Promise<boolean> {
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
