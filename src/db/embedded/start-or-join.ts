import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type EmbeddedPostgres, Keeper, type KeeperOptions, type Prepared } from './keeper.ts';
import type { Launcher } from './launcher.ts';
import { describeOwner } from './ownership.ts';
import { type LauncherChoice, prepareLauncher } from './prepare-launcher.ts';

interface EmbeddedOptions {
  dataDir: string;
  logger: KeeperOptions['logger'];
  lifetime: KeeperOptions['lifetime'];
  /** False only in tests: a crash of the machine may then lose everything. */
  fsync?: boolean;
  archiving?: KeeperOptions['archiving'];
  /** For tests of the ways to run Postgres. */
  launcher?: LauncherChoice;
}

/**
 * The Postgres of `dataDir`: joined if a process of ours runs it, otherwise started, and created if it never existed.
 * Throws with advice if it cannot run here.
 */
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { logger, lifetime, archiving, fsync = true } = options;
  try {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(options.dataDir);
    await requireAccess(dataDir);
    let launcher: Launcher | undefined;
    const prepare = async (make: boolean): Promise<Prepared> => {
      launcher ??= await prepareLauncher(await findBinaries(), dataDir, options.launcher);
      return { launcher, cluster: await prepareCluster(launcher, dataDir, { fsync, make }) };
    };
    return await new Keeper({ dataDir, logger, lifetime, fsync, archiving, prepare }).start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!/^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR)$/.test(code ?? '')) throw error;
    throw new EmbeddedPostgresError(`DATA_DIR ${options.dataDir} cannot be used: ${message}`);
  }
}

/** Throws an error that names the owner of the folder, because a wrong owner explains every later failure. */
async function requireAccess(dataDir: string): Promise<void> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { uid } = await stat(dataDir);
    if (uid === process.getuid!()) throw error;
    throw new EmbeddedPostgresError(describeOwner(dataDir, uid));
  }
}
