import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import {
  type BackedUp,
  backup,
  newBackedUp,
  plantBackedUp,
  query,
  spawnBackup,
  startBackedUp,
  until,
} from '../support/backups.ts';
import { build } from '../support/command.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

const KEY = 'a key of backups that has more than thirty-two characters';

let root: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  await build();
  root = await makeFastFolder('killed-backups');
});
afterEach(stop);
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(place: BackedUp, errors?: (fields: unknown) => void): Promise<EmbeddedPostgres> {
  running = await startBackedUp(place, errors);
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function noted(): Promise<unknown[]> {
  return query(running!.ownerUrl, 'select id::int from noted order by id');
}

/** Whether a file below the folder whose path ends so has at least so many bytes. */
async function isThere(folder: string, ending: string, bytes = 0): Promise<boolean> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const path = paths.find((one) => one.endsWith(ending));
  if (path === undefined) return false;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found !== undefined && found.size >= bytes;
}

describe('a backup', () => {
  it('that is killed at any point is no backup, and the next one removes what is left', async () => {
    const place = await plantBackedUp(root, KEY);
    await start(place);
    const points = [
      () => isThere(place.backupDir, 'base.tar.gz.sealed'),
      () => isThere(place.backupDir, 'base.tar.gz.sealed', 300_000),
      () => isThere(place.backupDir, 'base.tar.gz.sealed', 2_000_000),
    ];
    for (const point of points) {
      const { child, ended } = spawnBackup(place, ['create']);
      await until(point);
      child.kill('SIGKILL');
      await ended;
      const { answer } = await backup(place, 'list');
      expect(answer.backups).toEqual([]);
      expect(answer.unfinished).toMatchObject([{ reason: 'it did not come to its end' }]);
      expect((await backup(place, 'verify')).answer.error.message).toMatch(/There is no backup yet/);
      await rm(join(place.backupDir, answer.unfinished[0].name), { recursive: true });
    }
    await mkdir(join(place.backupDir, '20260101T000000Z'));
    expect((await backup(place, 'create')).code).toBe(0);
    const { answer } = await backup(place, 'list');
    expect([answer.backups.length, answer.unfinished]).toEqual([1, []]);
  });

  it('that cannot be written to its end says so and leaves nothing', async () => {
    const place = await plantBackedUp(root);
    await start(place);
    const { code, output } = await spawnBackup(place, ['create'], 500).ended;
    expect([code, output]).toEqual([1, expect.stringContaining('The backup did not come to its end: EFBIG')]);
    expect((await backup(place, 'list')).answer).toMatchObject({ backups: [], unfinished: [] });
  });

  it('that waits for a log which cannot be archived is given up', async () => {
    const place = await plantBackedUp(root);
    const { superuserUrl } = await start(place, () => {});
    const [row] = await query<{ name: string }>(
      superuserUrl,
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    );
    await until(() => isThere(place.backupDir, 'vault.json', 10));
    await mkdir(join(place.backupDir, 'wal', `${row!.name}.gz`));
    expect((await backup(place, 'create')).answer.error.message).toMatch(
      /the backup needs cannot be archived/,
    );
    expect((await backup(place, 'list')).answer).toMatchObject({ backups: [], unfinished: [] });
  });

  it('is refused beside another one, and by a Postgres that archives nothing', async () => {
    const place = await plantBackedUp(root);
    const { superuserUrl } = await start(place);
    const holder = query(superuserUrl, 'select pg_advisory_lock(730551195), pg_sleep(1)');
    await until(
      async () => (await query(superuserUrl, "select from pg_locks where locktype = 'advisory'")).length,
    );
    expect((await backup(place, 'create')).answer.error.message).toMatch(
      /Another process is making a backup/,
    );
    await holder;
    await stop();
    const elsewhere = {
      ...place,
      env: { DATA_DIR: place.dataDir, DATABASE_URL: 'postgres://x@localhost/x' },
    };
    expect(await backup({ env: { ...elsewhere.env, BACKUP_DIR: place.backupDir } }, 'create')).toMatchObject({
      code: 2,
      answer: { error: { message: expect.stringMatching(/pgBackRest, WAL-G/) } },
    });
  });
});

