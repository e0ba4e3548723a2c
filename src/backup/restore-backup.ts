import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finishReplacement, replaceCluster, requireStopped } from '../db/embedded/replace-cluster.ts';
import { BackupError } from './backup-error.ts';
import { listBackups } from './catalogue.ts';
import { checkScratch, type Restored } from './check-restored.ts';
import { type BackupChoice, chooseWay, type Way } from './choose-backup.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { backupName, openVault, type Vault, type VaultPlace } from './vault.ts';
import { listWal } from './wal-archive.ts';

export interface RestoreOptions {
  place: VaultPlace;
  dataDir: string;
  choice: BackupChoice;
  onProgress?: (done: number, of: number) => void;
}

export interface VerifyOptions extends RestoreOptions {
  /** Aborts the proof. */
  signal?: AbortSignal;
}

/** The facts of a backup that was restored. */
export interface Proven extends Restored {
  backup: string;
}

export interface RestoreOutcome extends Proven {
  /** The folder in which the former database is kept; null: there was none. */
  kept: string | null;
}

/**
 * Starts a backup as a second cluster beside the serving one, verifies it and removes it. This proves that the backup
 * is good. If the signal aborts it, throws the reason of the signal.
 */
export async function verifyBackup(options: VerifyOptions): Promise<Proven> {
  try {
    return await prove(options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function prove({ place, dataDir, choice, onProgress, signal }: VerifyOptions): Promise<Proven> {
  const vault = await openVault(place);
  const way = await findWay(vault, choice);
  requireNoGap(way, choice);
  const scratch = await openScratch(vault, way, await prepareFolder(dataDir), { to: choice.to, signal });
  try {
    return {
      backup: way.backup.name,
      ...(await checkScratch(scratch, way.backup.transactions, onProgress)),
    };
  } finally {
    await scratch.remove();
  }
}

/**
 * Replaces the embedded database with a backup and the log after it. The backup is first restored and verified beside
 * the database. Only then the two are exchanged, and the former database is kept. If this process is killed at any
 * moment, one of the two starts, complete.
 */
export async function restoreBackup({
  place,
  dataDir,
  choice,
  onProgress,
}: RestoreOptions): Promise<RestoreOutcome> {
  const vault = await openVault(place);
  const folder = await prepareFolder(dataDir);
  await finishReplacement(folder);
  await requireStopped(folder);
  const way = await findWay(vault, choice);
  requireNoGap(way, choice);
  const scratch = await openScratch(vault, way, folder, { to: choice.to });
  let restored: Restored;
  try {
    restored = await checkScratch(scratch, way.backup.transactions, onProgress);
  } catch (error) {
    await scratch.remove();
    throw error;
  }
  await scratch.stop();
  try {
    return { backup: way.backup.name, ...restored, kept: await takePlace(scratch, folder) };
  } finally {
    await scratch.release();
  }
}

async function takePlace(scratch: Scratch, dataDir: string): Promise<string | null> {
  const kept = join(dataDir, `postgres.before-${backupName(new Date())}`);
  const outcome = await replaceCluster(scratch.launcher, dataDir, { from: scratch.folder, kept });
  await rm(dirname(scratch.folder), { recursive: true, force: true });
  return outcome.kept;
}

async function findWay(vault: Vault, choice: BackupChoice): Promise<Way> {
  if (choice.to !== undefined && choice.to > Date.now())
    throw new BackupError('The moment after --to is in the future.');
  const { backups } = await listBackups(vault);
  return chooseWay(vault, backups, await listWal(vault), choice);
}

/** Postgres would treat the first missing segment as the end of the log. */
function requireNoGap({ gap }: Way, { to }: BackupChoice): void {
  if (gap === null || to !== undefined) return;
  throw new BackupError(
    `The archive lacks ${gap} of the log, though it holds later ones. With --to a moment before it can be restored; the next backup begins anew.`,
  );
}

async function prepareFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return realpath(dataDir);
}
