import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishReplacement } from '../db/embedded/replace-cluster.ts';

/**
 * A folder of this process below DATA_DIR. Until `release`, or the end of this process, no other process removes it.
 */
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

/** Removes the folders that ended processes left behind, unless another process works in one now. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  if ((await listFolders(dataDir)).length === 0) return;
  const lock = await lockFolder(dataDir, 'exclusive');
  if (lock === 'refused') return;
  // A half-done replacement may still need one of the folders, so it is finished first.
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
 * The kernel's lock of the folder DATA_DIR. All processes with a folder below it share the lock. It ends with this
 * process, and works between containers, in which a process id says nothing. `refused`: another process has it, or the
 * file system has no such lock. `unknown`: the flock command does not exist here.
 */
async function lockFolder(
  dataDir: string,
  kind: 'shared' | 'exclusive',
): Promise<{ release(): Promise<void> } | 'refused' | 'unknown'> {
  const how = kind === 'shared' ? ['--shared'] : ['--exclusive', '--nonblock'];
  // The command prints that it has the lock, and keeps the lock until its stdin is closed.
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

/** A machine without a flock command has no containers either, so the process id counts. */
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
