import type { ChildProcess } from 'node:child_process';
import { open, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { folderIdentity } from './connections.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type Launcher, LOCK_HELD, spawnPostgres } from './launcher.ts';
import { giveToOwner } from './ownership.ts';
import { memoryHere, tunedFor } from './tuning.ts';

interface PostmasterOptions {
  launcher: Launcher;
  /** Postgres's own data folder. */
  folder: string;
  socketFolder: string;
  logFile: string;
  /** False only if a crash may lose everything: in tests. */
  fsync: boolean;
  /** Postgres's settings, in addition to those that every cluster of ours has. */
  settings: Record<string, string>;
  /** Ends Postgres at once, even while it starts. */
  signal?: AbortSignal;
}

/** Another Postgres has the folder: it runs, or has not completely ended. */
export class FolderInUse extends Error {}

/** The socket's address belongs to the Postgres of another folder, so this one needs another address. */
export class SocketInUse extends Error {}

export interface Postmaster {
  pid: number;
  /** Resolves when Postgres has ended, for any reason. */
  ended: Promise<void>;
  /**
   * Ends Postgres: open connections are closed, committed data are on disk. After `patience_ms` Postgres must drop
   * everything, and recovers at its next start.
   */
  stop(patience_ms: number): Promise<void>;
}

const POLL_MS = 10;
const LOG_LIMIT_BYTES = 5_000_000;

/**
 * Starts Postgres and waits until it answers, including its recovery after a crash. Throws FolderInUse, SocketInUse, or
 * an error with its log.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { folder } = options;
  const pidFile = join(folder, 'postmaster.pid');
  if (await livePostmaster(pidFile, folder)) throw new FolderInUse();
  // One attempt for each lock file that a dead postmaster may have left, and one more.
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(options, pidFile);
    if (!('failure' in outcome)) return outcome;
    if (await livePostmaster(pidFile, folder)) throw new FolderInUse();
    const [, lock] = /lock file "([^"]+)" already exists/.exec(outcome.failure) ?? [];
    if (!lock || attempts === 3) throw new EmbeddedPostgresError(outcome.failure);
    await removeStaleLock(resolve(folder, lock), { ofFolder: lock === 'postmaster.pid' });
  }
}

/**
 * Removes a lock file, of the folder or of the socket, if its postmaster no longer exists. The pid in it may now belong
 * to any process, after a crash of the machine or in a new container, or to the original's postmaster, in a copy of a
 * folder. Throws FolderInUse while the postmaster is ending, and SocketInUse if the socket belongs to another folder.
 */
async function removeStaleLock(path: string, { ofFolder }: { ofFolder: boolean }): Promise<void> {
  const { pid } = await readLock(path);
  if (pid !== undefined && process.platform === 'linux' && !(await hasEnded(pid))) {
    const home = await readlink(`/proc/${pid}/cwd`).catch(({ code }: NodeJS.ErrnoException) => {
      // A process that is ending has already left its folder. A process of another user is not a Postgres of ours.
      if (code === 'ENOENT') throw new FolderInUse();
    });
    const serves = home === undefined || (await readLock(join(home, 'postmaster.pid'))).pid === pid;
    if (serves && !ofFolder) throw new SocketInUse();
  }
  await rm(path, { force: true });
}

/** Whether a process is gone, or is a zombie: only its entry in its parent's list is left. */
async function hasEnded(pid: number): Promise<boolean> {
  const state = /^State:\s+(\S)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1];
  return state === undefined || state === 'Z' || state === 'X';
}

async function attempt(
  options: PostmasterOptions,
  pidFile: string,
): Promise<Postmaster | { failure: string }> {
  const { launcher, folder, logFile } = options;
  const log = await openLog(logFile);
  const { size } = await log.stat();
  const left = await readPidFile(pidFile);
  const child = spawnPostgres(launcher, settings(options), join(folder, 'loyaltyd.lock'), log.fd);
  child.stdin?.on('error', () => {});
  const endNow = () => child.kill('SIGQUIT');
  options.signal?.addEventListener('abort', endNow, { once: true });
  if (options.signal?.aborted) endNow();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  ended.then(() => options.signal?.removeEventListener('abort', endNow));
  await log.close();
  if (await becomesReady(child, pidFile, left)) {
    ended.then(() => child.stdin?.destroy());
    return { pid: child.pid!, ended, stop: (patience_ms) => stop(child, ended, patience_ms) };
  }
  const text = (await readFile(logFile)).subarray(size).toString().trim();
  if (child.exitCode === LOCK_HELD || /pre-existing shared memory block/.test(text)) throw new FolderInUse();
  return {
    failure: `the embedded Postgres did not start (${child.signalCode ?? `status ${child.exitCode}`}): ${text}`,
  };
}

function settings(options: PostmasterOptions): string[] {
  const parameters = {
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    max_connections: '200',
    cluster_name: 'loyaltyd',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server logs a refused statement itself. Only messages about Postgres matter here.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    wal_compression: 'on',
    jit: 'off',
    // Tests run many clusters, all small.
    ...(options.fsync
      ? tunedFor(memoryHere())
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_compression: 'off' }),
    ...options.settings,
  };
  const flags = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', options.folder, '-p', '5432', ...flags];
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  const log = await open(path, 'a', 0o600);
  await giveToOwner(path);
  return log;
}

function readPidFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/**
 * Waits until Postgres accepts connections, as the eighth line of postmaster.pid says. Returns false if the child has
 * ended instead. `left`: the text of the file before. In another container, a Postgres of an earlier start may have had
 * the same pid.
 */
async function becomesReady(child: ChildProcess, pidFile: string, left: string): Promise<boolean> {
  let isOurs = false;
  let unspawned = false;
  child.once('error', () => {
    unspawned = true;
  });
  while (!unspawned && child.exitCode === null && child.signalCode === null) {
    const text = await readPidFile(pidFile);
    const lines = text.split('\n');
    isOurs ||= text !== left && Number(lines[0]) === child.pid;
    if (isOurs && lines[7]?.trim() === 'ready') return true;
    await delay(POLL_MS);
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<void>, patience_ms: number): Promise<void> {
  const impatience = setTimeout(() => child.kill('SIGQUIT'), patience_ms);
  child.kill('SIGINT');
  await ended;
  clearTimeout(impatience);
}

/** The pid of the Postgres that runs on the folder, if there is one. */
export async function livePostmaster(pidFile: string, folder: string): Promise<number | undefined> {
  const { pid, started } = await readLock(pidFile);
  if (pid === undefined || pid === process.pid) return undefined;
  // On Linux a postmaster's working directory is its data folder, whichever path led there. On other platforms its file
  // contains the path with which it was started.
  const home = process.platform === 'linux' ? `/proc/${pid}/cwd` : started;
  const [lives, here] = await Promise.all(
    [home, folder].map((path) => folderIdentity(path!).catch(() => null)),
  );
  if (process.platform === 'linux') return lives !== null && lives === here ? pid : undefined;
  // In a copy of a folder, the file is the original's. After a renaming, the file contains the former path.
  return isAlive(pid) && (lives === null || lives === here) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Reads the pid that made a lock file, and its folder. */
async function readLock(path: string): Promise<{ pid?: number; started?: string }> {
  const [first, started] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(first);
  return Number.isInteger(pid) && pid > 0 ? { pid, started } : {};
}
