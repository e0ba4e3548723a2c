import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneBackups } from '../../src/backup/prune.ts';
import { type ScheduledBackup, ScheduledBackups } from '../../src/backup/scheduled-backup.ts';
import { removeAbandoned } from '../../src/backup/scratch-folder.ts';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { listBackupWarnings, readBackupState } from '../../src/domain/operating/backup-state.ts';
import { type BackedUp, backup, newBackedUp, query, startBackedUp, until } from '../support/backups.ts';
import { makeFastFolder } from '../support/fast-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { plantCluster } from '../support/seed-cluster.ts';

const HOUR = 3_600_000;

let root: string;
let place: BackedUp;
let postgres: EmbeddedPostgres;
let database: Database;
let options: ScheduledBackup;
let backups: ScheduledBackups;

beforeAll(async () => {
  root = await makeFastFolder('scheduled');
  place = await newBackedUp(root);
  await plantCluster(place.dataDir, 'migrated');
  postgres = await startBackedUp(place, () => {});
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
  backups = new ScheduledBackups(options);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

/** The minute work of a server, so many ms after a full hour. */
async function work(after: number, by = backups, more: Log & { signal?: AbortSignal } = {}): Promise<void> {
  const real = () => new Date('2026-11-22T10:00:00').getTime() + after;
  const { signal, info = () => {}, warn = console.warn } = more;
  await by.work(
    { db: database.db, clock: { now: real, real, shared: async () => real() }, logger: { info, warn } },
    signal,
  );
}

interface Log {
  info?: (fields: unknown, message?: string) => void;
  warn?: (fields: unknown, message?: string) => void;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether a proof has come so far. */
async function isRestoring(file: string): Promise<boolean> {
  const folder = (await readdir(place.dataDir)).find((name) => name.startsWith('restoring-'));
  return folder !== undefined && isThere(join(place.dataDir, folder, 'postgres', file));
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

  it('keeps a new backup where old ones cannot be removed', async () => {
    const before = await names();
    const warnings: unknown[] = [];
    const place = { ...options.place, keep: 'a rule that nobody can read' };
    await work(6 * HOUR, new ScheduledBackups({ ...options, place }), {
      warn: (_fields, message) => warnings.push(message),
    });
    expect(await names()).toHaveLength(before.length + 1);
    expect(warnings).toEqual(['old backups were not removed']);
  });

  it('proves later what it could not prove at once, and removes no older backup before', async () => {
    const before = await names();
    const closing = new AbortController();
    const one = new ScheduledBackups({ ...options, place: { ...options.place, keep: '1' } });
    const interrupted = work(7 * HOUR, one, { signal: closing.signal, info: () => closing.abort() });
    await expect(interrupted).rejects.toThrow(/aborted/);
    const made = (await readBackupState(database)).made!.backup;
    expect(await names()).toEqual([...before, made]);
    await work(8 * HOUR - 1, one);
    expect((await readBackupState(database)).proven!.backup).not.toBe(made);
    // The time of the next backup has not come.
    const weekly = new ScheduledBackups({
      ...options,
      place: { ...options.place, keep: '1' },
      schedule: 'weekly sunday 03:30',
    });
    for (const point of ['base', 'recovery.signal']) {
      const ending = new AbortController();
      const proof = work(8 * HOUR, weekly, { signal: ending.signal });
      const isGivenUp = expect(proof).rejects.toThrow(/aborted/);
      await Promise.race([until(() => isRestoring(point)), isGivenUp]);
      ending.abort();
      await isGivenUp;
      await removeAbandoned(place.dataDir);
      expect(await isRestoring(point)).toBe(false);
    }
    await work(8 * HOUR, weekly);
    expect((await readBackupState(database)).proven!.backup).toBe(made);
    expect(await names()).toEqual([made]);
  });

  it('does not begin while it closes', async () => {
    const before = await names();
    await expect(work(9 * HOUR, backups, { signal: AbortSignal.abort() })).rejects.toThrow(/is closing/);
    expect(await names()).toEqual(before);
    await work(10 * HOUR);
  });

  it('makes one before its time where the folder lost the last one, or the log after it', async () => {
    const [first] = (await names()).slice(-1);
    await rm(join(place.backupDir, first!), { recursive: true });
    await work(10 * HOUR + 60_000, new ScheduledBackups(options));
    const [second] = (await names()).slice(-1);
    expect(second).not.toBe(first);
    const segments: string[] = [];
    for (const turn of [1, 2, 3]) {
      await query(postgres.ownerUrl, `create table lost_${turn} ()`);
      const [row] = await query<{ name: string }>(
        postgres.superuserUrl,
        'select pg_walfile_name(pg_switch_wal()) as name',
      );
      segments.push(join(place.backupDir, 'wal', `${row!.name}.gz`));
    }
    await until(() => isThere(segments.at(-1)!));
    await work(10 * HOUR + 120_000, new ScheduledBackups(options));
    expect((await names()).at(-1)).toBe(second);
    await rm(segments[1]!);
    await work(10 * HOUR + 180_000, new ScheduledBackups(options));
    expect((await names()).at(-1)).not.toBe(second);
  });

  it('leaves the work to another process that is at it', async () => {
    const before = await names();
    const holder = query(postgres.superuserUrl, 'select pg_advisory_lock(730551195), pg_sleep(2)');
    const isHeld = async () =>
      (await query(postgres.superuserUrl, "select from pg_locks where locktype = 'advisory'")).length > 0;
    while (!(await isHeld()));
    await work(11 * HOUR);
    await holder;
    expect(await names()).toEqual(before);
    expect((await readBackupState(database)).failures).toEqual([]);
  });
});

describe('a backup by a command', () => {
  it('of which the doctor says that it lies on the disk of the database, made or not', async () => {
    for (const dir of [place.backupDir, join(place.dataDir, 'none/yet')]) {
      const { stdout } = await runCommand(['doctor', '--json'], { ...place.env, BACKUP_DIR: dir });
      const { checks } = JSON.parse(stdout) as { checks: { check: string; findings: unknown[] }[] };
      expect(checks.find(({ check }) => check === 'backup_disk')!.findings).toMatchObject([
        {
          level: 'warning',
          message: expect.stringContaining(`BACKUP_DIR ${dir} is on the disk of DATA_DIR`),
        },
      ]);
    }
  });

  it('stays where the running server is of another database', async () => {
    const [vault, wal] = [join(place.backupDir, 'vault.json'), join(place.backupDir, 'wal')];
    const own = await readFile(vault, 'utf8');
    const [before, segments] = [await names(), await readdir(wal)];
    expect(before.length).toBeGreaterThan(1);
    await writeFile(vault, JSON.stringify({ ...JSON.parse(own), system_identifier: '1' }));
    const pruned = pruneBackups({ ...options.place, keep: '1' }, postgres.superuserUrl, before.at(-1)!);
    await expect(pruned).rejects.toThrow(/holds the backups of another database/);
    await writeFile(vault, own);
    expect(await names()).toEqual(before);
    expect(await readdir(wal)).toEqual(expect.arrayContaining(segments));
  });

  it('takes the place of older ones once a command has proven it, if the command is to remove any', async () => {
    const before = await names();
    const once = { env: { ...place.env, BACKUP_KEEP: '1' } };
    const made = (await backup(once, 'create')).answer.name;
    const { code, answer } = await backup(once, 'verify');
    expect([code, answer.backup]).toEqual([0, made]);
    expect(answer).not.toHaveProperty('removed');
    expect(await names()).toEqual([...before, made]);
    const log = () => readdir(join(place.backupDir, 'wal'));
    const [segments, pruned] = [await log(), await backup(once, 'verify', '--prune')];
    expect(pruned).toMatchObject({ code: 0, answer: { backup: made, removed: before } });
    expect(await names()).toEqual([made]);
    const left = await log();
    const gone = segments.filter((segment) => !left.includes(segment));
    expect(gone.length).toBeGreaterThan(0);
    expect(pruned.answer.removed_log_files).toBe(gone.length);
  });
});
