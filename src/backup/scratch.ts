import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../db/embedded/binaries.ts';
import { type Cluster, ownFolder, readCluster } from '../db/embedded/cluster.ts';
import { clusterFolder } from '../db/embedded/cluster-folder.ts';
import { connectionsOf } from '../db/embedded/connections.ts';
import { STOP_PATIENCE_MS } from '../db/embedded/keeper.ts';
import type { Launcher } from '../db/embedded/launcher.ts';
import { type Postmaster, startPostmaster } from '../db/embedded/postmaster.ts';
import { prepareLauncher } from '../db/embedded/prepare-launcher.ts';
import { prepareSocketFolder, removeSocketFolder } from '../db/embedded/socket-folder.ts';
import { SMALL } from '../db/embedded/tuning.ts';
import { BackupError } from './backup-error.ts';
import type { Backup } from './catalogue.ts';
import type { Way } from './choose-backup.ts';
import { restoreCommand } from './gate.ts';
import { requireManifest } from './manifest.ts';
import { makeScratchFolder, type ScratchFolder } from './scratch-folder.ts';
import { digestOf, pathOf, readStored } from './stored-file.ts';
import { unpack } from './unpack.ts';
import type { Vault } from './vault.ts';
import { WalFeeder } from './wal-feeder.ts';
import { historyName, readHistory, segmentOfLsn, timelineOf } from './wal-names.ts';

/** A cluster that was made from a backup, beside the serving one. */
export interface Scratch {
  launcher: Launcher;
  /** Postgres's data folder. */
  folder: string;
  serverUrl: string;
  ownerUrl: string;
  superuserUrl: string;
  /** Ends the cluster's Postgres, and leaves its files. */
  stop(): Promise<void>;
  /** Ends the cluster's Postgres, and removes its files. */
  remove(): Promise<void>;
  /** Leaves the remaining files to the next removal of abandoned folders. */
  release(): Promise<void>;
}

interface ScratchOptions {
  /** The moment to restore, in ms; absent: the end of the archive. */
  to?: number;
  /**
   * Ends everything at once, also the cluster's Postgres. Its files are left to the next removal of abandoned folders.
   */
  signal?: AbortSignal;
}

/** Restores a backup and the log after it into a folder of its own below `dataDir`, and starts Postgres there. */
export async function openScratch(
  vault: Vault,
  way: Way,
  dataDir: string,
  { to, signal }: ScratchOptions,
): Promise<Scratch> {
  const launcher = await prepareLauncher(await findBinaries(), dataDir);
  const { backup } = way;
  if (backup.postgres.split('.')[0] !== launcher.binaries.version.split('.')[0]) {
    throw new BackupError(
      `The backup ${backup.name} was made by Postgres ${backup.postgres}, and the embedded one is ${launcher.binaries.version}. Use the loyaltyd that made it: ${backup.loyaltyd}.`,
    );
  }
  const ours = await makeScratchFolder(dataDir);
  const home = ours.path;
  try {
    await unpackBackup(vault, backup, clusterFolder(home), signal);
    await mkdir(join(home, 'exchange'), { mode: 0o700 });
    await writeFile(join(clusterFolder(home), 'recovery.signal'), '');
    await ownFolder(launcher, home, true);
    await ownFolder(launcher, clusterFolder(home));
    return await recover({ vault, way, launcher, ours, to, signal });
  } catch (error) {
    await removeUnlessEnding(home, signal);
    await ours.release();
    throw error;
  }
}

/** A process that is ending has no time for a large removal. */
async function removeUnlessEnding(folder: string, signal: AbortSignal | undefined): Promise<void> {
  if (!signal?.aborted) await rm(folder, { recursive: true, force: true });
}

