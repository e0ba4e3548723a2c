import type { ChildProcess } from 'node:child_process';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type Launcher, LOCK_HELD, spawnPostgres } from './launcher.ts';

export interface PostmasterOptions {
  launcher: Launcher;
  cluster: Cluster;
  socketFolder: string;
  logFile: string;
  /** Off only where a crash may lose everything: tests. */
  fsync: boolean;
}

/** The folder is another Postgres's: one that runs, or one that has not quite ended. */
export class FolderInUse extends Error {}

export interface Postmaster {
  pid: number;
  /** Resolves once it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends it: open connections are closed, what was committed is on disk. */
  stop(): Promise<void>;
}

const POLL_MS = 10;
const LOG_LIMIT_BYTES = 5_000_000;

/** After the polite signal: how long until Postgres is told to drop everything and recover at the next start. */
const STOP_PATIENCE_MS = 7_000;

/** Starts Postgres and waits until it answers, recovery after a crash included. Throws FolderInUse, or what it logged. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { folder } = options.cluster;
  const pidFile = join(folder, 'postmaster.pid');
  if (await livePostmaster(pidFile, folder)) throw new FolderInUse();
  const first = await attempt(options, pidFile);
  if (!('failure' in first)) return first;
  if (await livePostmaster(pidFile, folder)) throw new FolderInUse();
  if (!/lock file "postmaster.pid" already exists/.test(first.failure))
    throw new EmbeddedPostgresError(first.failure);
  // After a crash of the machine, or in a new container, the pid in the file may be any process's.
  await rm(pidFile, { force: true });
  const second = await attempt(options, pidFile);
  if ('failure' in second) throw new EmbeddedPostgresError(second.failure);
  return second;
}

async function attempt(
  options: PostmasterOptions,
  pidFile: string,
): Promise<Postmaster | { failure: string }> {
  const { launcher, cluster, logFile } = options;
  const log = await openLog(logFile);
  const { size } = await log.stat();
  const child = spawnPostgres(launcher, settings(options), join(cluster.folder, 'loyaltyd.lock'), log.fd);
  child.stdin?.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await log.close();
  if (await becomesReady(child, pidFile)) {
    ended.then(() => child.stdin?.destroy());
    return { pid: child.pid!, ended, stop: () => stop(child, ended) };
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
    // A refused statement is the server's to log; here only what concerns Postgres itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    wal_compression: 'on',
    jit: 'off',
    ...(options.fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', options.cluster.folder, '-p', '5432', ...flags];
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** postmaster.pid says in its eighth line whether connections are taken. False once the child has ended instead. */
async function becomesReady(child: ChildProcess, pidFile: string): Promise<boolean> {
  const spawnedAt = Math.floor(Date.now() / 1000) - 1;
  let unspawned = false;
  child.once('error', () => {
    unspawned = true;
  });
  while (!unspawned && child.exitCode === null && child.signalCode === null) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const [pid, , startedAt] = lines.map(Number);
    // In another container a Postgres of an earlier start may have the same pid.
    const isOurs = pid === child.pid && startedAt! >= spawnedAt;
    if (isOurs && lines[7]?.trim() === 'ready') return true;
    await delay(POLL_MS);
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_PATIENCE_MS);
  child.kill('SIGINT');
  await ended;
  clearTimeout(impatience);
}

/** The pid of the Postgres that runs on the folder, if one does. */
export async function livePostmaster(pidFile: string, folder: string): Promise<number | undefined> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined;
  if (process.platform === 'linux') {
    // A postmaster lives in its data folder.
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return at === (await realpath(folder)) ? pid : undefined;
  }
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
