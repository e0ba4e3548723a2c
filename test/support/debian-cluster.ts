import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NOBODY } from '../../src/db/embedded/launcher.ts';

/** Debian's Postgres 15: the oldest version that the server takes. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** Whether this machine has it. */
export const HAS_DEBIAN_POSTGRES = existsSync(join(PROGRAMS, 'postgres'));

export interface DebianCluster {
  /** The database's owner, who is no superuser. */
  ownerUrl: string;
  serverUrl: string;
  superuserUrl: string;
  stop(): Promise<void>;
}

/** A cluster of its own with an empty database and the two roles, on a socket in its folder. */
export async function startDebianCluster(): Promise<DebianCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-debian-'));
  // Postgres does not run as root.
  const user = process.getuid!() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(PROGRAMS, 'initdb'), made, { ...user, stdio: 'ignore', cwd: '/' });
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'];
  const child = spawn(
    join(PROGRAMS, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, stdio: 'ignore', cwd: '/' },
  );
  const url = (role: string, name: string) => `postgres://${role}@localhost/${name}?host=${folder}`;
  await prepare(url('postgres', 'postgres'), child);
  return {
    ownerUrl: url('loyaltyd_owner', 'loyaltyd'),
    serverUrl: url('loyaltyd_server', 'loyaltyd'),
    superuserUrl: url('postgres', 'loyaltyd'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function prepare(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('create role loyaltyd_owner login; create role loyaltyd_server login');
      await client.query('create database loyaltyd owner loyaltyd_owner');
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (child.exitCode !== null || !['ENOENT', 'ECONNREFUSED', '57P03'].includes(code)) throw error;
      await pause(20);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