/** Checks every byte: the stored files against the backup's record, the unpacked files against Postgres's list. */
async function unpackBackup(
  vault: Vault,
  backup: Backup,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { place, bytes, sha256 } of backup.files) {
    const found = await digestOf(pathOf(vault, place), signal).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new BackupError(`${place} is missing in BACKUP_DIR.`);
      throw error;
    });
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupError(`${place} is damaged: it is not as it was written.`);
  }
  const manifest: Buffer[] = [];
  for await (const chunk of readStored(vault, `${backup.name}/backup_manifest`)) manifest.push(chunk);
  const place = `${backup.name}/base.tar`;
  await mkdir(folder, { mode: 0o700 });
  requireManifest(
    Buffer.concat(manifest),
    await unpack(readStored(vault, place, signal), folder, place),
    place,
  );
}

interface Recovery {
  vault: Vault;
  way: Way;
  launcher: Launcher;
  ours: ScratchFolder;
  to: number | undefined;
  signal: AbortSignal | undefined;
}

async function recover({ vault, way, launcher, ours, to, signal }: Recovery): Promise<Scratch> {
  const { path: home, release } = ours;
  const cluster = await readCluster(clusterFolder(home));
  const socketFolder = await prepareSocketFolder(launcher, home, undefined);
  const exchange = join(home, 'exchange');
  const feeder = new WalFeeder(vault, exchange, launcher);
  let postmaster: Postmaster;
  try {
    postmaster = await startPostmaster({
      launcher,
      folder: cluster.folder,
      socketFolder,
      logFile: join(home, 'postgres.log'),
      fsync: true,
      settings: settingsOf(exchange, way.timeline, to),
      signal,
    });
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw feeder.failure ?? explained(error as Error, way, to);
  } finally {
    await feeder.stop();
  }
  const stop = async () => {
    await postmaster.stop(STOP_PATIENCE_MS.command);
    await removeSocketFolder(socketFolder);
  };
  const remove = async () => {
    await stop();
    await removeUnlessEnding(home, signal);
    await release();
  };
  try {
    if (to === undefined) await requireEnd(cluster, way);
  } catch (error) {
    await stop();
    throw error;
  }
  const { server_url, owner_url, superuser_url } = connectionsOf(cluster.credentials, socketFolder);
  return {
    launcher,
    folder: cluster.folder,
    serverUrl: server_url,
    ownerUrl: owner_url,
    superuserUrl: superuser_url,
    stop,
    remove,
    release,
  };
}

function settingsOf(exchange: string, timeline: number, to: number | undefined): Record<string, string> {
  return {
    restore_command: restoreCommand(exchange),
    recovery_target_timeline: String(timeline),
    ...(to === undefined
      ? {}
      : { recovery_target_time: postgresMoment(to), recovery_target_action: 'promote' }),
    ...SMALL,
    hot_standby: 'off',
    // If this cluster replaces the other, the next server archives its log from its first moment on.
    archive_mode: 'on',
    archive_command: '',
    autovacuum: 'off',
  };
}

/** Postgres reads its settings before it knows that Z is an offset. */
function postgresMoment(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '+00');
}

function explained(error: Error, { backup, gap }: Way, to: number | undefined): Error {
  if (/recovery ended before configured recovery target was reached/.test(error.message)) {
    const hole = gap === null ? '' : ` It lacks ${gap}.`;
    return new BackupError(
      `The archive ends before ${new Date(to!).toISOString()}, or nothing was committed after it.${hole} Without --to all that it holds is restored.`,
    );
  }
  return new BackupError(`Postgres could not restore the backup ${backup.name}: ${error.message}`);
}

/** Postgres treats a segment that it cannot read as the end of the log. So its end is compared with the archive. */
async function requireEnd({ folder }: Cluster, way: Way): Promise<void> {
  if (way.last === null) return;
  const histories = (await readdir(join(folder, 'pg_wal')))
    .filter((name) => name.endsWith('.history'))
    .sort();
  const newest = histories.at(-1) ?? historyName(1);
  const text = await readFile(join(folder, 'pg_wal', newest), 'utf8');
  const end = readHistory(text).at(-1)?.left_at;
  if (end !== undefined && timelineOf(newest) > way.timeline && segmentOfLsn(end) >= way.last) return;
  throw new BackupError(
    `The log comes to its end at ${end ?? 'an unknown place'}, before the end of the archive: a segment holds what Postgres cannot read.`,
  );
}
