import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Archiving, prepareArchiving } from './archiving.ts';
import type { Cluster } from './cluster.ts';
import { clusterFolder } from './cluster-folder.ts';
import {
  type Connections,
  connectionsOf,
  folderIdentity,
  type Lifetime,
  readConnections,
  writeConnections,
} from './connections.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type Holder, hold, waitForCommands } from './holder.ts';
import type { Launcher } from './launcher.ts';
import { FolderInUse, livePostmaster, type Postmaster, SocketInUse, startPostmaster } from './postmaster.ts';
import { prepareSocketFolder, removeSocketFolder } from './socket-folder.ts';

export interface KeeperOptions {
  dataDir: string;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  lifetime: Lifetime;
  fsync: boolean;
  /** Archives the log while this process runs Postgres. */
  archiving?: Archiving;
  /**
   * Finds a way to run Postgres. It is called when this process has to run Postgres. `make`: makes the cluster if there
   * is none.
   */
  prepare: (make: boolean) => Promise<Prepared>;
}

export interface Prepared {
  launcher: Launcher;
  cluster: Cluster;
}

export interface EmbeddedPostgres {
  serverUrl: string;
  ownerUrl: string;
  superuserUrl: string;
  /** For example 18.4. */
  version: string;
  /** Whether Postgres runs as our child; false while we use the Postgres of another process. */
  owned: boolean;
  /** Ends our use of Postgres, and Postgres itself if it is our child. */
  stop(): Promise<void>;
}

/** How long to wait until another Postgres on the folder accepts connections or ends. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 50;
const RECOVERY_PAUSE_MS = 1_000;

/** A server prefers to own Postgres: it waits this long until a command that runs Postgres ends. */
const COMMAND_PATIENCE_MS = 10_000;

/** How long an owner that ends waits for commands that use its Postgres. A server must have ended within 10 s. */
const FAREWELL_MS: Record<Lifetime, number> = { command: 300_000, server: 1_000 };

/**
 * How long Postgres may take to write its memory to its files. After a large load, the Postgres of a command has much
 * to write, and reading the log again at the next start would take longer. A process that starts meanwhile waits for
 * PATIENCE_MS.
 */
export const STOP_PATIENCE_MS: Record<Lifetime, number> = { command: 50_000, server: 7_000 };

/** Shorter than the time after which Postgres is ended by force. */
const ARCHIVE_PATIENCE_MS = 4_000;

type Hold = { postmaster: Postmaster; archiver?: { stop(): Promise<void> } } | { holder: Holder };

/**
 * Keeps the Postgres of one data folder available to this process. At any moment one process owns it, by a lock of
 * Postgres and the kernel; the other processes join. If the Postgres that a server uses ends, in any process, the
 * server starts it again under the same address, and its connections recover by themselves.
 */
export class Keeper {
  private held: Hold | undefined;
  private connections: Connections | undefined;
  private wasThere = false;
  private stopping = false;
  private recovery: Promise<void> = Promise.resolve();

  constructor(private readonly options: KeeperOptions) {}

  async start(): Promise<EmbeddedPostgres> {
    await this.acquire();
    const { server_url, owner_url, superuser_url, version } = this.connections!;
    const isOwned = (): boolean => this.held !== undefined && 'postmaster' in this.held;
    return {
      serverUrl: server_url,
      ownerUrl: owner_url,
      superuserUrl: superuser_url,
      version,
      get owned() {
        return isOwned();
      },
      stop: () => this.stop(),
    };
  }

