import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NOBODY } from '../../src/db/embedded/launcher.ts';
import { keepPlansOf } from './kept-plans.ts';

/** Debian's Postgres 15: the oldest version that the server takes. */
export const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** Whether this machine has it. */
export const HAS_DEBIAN_POSTGRES = existsSync(join(PROGRAMS, 'postgres'));

/** Postgres does not run as root. */
export const POSTGRES_USER = process.getuid!() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface DebianCluster {
  /** Where its socket is. */
  folder: string;
  /** The database's owner, who is no superuser. */
  ownerUrl: string;
  serverUrl: string;
  superuserUrl: string;
  /** Ends it at once, without a word to anybody. */
  crash(): Promise<void>;
  /** Starts it again after a crash. Resolves once it lets anybody in. */
  startAgain(): Promise<void>;
  /** Its machine hangs: its processes do nothing, and its connections stay open without a word. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
}

/** A cluster of its own with an empty database and the two roles, on a socket in its folder. */
export async function startDebianCluster(): Promise<DebianCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-debian-'));
  if (POSTGRES_USER.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  makeCluster(data);
  let child = runPostgres(folder, data);
  const url = (role: string, name: string) => `postgres://${role}@localhost/${name}?host=${folder}`;
  await prepare(url('postgres', 'postgres'), child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    folder,
    ownerUrl: url('loyaltyd_owner', 'loyaltyd'),
    serverUrl: url('loyaltyd_server', 'loyaltyd'),
    superuserUrl: url('postgres', 'loyaltyd'),
    crash: () => end('SIGQUIT'),
    async startAgain() {
      child = runPostgres(folder, data);
      await (await connectOnceReady(url('postgres', 'loyaltyd'), child)).end();
    },
    freeze: () => freeze(child),
    thaw: () => thaw(child),
    async stop() {
      await thaw(child);
      await end('SIGINT');
      await rm(folder, { recursive: true });
    },
  };
}

/** An empty cluster in this folder, in which every local user is believed to be any role. */
export function makeCluster(data: string): void {
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(PROGRAMS, 'initdb'), made, { ...POSTGRES_USER, stdio: 'ignore', cwd: '/' });
}

/** Starts Postgres on what is in `data`, with its socket in `folder`. */
export function runPostgres(folder: string, data: string): ChildProcess {
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  return spawn(join(PROGRAMS, 'postgres'), args, { ...POSTGRES_USER, stdio: 'ignore', cwd: '/' });
}

/** A stopped postmaster starts nothing while its processes are stopped. */
export async function freeze(postmaster: ChildProcess): Promise<void> {
  postmaster.kill('SIGSTOP');
  await signalChildren(postmaster, 'SIGSTOP');
}

export async function thaw(postmaster: ChildProcess): Promise<void> {
  await signalChildren(postmaster, 'SIGCONT');
  postmaster.kill('SIGCONT');
}

/** A session of a Postgres that runs may end before its turn. */
export async function signalChildren({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.trim().split(' ').map(Number)) {
    try {
      process.kill(child, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Makes the two roles and the database, as soon as that process lets anybody in. */
export async function prepare(url: string, child: ChildProcess): Promise<void> {
  const client = await connectOnceReady(url, child);
  await client.query('create role loyaltyd_owner login; create role loyaltyd_server login');
  await client.query(keepPlansOf('loyaltyd_server'));
  await client.query('create database loyaltyd owner loyaltyd_owner');
  await client.end();
}

/** A connection, as soon as that process lets anybody in. */
export async function connectOnceReady(url: string, child: ChildProcess): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code = '' } = error as { code?: string };
      if (child.exitCode !== null || !['ENOENT', 'ECONNREFUSED', '57P03'].includes(code)) throw error;
      await pause(20);
    }
  }
}
