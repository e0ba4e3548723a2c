import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NOBODY } from '../../src/db/embedded/launcher.ts';
import {
  connectOnceReady,
  freeze,
  makeCluster,
  POSTGRES_USER,
  PROGRAMS,
  prepare,
  runPostgres,
  signalChildren,
  thaw,
} from './debian-cluster.ts';

interface Member {
  folder: string;
  process: ChildProcess;
}

/** Debian's Postgres as a primary and a standby that follows it, each on a socket in a folder of its own. */
export class ReplicatedCluster {
  private readonly folders: readonly string[];

  private constructor(
    private primary: Member,
    private standby: Member,
  ) {
    this.folders = [primary.folder, standby.folder];
  }

  static async start(): Promise<ReplicatedCluster> {
    const [first, second] = await Promise.all([newFolder(), newFolder()]);
    makeCluster(join(first, 'data'));
    const primary = { folder: first, process: runPostgres(first, join(first, 'data')) };
    await prepare(urlOf([first], 'postgres', 'postgres'), primary.process);
    return new ReplicatedCluster(primary, await follow(primary, second));
  }

  /** An address that names both servers. */
  url(role: 'loyaltyd_owner' | 'loyaltyd_server'): string {
    return urlOf(this.folders, role);
  }

  /** The standby alone. */
  standbyUrl(role: string, name?: string): string {
    return urlOf([this.standby.folder], role, name);
  }

  /** The primary alone. */
  primaryUrl(role: string): string {
    return urlOf([this.primary.folder], role);
  }

  get primaryFolder(): string {
    return this.primary.folder;
  }

  /**
   * Runs the statements on both servers. Resolves once nothing is acknowledged any more that the standby has not
   * written, as `look` tells.
   */
  async replicateSynchronously(statements: string, look: string): Promise<void> {
    for (const { folder } of [this.primary, this.standby]) await runOn(folder, statements);
    for (;;) {
      const [row] = await this.onPrimary(look);
      if (row?.sync_state === 'sync') return;
      await pause(20);
    }
  }

  /** From now on nothing reaches readers of the standby, or everything does again. */
  replay(how: 'pause' | 'resume'): Promise<unknown> {
    return runOn(this.standby.folder, `select pg_wal_replay_${how}()`);
  }

  onPrimary(text: string): Promise<Record<string, unknown>[]> {
    return runOn(this.primary.folder, text);
  }

  /** Kills every process of the primary at the same moment, as far as a caller can tell. */
  async killPrimary(): Promise<void> {
    await kill(this.primary.process);
  }

  /** The machine of the primary hangs: its processes do nothing, and its connections stay open without a word. */
  freezePrimary(): Promise<void> {
    return freeze(this.primary.process);
  }

  /** The standby takes the place of the primary that was killed, by that statement. */
  async promote(statement: string): Promise<void> {
    await runOn(this.standby.folder, statement);
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  /** The machine of the former primary goes on where it hung, with the settings that it had. */
  thawFormer(): Promise<void> {
    return thaw(this.standby.process);
  }

  /** Resolves once a commit at the former primary waits for its standby. */
  async formerWaitsForStandby(): Promise<void> {
    for (;;) {
      const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'";
      if ((await runOn(this.standby.folder, waiting)).length > 0) return;
      await pause(20);
    }
  }

  /** The server that was lost begins anew as the standby of the one that took its place. */
  async rebuildStandby(): Promise<void> {
    if (isRunning(this.standby.process)) await kill(this.standby.process);
    await rm(join(this.standby.folder, 'data'), { recursive: true });
    this.standby = await follow(this.primary, this.standby.folder);
  }

  /** The server that was killed starts again, or the frozen one goes on, and takes writes as if nothing had been. */
  async reviveFormer(): Promise<void> {
    const { folder, process: former } = this.standby;
    if (isRunning(former)) await thaw(former);
    else this.standby = { folder, process: runPostgres(folder, join(folder, 'data')) };
    await runOn(folder, "alter system set synchronous_standby_names = ''", this.standby.process);
    await runOn(folder, 'select pg_reload_conf()');
  }

  stopPrimary(): Promise<void> {
    return end(this.primary.process);
  }

  async stop(): Promise<void> {
    await Promise.all([end(this.standby.process), end(this.primary.process)]);
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-replicated-'));
  if (POSTGRES_USER.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** A standby of that server, in this folder. */
async function follow({ folder: primary }: Member, folder: string): Promise<Member> {
  const data = join(folder, 'data');
  const copied = ['-D', data, '-h', primary, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync'];
  execFileSync(join(PROGRAMS, 'pg_basebackup'), copied, { ...POSTGRES_USER, stdio: 'ignore', cwd: '/' });
  const postmaster = runPostgres(folder, data);
  const client = await connectOnceReady(urlOf([folder], 'postgres'), postmaster);
  await client.end();
  return { folder, process: postmaster };
}

function urlOf(folders: readonly string[], role: string, name = 'loyaltyd'): string {
  return `postgres://${role}@/${name}?host=${folders.join(',')}`;
}

/** The rows of the last of the statements, as soon as that process lets anybody in. */
async function runOn(
  folder: string,
  statements: string,
  postmaster?: ChildProcess,
): Promise<Record<string, unknown>[]> {
  const url = urlOf([folder], 'postgres');
  const client = postmaster ? await connectOnceReady(url, postmaster) : await connected(url);
  try {
    let rows: Record<string, unknown>[] = [];
    // Some statements must stand alone.
    for (const statement of statements.split(';').filter((one) => one.trim() !== ''))
      ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function kill(postmaster: ChildProcess): Promise<void> {
  const ended = once(postmaster, 'exit');
  // A stopped postmaster starts nothing while its processes end.
  postmaster.kill('SIGSTOP');
  await signalChildren(postmaster, 'SIGKILL');
  postmaster.kill('SIGKILL');
  await ended;
}

async function end(postmaster: ChildProcess): Promise<void> {
  if (!isRunning(postmaster)) return;
  const ended = once(postmaster, 'exit');
  await thaw(postmaster);
  postmaster.kill('SIGQUIT');
  await ended;
}
