import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

interface Use {
  child: ChildProcess;
  owned: boolean;
  serverUrl: string;
  ownerUrl: string;
  superuserUrl: string;
}

let dataDir: string;
let children: ChildProcess[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loyaltyd-embedded-'));
});

beforeEach(() => {
  children = [];
});

afterEach(async () => {
  for (const child of children.reverse()) await end(child, 'SIGTERM');
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Another process that uses the Postgres of `dataDir`; resolves once it does. */
async function use(lifetime: 'command' | 'server', launcher: object = {}): Promise<Use> {
  const args = ['test/support/run-typescript.mjs', 'test/support/embedded-process.ts', dataDir, lifetime];
  const child = spawn(process.execPath, [...args, JSON.stringify(launcher)], {
    stdio: ['ignore', 'pipe', 2],
  });
  children.push(child);
  const [line] = await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
  ]);
  return { child, ...JSON.parse(line as string) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves once the query succeeds. */
async function eventually(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, text);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Commits something that must be there ever after. */
async function keep({ ownerUrl }: Pick<Use, 'ownerUrl'>): Promise<void> {
  await query(ownerUrl, 'drop table if exists kept; create table kept as select 1 as id');
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    // Dead and not yet collected by its parent, a process has no command line.
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`).length > 0;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the embedded Postgres', () => {
  it('has the two roles: the owner makes tables, the server does not', async () => {
    const { serverUrl, ownerUrl, owned } = await use('server');
    expect(owned).toBe(true);
    await keep({ ownerUrl });
    await expect(query(serverUrl, 'create table refused (id int)')).rejects.toThrow(/permission denied/);
  });

  it('keeps its passwords from others', async () => {
    await use('server');
    const mode = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777;
    expect(await mode('postgres.json')).toBe(0o600);
    expect(await mode('postgres')).toBe(0o700);
    expect(await mode('postgres/loyaltyd-credentials.json')).toBe(0o600);
  });

  it('refuses a wrong password', async () => {
    const { serverUrl } = await use('server');
    await expect(query(serverUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
  });

  it('ends with its process on SIGTERM and has all data at the next start', async () => {
    const first = await use('server');
    await keep(first);
    const pid = await postmasterPid();
    await end(first.child, 'SIGTERM');
    expect(isAlive(pid)).toBe(false);
    const second = await use('server');
    expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it.each(['signal', 'pipe'])(
    'ends when its process is killed, by %s, and the next start works',
    async (guard) => {
      const first = await use('server', { guard });
      await keep(first);
      const pid = await postmasterPid();
      await end(first.child, 'SIGKILL');
      const second = await use('server', { guard });
      expect(second.owned).toBe(true);
      expect(second.serverUrl).toBe(first.serverUrl);
      expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
      await untilGone(pid);
    },
  );

  it('is joined by a second process, which takes it over when the first is killed', async () => {
    const first = await use('server');
    const second = await use('server');
    expect([first.owned, second.owned]).toEqual([true, false]);
    expect(second.serverUrl).toBe(first.serverUrl);
    await keep(first);
    const pid = await postmasterPid();
    await end(first.child, 'SIGKILL');
    await untilGone(pid);
    expect(await eventually(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it.runIf(process.platform === 'linux')("is not reached by a terminal's Ctrl-C", async () => {
    const { child } = await use('server');
    // pid (name) state parent group …: a terminal signals the whole group of what it runs.
    const group = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[2];
    expect(group(await postmasterPid())).not.toBe(group(child.pid!));
  });

  it('is made once and is one when several processes start at once', async () => {
    await rm(dataDir, { recursive: true });
    const uses = await Promise.all([use('server'), use('server'), use('server'), use('server')]);
    expect(uses.filter(({ owned }) => owned)).toHaveLength(1);
    expect(new Set(uses.map(({ serverUrl }) => serverUrl)).size).toBe(1);
  });

  it('waits at its end for a command that uses it', async () => {
    const first = await use('command');
    const second = await use('command');
    expect(second.owned).toBe(false);
    const ended = end(first.child, 'SIGTERM');
    expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await end(second.child, 'SIGTERM');
    await ended;
  });

  it('is started again when Postgres itself is killed', async () => {
    const { ownerUrl } = await use('server');
    await keep({ ownerUrl });
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    expect(await eventually(ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('starts past a postmaster.pid whose number is another process by now', async () => {
    const first = await use('server');
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const left = await readFile(pidFile, 'utf8');
    await end(first.child, 'SIGTERM');
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
    const second = await use('server');
    expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(process.getuid?.() === 0)('the embedded Postgres of root', () => {
  it.each(['namespace', 'capability', 'nobody'])(
    'runs by way of %s, and on the data of another way',
    async (route) => {
      const first = await use('server');
      await keep(first);
      await end(first.child, 'SIGTERM');
      const second = await use('server', { route });
      expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
      const pid = await postmasterPid();
      await end(second.child, 'SIGKILL');
      await untilGone(pid);
    },
  );
});