  private async acquire(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!this.stopping) {
      this.connections = await readConnections(this.options.dataDir);
      this.held = (await this.join()) ?? (await this.own());
      if (this.held) {
        this.wasThere = true;
        return this.watch(this.held);
      }
      if (Date.now() > deadline) {
        throw new EmbeddedPostgresError(
          `another Postgres holds ${clusterFolder(this.options.dataDir)} and does not answer, maybe in another container: two may not share one DATA_DIR`,
        );
      }
      await delay(RETRY_MS);
    }
  }

  /** Uses a Postgres that runs already; undefined: no Postgres of this folder accepts connections. */
  private async join(): Promise<Hold | undefined> {
    if (!this.connections) return undefined;
    const { dataDir, lifetime, logger } = this.options;
    const folder = clusterFolder(dataDir);
    const identity = await folderIdentity(folder).catch(ifMissing);
    const holder = identity && (await hold(this.connections.superuser_url, folder, lifetime));
    if (!holder || holder === 'absent' || holder === 'foreign') {
      // The address of another folder is not reused: processes that reconnect there want the original.
      if (holder === 'foreign' || this.connections.folder_identity !== identity) this.connections = undefined;
      return undefined;
    }
    if (lifetime === 'server' && this.connections.lifetime === 'command') {
      const gone = await Promise.race([
        holder.ended.then(() => true),
        delay(COMMAND_PATIENCE_MS, false, { ref: false }),
      ]);
      if (gone) return undefined;
    }
    logger.info({ pid: this.connections.pid }, 'using the embedded Postgres of another process');
    return { holder };
  }

  /** Runs Postgres as our child; undefined: another Postgres has the folder. */
  private async own(previous = this.connections?.socket_folder): Promise<Hold | undefined> {
    const { dataDir, fsync, lifetime, logger, archiving } = this.options;
    const folder = clusterFolder(dataDir);
    // This check comes before any change in the folder, even of owners of files.
    if (await livePostmaster(join(folder, 'postmaster.pid'), folder)) return undefined;
    const { launcher, cluster } = await this.options.prepare(!this.wasThere);
    const socketFolder = await prepareSocketFolder(launcher, dataDir, previous);
    try {
      const logFile = join(dataDir, 'postgres.log');
      const { settings, begin } = await prepareArchiving(dataDir, lifetime, archiving);
      const postmaster = await startPostmaster({
        launcher,
        folder: cluster.folder,
        socketFolder,
        logFile,
        fsync,
        settings,
      });
      const archiver = await begin(cluster.folder);
      postmaster.ended.then(() => archiver?.stop());
      this.connections = {
        ...connectionsOf(cluster.credentials, socketFolder),
        version: launcher.binaries.version,
        folder_identity: await folderIdentity(cluster.folder),
        pid: process.pid,
        lifetime,
      };
      await writeConnections(dataDir, this.connections);
      logger.info({ pid: postmaster.pid, route: launcher.route }, 'started the embedded Postgres');
      return { postmaster, archiver };
    } catch (error) {
      if (socketFolder !== previous) await removeSocketFolder(socketFolder);
      if (error instanceof FolderInUse) return undefined;
      if (error instanceof SocketInUse) return this.own('');
      throw error;
    }
  }

  private watch(held: Hold): void {
    if (this.options.lifetime === 'command') return;
    const ended = 'postmaster' in held ? held.postmaster.ended : held.holder.ended;
    ended.then(() => {
      if (!this.stopping) this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    this.options.logger.warn('the embedded Postgres has ended; starting it again');
    this.held = undefined;
    let said = '';
    while (!this.stopping) {
      try {
        return await this.acquire();
      } catch (error) {
        // The same problem is logged once, not every second.
        const { message } = error as Error;
        if (message !== said) {
          this.options.logger.error({ err: error }, 'the embedded Postgres does not start again');
        }
        said = message;
        await delay(RECOVERY_PAUSE_MS);
      }
    }
  }

  private async stop(): Promise<void> {
    this.stopping = true;
    await this.recovery;
    const { held } = this;
    this.held = undefined;
    if (!held) return;
    if ('holder' in held) return held.holder.release();
    const { superuser_url, socket_folder } = this.connections!;
    const used = await waitForCommands(superuser_url, FAREWELL_MS[this.options.lifetime]);
    // Postgres archives the last of its log as it ends. If that takes too long, it keeps the rest for the next start.
    const impatience = setTimeout(() => held.archiver?.stop(), ARCHIVE_PATIENCE_MS);
    await held.postmaster.stop(STOP_PATIENCE_MS[this.options.lifetime]);
    clearTimeout(impatience);
    await held.archiver?.stop();
    if (!used) await removeSocketFolder(socket_folder);
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
