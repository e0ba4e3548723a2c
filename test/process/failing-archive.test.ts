import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import {
  type BackedUp,
  backup,
  isThere,
  newBackedUp,
  plantBackedUp,
  query,
  startBackedUp,
  until,
} from '../support/backups.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

let root: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  root = await makeFastFolder('failing-archive');
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

describe('a backup', () => {
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
    expect(await query(running!.ownerUrl, 'select id::int from noted order by id')).toEqual([{ id: 1 }]);
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
