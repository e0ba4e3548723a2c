import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import {
  embeddedProcesses,
  end,
  eventually,
  isAlive,
  keep,
  query,
  socketLock,
  untilGone,
} from '../support/embedded-processes.ts';

const processes = embeddedProcesses();
const { use, postmasterPid, zombie } = processes;

describe('the embedded Postgres', () => {
  it('has the two roles: the owner makes tables, the server does not', async () => {
    const { serverUrl, ownerUrl, owned } = await use('server');
    expect(owned).toBe(true);
    await keep({ ownerUrl });
    await expect(query(serverUrl, 'create table refused (id int)')).rejects.toThrow(/permission denied/);
  });

  it('keeps its passwords from others', async () => {
    await use('server');
    const mode = async (path: string) => (await stat(join(processes.dataDir, path))).mode & 0o777;
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
    await rm(processes.dataDir, { recursive: true });
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
      const log = join(processes.dataDir, 'postgres.log');
      const logger = { info() {}, warn() {}, error() {} };
      const postgres = await startOrJoinEmbedded({ dataDir: processes.dataDir, logger, lifetime });
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
      await (await startOrJoinEmbedded({ dataDir: processes.dataDir, logger, lifetime })).stop();
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
      const postgres = await startOrJoinEmbedded({ dataDir: processes.dataDir, logger, lifetime: 'command' });
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
    const postgres = await startOrJoinEmbedded({
      dataDir: processes.dataDir,
      logger: logger as never,
      lifetime: 'server',
    });
    await keep(postgres);
    const [folder, away] = [join(processes.dataDir, 'postgres'), join(processes.dataDir, 'away')];
    const pid = await postmasterPid();
    await rename(folder, away);
    process.kill(pid, 'SIGKILL');
    expect(await told).toMatch('is gone: is its disk still mounted?');
    expect(await readdir(processes.dataDir)).not.toContain('postgres');
    await rename(away, folder);
    expect(await eventually(postgres.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
    await postgres.stop();
  });

  it('starts past the locks of a postmaster that is dead and that nobody has collected', async () => {
    const first = await use('server');
    await keep(first);
    const locks = [join(processes.dataDir, 'postgres/postmaster.pid'), socketLock(first)];
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
    const pidFile = join(processes.dataDir, 'postgres/postmaster.pid');
    const left = await readFile(pidFile, 'utf8');
    await end(first.child, 'SIGTERM');
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
    const second = await use('server');
    expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
