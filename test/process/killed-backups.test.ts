import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import {
  type BackedUp,
  backup,
  isThere,
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

async function start(place: BackedUp): Promise<EmbeddedPostgres> {
  running = await startBackedUp(place);
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function noted(): Promise<unknown[]> {
  return query(running!.ownerUrl, 'select id::int from noted order by id');
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
