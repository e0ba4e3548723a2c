import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectOnceReady,
  type DebianCluster,
  HAS_DEBIAN_POSTGRES,
  POSTGRES_USER,
  PROGRAMS,
  runPostgres,
  startDebianCluster,
} from '../support/debian-cluster.ts';

const MISSING = "Debian's Postgres 15 is not here";

let cluster: DebianCluster;
let client: pg.Client;
let folder: string;
let backups: string;

beforeAll(async () => {
  if (!HAS_DEBIAN_POSTGRES) return;
  cluster = await startDebianCluster();
  client = new pg.Client(cluster.superuserUrl);
  await client.connect();
  await client.query('create table facts (fact integer)');
  folder = mkdtempSync(join(tmpdir(), 'loyaltyd-example-'));
  backups = join(folder, 'backups');
  mkdirSync(backups);
  if (POSTGRES_USER.uid !== undefined)
    for (const path of [folder, backups]) chownSync(path, POSTGRES_USER.uid, POSTGRES_USER.gid);
});
afterAll(async () => {
  await client?.end();
  await cluster?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** A script of the example as bash takes it, by the user to whom the files belong, who may not read the project. */
function script(name: string, args: string[], env: Record<string, string>) {
  const text = readFileSync(`examples/compose/${name}`, 'utf8');
  const surroundings = { PATH: `${PROGRAMS}:${process.env.PATH}`, BACKUPS: backups, ...env };
  return ['bash', ['-c', text, name, ...args], { ...POSTGRES_USER, cwd: '/', env: surroundings }] as const;
}

/** Does the work while the database is backed up, after a copy was made. */
async function backUp(work: () => Promise<void>, env: Record<string, string> = {}): Promise<void> {
  const [program, args, options] = script('backup.sh', [], {
    PGHOST: cluster.folder,
    PGUSER: 'postgres',
    ...env,
  });
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  expect(said.value).toMatch(/^copied: /);
  await work();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

/** Resolves once all of the log is with the backups. */
async function logIsThere(): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      "select from pg_stat_replication where application_name = 'pg_receivewal' and flush_lsn >= pg_current_wal_lsn()",
    );
    if (rows.length > 0) return;
    await pause(20);
  }
}

async function note(fact: number): Promise<void> {
  await client.query('insert into facts values ($1)', [fact]);
}

function restore(from: string, data: string, ...moment: string[]) {
  const [program, args, options] = script('restore.sh', moment, { BACKUPS: from, PGDATA: data });
  return spawnSync(program, args, { ...options, encoding: 'utf8' });
}

/** The facts of a database that was restored. */
async function factsIn(data: string): Promise<number[]> {
  const child = runPostgres(folder, data);
  const ended = once(child, 'exit');
  const restored = await connectOnceReady(`postgres://postgres@localhost/loyaltyd?host=${folder}`, child);
  const { rows } = await restored.query<{ fact: number }>('select fact from facts order by fact');
  await restored.end();
  child.kill('SIGINT');
  await ended;
  return rows.map(({ fact }) => fact);
}

describe('the backups of compose', () => {
  beforeEach((context) => context.skip(!HAS_DEBIAN_POSTGRES, MISSING));

  it('forget older copies, and the log that only those needed', async () => {
    const kept = (part: string) => readdirSync(join(backups, part)).sort();
    await note(1);
    await backUp(async () => {
      await client.query('select pg_switch_wal()');
      await note(2);
      await logIsThere();
    });
    const before = { copies: kept('copies'), log: kept('log') };
    await backUp(logIsThere, { COPIES_KEPT: '1', MINUTES_BETWEEN: '0' });
    expect(kept('copies')).toHaveLength(1);
    expect(kept('copies')).not.toEqual(before.copies);
    expect(kept('log')).not.toContain(before.log[0]);
  });

  it('bring a moment back, or the last one, from a segment of the log that is not full', async () => {
    let moment = '';
    await backUp(
      async () => {
        await note(3);
        // As docs/installing.md writes it. Postgres itself takes no Z there.
        const { rows } = await client.query<{ now: string }>(
          `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"Z"') as now`,
        );
        moment = rows[0]!.now;
        await note(4);
        await logIsThere();
      },
      { MINUTES_BETWEEN: '0' },
    );
    const [then, last] = [join(folder, 'then'), join(folder, 'last')];
    expect(restore(backups, then, '2020-01-01').stderr).toContain('No copy is as old as');
    expect(restore(backups, then, moment)).toMatchObject({ status: 0, stderr: '' });
    expect(await factsIn(then)).toEqual([1, 2, 3]);
    const former = readdirSync(backups).filter((name) => name.startsWith('before-'));
    expect(former).toHaveLength(1);
    expect(restore(join(backups, former[0]!), last)).toMatchObject({ status: 0, stderr: '' });
    expect(await factsIn(last)).toEqual([1, 2, 3, 4]);
  });
});
