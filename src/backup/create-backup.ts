import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type BaseBackup, type BaseBackupFacts, openBaseBackup } from '../db/base-backup.ts';
import { withClient } from '../db/migrate.ts';
import { BackupBusy, BackupError } from './backup-error.ts';
import { type Backup, listBackups, recordBackup, removeBackup } from './catalogue.ts';
import { type StoredFile, storeFile } from './stored-file.ts';
import { backupName, prepareVault, type Vault, type VaultPlace } from './vault.ts';
import { listWal } from './wal-archive.ts';
import { segmentBeforeLsn, segmentName, segmentOfLsn } from './wal-names.ts';

export interface BackupSource {
  place: VaultPlace;
  /** The address of the cluster for its superuser, with the server's database. */
  superuserUrl: string;
  ownerUrl: string;
  /** The reason why the log cannot be archived now; undefined: it can be archived. */
  archiveFailure: () => Promise<string | undefined>;
  /** The version of this server. */
  version: string;
  /** Aborts the backup. */
  signal?: AbortSignal;
}

/** The key of the lock of the one process that writes or removes backups of a cluster. */
const LOCK_KEY = 730_551_195;

/** Runs `work` while no other process writes or removes backups of this cluster. */
export async function withBackupLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(
    url,
    async (client) => {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
        LOCK_KEY,
      ]);
      if (!rows[0]!.free) throw new BackupBusy();
      return work(client);
    },
    { application_name: 'loyaltyd backup' },
  );
}

/**
 * Makes a backup of the running cluster: Postgres's base backup, and in the archive the log that completes it. It is a
 * backup once its record is written. Before that, nothing treats its folder as a backup.
 */
export async function createBackup(source: BackupSource): Promise<Backup> {
  return withBackupLock(source.superuserUrl, async (client) => {
    const facts = await readCluster(client);
    const vault = await prepareVault(source.place, facts.system_identifier);
    await removeUnfinished(vault);
    const transactions = await withClient(source.ownerUrl, countTransactions);
    const started_at = await readClock(client);
    const name = backupName(new Date(started_at));
    await makeFolder(vault, name);
    try {
      const { base, files } = await storeBase(source, vault, name);
      await requireLog(vault, base);
      const { timeline, start_lsn, stop_lsn } = base;
      const backup: Backup = {
        name,
        ...facts,
        loyaltyd: source.version,
        started_at,
        finished_at: await readClock(client),
        timeline,
        start_lsn,
        stop_lsn,
        transactions,
        files,
      };
      await recordBackup(vault, backup);
      return backup;
    } catch (error) {
      await removeBackup(vault, name).catch(() => {});
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The backup did not come to its end: ${(error as Error).message}`);
    }
  });
}

/** The identity of the cluster. Throws if its log is not archived: then this server does not make its backups. */
export async function readCluster(
  client: pg.Client,
): Promise<Pick<Backup, 'system_identifier' | 'postgres'>> {
  const { rows } = await client.query<{ system_identifier: string; postgres: string; archives: boolean }>(
    `select (select system_identifier::text from pg_control_system()) as system_identifier,
            split_part(current_setting('server_version'), ' ', 1) as postgres,
            current_setting('archive_mode') = 'on' and current_setting('archive_command') <> '' as archives`,
  );
  const { archives, ...facts } = rows[0]!;
  if (!archives) {
    throw new BackupError(
      'The process that runs the embedded Postgres was started without BACKUP_DIR, so the log is not archived. Start it again with the same BACKUP_DIR.',
    );
  }
  return facts;
}

async function readClock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]!.now;
}

async function countTransactions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('transactions') is not null as exists",
  );
  if (!rows[0]!.exists) return 0;
  const counted = await client.query<{ count: string }>('select count(*) as count from transactions');
  return Number(counted.rows[0]!.count);
}

async function makeFolder(vault: Vault, name: string): Promise<void> {
  await mkdir(join(vault.folder, name), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'EEXIST'
        ? 'Another backup began in this very second. Try again.'
        : `BACKUP_DIR cannot be written: ${error.message}`,
    );
  });
}

/** Removes the folders of unfinished backups. Their writers have ended, because this process has the lock. */
async function removeUnfinished(vault: Vault): Promise<void> {
  const { unfinished } = await listBackups(vault);
  for (const { name, cutShort } of unfinished) if (cutShort) await removeBackup(vault, name);
}

async function storeBase(
  source: BackupSource,
  vault: Vault,
  name: string,
): Promise<{ base: BaseBackupFacts; files: StoredFile[] }> {
  const { begin, end } = await openBaseBackup(source.superuserUrl);
  try {
    if (source.signal?.aborted) throw new BackupError(`The backup did not begin: ${CLOSING}`);
    const running = begin();
    source.signal?.addEventListener('abort', () => running.cut(CLOSING), { once: true });
    const [tar, base] = await bothOf(
      running,
      // Postgres ends the tar file only after its archive has the log. So the archive is watched meanwhile.
      storeFile(vault, `${name}/base.tar`, running.tar),
      whileArchived(running, source.archiveFailure),
    );
    const manifest = await storeFile(vault, `${name}/backup_manifest`, oneChunk(base.manifest));
    return { base, files: [tar, manifest] };
  } finally {
    await end();
  }
}

/**
 * The results of two tasks on one base backup. If one task fails, the backup is cut, and both have ended afterwards.
 */
async function bothOf<A, B>(running: BaseBackup, one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  try {
    return await Promise.all([one, other]);
  } catch (error) {
    running.cut((error as Error).message);
    await Promise.allSettled([one, other]);
    throw error;
  }
}

async function* oneChunk(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

const CLOSING = 'the server is closing';
const LOOK_MS = 1_000;
const FAILURES = 15;

/**
 * Postgres waits for its archive without a limit. If for several looks nothing can be archived and nothing more was
 * sent, the backup is aborted.
 */
async function whileArchived(
  running: BaseBackup,
  archiveFailure: () => Promise<string | undefined>,
): Promise<BaseBackupFacts> {
  let failures = 0;
  for (let received = 0; ; received = running.received()) {
    const ended = await Promise.race([running.facts, delay(LOOK_MS, undefined, { ref: false })]);
    if (ended) return ended;
    const failure = await archiveFailure();
    failures = failure === undefined || running.received() > received ? 0 : failures + 1;
    if (failures < FAILURES) continue;
    throw new BackupError(`The log that the backup needs cannot be archived: ${failure}`);
  }
}

/** The log may be missing: a server with another BACKUP_DIR archives it there. */
async function requireLog(vault: Vault, { timeline, start_lsn, stop_lsn }: BaseBackupFacts): Promise<void> {
  const archived = new Set(await listWal(vault));
  for (let number = segmentOfLsn(start_lsn); number <= segmentBeforeLsn(stop_lsn); number += 1n) {
    const segment = segmentName(timeline, number);
    if (archived.has(segment)) continue;
    throw new BackupError(
      `BACKUP_DIR ${vault.folder} lacks ${segment} of the log: the server archives into another folder, or with another BACKUP_KEY.`,
    );
  }
}
