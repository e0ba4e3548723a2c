import { mkdir, realpath } from 'node:fs/promises';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type EmbeddedPostgres, Keeper, type KeeperOptions } from './keeper.ts';
import { type LauncherChoice, prepareLauncher } from './launcher.ts';

export interface EmbeddedOptions {
  dataDir: string;
  logger: KeeperOptions['logger'];
  lifetime: KeeperOptions['lifetime'];
  /** Off only in tests: a crash of the machine may then lose everything. */
  fsync?: boolean;
  /** For tests of the ways in which Postgres can run. */
  launcher?: LauncherChoice;
}

/**
 * The Postgres of `dataDir`: joined if a process of ours runs it, else started, and made if there
 * never was one. Throws with what to do when it cannot run here.
 */
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { logger, lifetime, fsync = true } = options;
  try {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(options.dataDir);
    const launcher = await prepareLauncher(await findBinaries(), dataDir, options.launcher);
    const cluster = await prepareCluster(launcher, dataDir, { fsync });
    const keeper = new Keeper({ dataDir, logger, lifetime, fsync, launcher, cluster });
    return await keeper.start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!/^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR)$/.test(code ?? '')) throw error;
    throw new EmbeddedPostgresError(`DATA_DIR ${options.dataDir} cannot be used: ${message}`);
  }
}
