import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpIfDue, type ScheduledBackup } from '../../src/backup/scheduled-backup.ts';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { listBackupWarnings, readBackupState } from '../../src/domain/operating/backup-state.ts';
import { type BackedUp, backup, newBackedUp, query, startBackedUp } from '../support/backups.ts';

const HOUR = 3_600_000;

let root: string;
let place: BackedUp;
let postgres: EmbeddedPostgres;
let database: Database;
let options: ScheduledBackup;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'loyaltyd-scheduled-'));
  place = await newBackedUp(root);
  postgres = await startBackedUp(place, () => {});
  await migrate(postgres);
  database = openDatabase({
    url: postgres.serverUrl,
    poolSize: 2,
    namedStatements: true,
    applicationName: 'loyaltyd tests',
    logger: console,
  });
  options = {
    place: { dir: place.backupDir, key: null, keep: '2' },
    schedule: 'hourly',
    dataDir: place.dataDir,
    superuserUrl: postgres.superuserUrl,
    ownerUrl: postgres.ownerUrl,
    version: '0',
  };
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

/** The minute work of a server, so many ms after a full hour. */
async function work(after: number): Promise<void> {
  const real = () => new Date('2026-11-22T10:00:00').getTime() + after;
  const logger = { info() {}, warn: console.warn };
  await backUpIfDue({ db: database.db, clock: { now: real, real }, logger }, options);
}

async function names(): Promise<string[]> {
  return (await backup(place, 'list')).answer.backups.map(({ name }: { name: string }) => name);
}

describe('a server with a schedule', () => {
  it('makes and proves a backup at once, and after each moment of the schedule one more', async () => {
    await work(60_000);
    const first = await names();
    expect(first).toHaveLength(1);
    expect(await readBackupState(database)).toMatchObject({
      made: { backup: first[0] },
      proven: { backup: first[0] },
      failures: [],
      archive: { fails: false },
    });
    await work(HOUR - 1);
    expect(await names()).toEqual(first);
    await work(HOUR);
    expect(await names()).toHaveLength(2);
  });

  it('keeps as many as it was told, and of the log what they need', async () => {
    const before = await names();
    await work(2 * HOUR);
    const after = await names();
    expect(after).toHaveLength(2);
    expect(after).not.toContain(before[0]);
    expect(await backup(place, 'verify', after[0]!)).toMatchObject({ code: 0 });
  });

  it('tells of a failure, and tries again after an hour', async () => {
    const away = `${place.backupDir}.away`;
    await rename(place.backupDir, away);
    await writeFile(place.backupDir, 'no folder');
    await expect(work(3 * HOUR)).rejects.toThrow(/BACKUP_DIR .* cannot be used/);
    expect(await listBackupWarnings(database)).toContainEqual({ kind: 'backup_failed' });
    expect(await readBackupState(database)).toMatchObject({ failures: [{ kind: 'create' }] });
    await rm(place.backupDir);
    await rename(away, place.backupDir);
    await work(3 * HOUR + 60_000);
    expect((await readBackupState(database)).failures).toHaveLength(1);
    await work(4 * HOUR);
    expect((await readBackupState(database)).failures).toEqual([]);
  });

  it('leaves the work to another process that is at it', async () => {
    const before = await names();
    const holder = query(postgres.superuserUrl, 'select pg_advisory_lock(730551195), pg_sleep(2)');
    const isHeld = async () =>
      (await query(postgres.superuserUrl, "select from pg_locks where locktype = 'advisory'")).length > 0;
    while (!(await isHeld()));
    await work(5 * HOUR);
    await holder;
    expect(await names()).toEqual(before);
    expect((await readBackupState(database)).failures).toEqual([]);
  });
});