describe('archiving that fails', () => {
  it('loses nothing, is shown, and goes on once it can', async () => {
    const place = await plantBackedUp(root);
    const errors: unknown[] = [];
    const { ownerUrl, superuserUrl } = await start(place, (fields) => errors.push(fields));
    await query(ownerUrl, 'create table noted (id bigint primary key)');
    expect((await backup(place, 'create')).code).toBe(0);
    const wal = join(place.backupDir, 'wal');
    await rename(wal, `${wal}.away`);
    await writeFile(wal, 'no folder');
    await query(ownerUrl, 'insert into noted values (1)');
    const [{ name } = { name: '' }] = await query<{ name: string }>(
      superuserUrl,
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    await until(async () => {
      const [row] = await query<{ failed: number }>(
        superuserUrl,
        'select failed_count::int as failed from pg_stat_archiver',
      );
      return row!.failed > 0;
    });
    expect(errors).toHaveLength(1);
    await rm(wal);
    await rename(`${wal}.away`, wal);
    await until(() => isThere(wal, `${name}.gz`));
    await stop();
    expect((await backup(place, 'restore')).code).toBe(0);
    await start(place);
    expect(await noted()).toEqual([{ id: 1 }]);
  });

  it('keeps out of the folder of another database', async () => {
    const place = await plantBackedUp(root);
    const { superuserUrl } = await start(place);
    await query(superuserUrl, 'select pg_switch_wal()');
    await until(() => isThere(place.backupDir, 'vault.json', 10));
    await stop();
    const other = { ...(await newBackedUp(root)), backupDir: place.backupDir };
    const errors: { err: Error }[] = [];
    await start(other, (fields) => errors.push(fields as { err: Error }));
    await until(async () => errors.length);
    expect(errors[0]!.err.message).toMatch(/holds the backups of another database/);
  });
});

describe('a restore', () => {
  it('that is killed at any point leaves a database that starts, whole', async () => {
    const place = await plantBackedUp(root, KEY);
    await start(place);
    await query(
      running!.ownerUrl,
      'create table noted (id bigint primary key); insert into noted values (1)',
    );
    expect((await backup(place, 'create')).code).toBe(0);
    await query(running!.ownerUrl, 'insert into noted values (2)');
    await stop();
    const points = [
      () => isThere(place.dataDir, 'postgres/base'),
      () => isThere(place.dataDir, 'recovery.signal'),
      () => isThere(place.dataDir, '.want'),
      () => isThere(place.dataDir, 'replacing.json'),
    ];
    for (const point of points) {
      const { child, ended } = spawnBackup(place, ['restore']);
      let isEnded = false;
      ended.then(() => {
        isEnded = true;
      });
      await until(async () => isEnded || (await point()));
      child.kill('SIGKILL');
      await ended;
      await start(place);
      expect(await noted()).toEqual([{ id: 1 }, { id: 2 }]);
      await stop();
    }
    expect((await backup(place, 'restore')).code).toBe(0);
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('restoring-'))).toEqual([]);
  });

  it('that is killed between its two renamings is completed by the next start', async () => {
    const place = await plantBackedUp(root);
    await start(place);
    await query(
      running!.ownerUrl,
      'create table noted (id bigint primary key); insert into noted values (1)',
    );
    await stop();
    const [folder, from, kept] = ['postgres', 'restoring-x', 'postgres.before'].map((name) =>
      join(place.dataDir, name),
    ) as [string, string, string];
    await writeFile(join(place.dataDir, 'replacing.json'), JSON.stringify({ from, kept }));
    await rename(folder, from);
    await start(place);
    expect(await noted()).toEqual([{ id: 1 }]);
    expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  });
});
