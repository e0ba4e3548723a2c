import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { addressInSchema } from '../database-address.ts';
import { addShard, registerShards, setUpDirectory, urlsOf } from '../db/add-shard.ts';
import type { ConnectionBound } from '../db/connection-bound.ts';
import { type Directory, READ_DIRECTORY, readDirectory, type Shard } from '../db/directory.ts';
import { withClient } from '../db/migrate.ts';
import type { Database } from '../db/open-database.ts';
import { systemClock } from '../deps.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { HeldPrograms } from '../domain/programs/held-programs.ts';
import type { App } from '../http/app-types.ts';
import type { FailedAttempts } from '../http/failed-attempts.ts';
import type { Health } from '../http/health.ts';
import { type Job, repeat } from '../jobs/sweeper.ts';
import type { SchemaSources } from '../metrics/server-metrics.ts';
import type { Tracing } from '../tracing/start-tracing.ts';
import { Closers } from './closers.ts';
import type { DatabaseLocation } from './databases.ts';
import { openSchema } from './open-schema.ts';
import { prepareSchema } from './prepare-schema.ts';
import { programNamed } from './program-named.ts';
import { SchemaFinder } from './schema-finder.ts';
import { shardAddress } from './shard-address.ts';
import { shardPath } from './shard-of-request.ts';
import { ShardRequests } from './shard-requests.ts';
import { UnknownNameLimit } from './unknown-name-limit.ts';

/** A change of the directory is noticed after at most so many seconds. */
const DIRECTORY_SECONDS = 1;

/** The pause before a schema that could not be opened is tried again. */
const RETRY_MS = 5_000;

/** A schema that is served. */
interface ServedShard {
  app: App;
  deps: Deps;
  database: Database;
  health: Health;
}

interface Home {
  location: DatabaseLocation;
  app: App;
  deps: Deps;
}

/**
 * Serves the schemas of the directory beside the home. Each has its own app, caches, connections and background work. A
 * request is passed to the app of its schema before anything of it is read, so no other schema is asked.
 */
export class ShardServers {
  private readonly closers = new Map<number, Closers>();
  private readonly latest = new Map<number, Shard>();
  private readonly open = new Map<number, ServedShard>();
  private readonly places: SchemaFinder;
  private readonly requests: ShardRequests;
  private refreshing: Job | undefined;
  private home!: Home;

  constructor(
    private readonly config: Config,
    private readonly env: Parameters<typeof shardAddress>[0],
    private readonly common: {
      bound: ConnectionBound | undefined;
      attempts: FailedAttempts;
      held: HeldPrograms;
      tracing: Tracing | undefined;
      logger: Logger;
    },
  ) {
    this.places = new SchemaFinder(async (number, named) => programNamed(this.depsOf(number), named));
    this.requests = new ShardRequests({
      publicUrl: config.public_url,
      places: this.places,
      unknownNames: new UnknownNameLimit(config, systemClock, common.attempts, common.logger),
      answererOf: (number) => this.answererOf(number),
    });
  }

  /** Completes the directory, begins to open its schemas, and takes over the requests of the home's server. */
  async start(home: Home): Promise<void> {
    this.home = home;
    const { app, deps, location } = home;
    if (this.config.migrate_on_start) {
      await setUpDirectory(location);
      await registerShards(location, this.config.schemas!);
    }
    const directory = await withClient(location.serverUrl, readDirectory);
    if (directory) this.take(directory);
    else
      this.common.logger.error(
        'the directory is missing; run "loyaltyd shards add" or set MIGRATE_ON_START=on',
      );
    // The home's server waits for its connections. Screens of a schema keep their connections until the schema's app
    // closes.
    app.addHook('preClose', async () => {
      await Promise.all([...this.open.values()].map((shard) => shard.app.close()));
    });
    await app.ready();
    app.server.removeAllListeners('request');
    app.server.on('request', this.requests.hand);
    this.refreshing = repeat(deps, 'directory', DIRECTORY_SECONDS, async () => {
      if (!this.places.isKnown && !(await withClient(location.serverUrl, readDirectory))) return;
      const [row] = await deps.hot.run<{ directory: Directory }>(READ_DIRECTORY, []);
      this.take(row!.directory);
    });
  }

  /** The schemas beside the home, for metrics. */
  list(): ReturnType<SchemaSources['list']> {
    return [...this.closers.keys()].map((number) => {
      const shard = this.open.get(number);
      const opened = shard && {
        ready: shard.health.ready,
        deps: { ...shard.deps, db: shard.health.db },
      };
      return { number, name: this.latest.get(number)!.name, opened };
    });
  }

  /** The databases of the served schemas. */
  databases(): Database[] {
    return [...this.open.values()].map(({ database }) => database);
  }

  async close(): Promise<void> {
    await this.refreshing?.stop();
    await Promise.all([...this.closers.values()].map((closers) => closers.closeAll()));
  }

  private take(directory: Directory): void {
    this.places.take(directory);
    for (const shard of directory.shards) {
      const { number } = shard;
      this.latest.set(number, shard);
      if (number === 0 || this.closers.has(number)) continue;
      const closers = new Closers();
      this.closers.set(number, closers);
      void this.begin(number, closers);
    }
  }

  /** Opens a schema as soon as it can be served. Until then its requests are answered 503. */
  private async begin(number: number, closers: Closers): Promise<void> {
    const { signal } = closers.abort;
    const logger = this.common.logger.child({ schema: this.latest.get(number)!.name });
    for (let said = ''; !signal.aborted; await delay(RETRY_MS, undefined, { signal }).catch(() => {})) {
      const own = new Closers();
      try {
        const served = await this.serve(this.latest.get(number)!, logger, signal, own);
        // The server may have begun to close meanwhile.
        if (signal.aborted) return await own.closeAll();
        closers.add(() => own.closeAll());
        this.open.set(number, served);
        return;
      } catch (error) {
        await own.closeAll();
        const { message } = error as Error;
        if (!signal.aborted && message !== said) logger.error({ err: error }, 'a schema is not served');
        said = message;
      }
    }
  }

  /** Resolves once the schema is served. `own` closes everything that this opens, even after a failure. */
  private async serve(shard: Shard, logger: Logger, signal: AbortSignal, own: Closers): Promise<ServedShard> {
    const { config, home } = this;
    const urls = urlsOf(shardAddress(this.env, config.database!, shard));
    const { migrate_on_start: migrate } = config;
    if (shard.state === 'making') {
      if (!migrate) throw new Error(`its tables are not made; run "loyaltyd shards add ${shard.name}"`);
      await addShard(home.location, shard, urls);
    }
    await prepareSchema(urls, { migrate, logger, signal });
    const replica = shard.url_variable === null ? config.database_read_url : null;
    const opened = await openSchema(
      config,
      {
        ...this.common,
        logger,
        url: urls.serverUrl,
        replicaUrl: replica === null ? undefined : addressInSchema(replica, shard.name),
        publicUrl: `${config.public_url}${shardPath(shard.number)}`,
      },
      own,
    );
    const app = await opened.build({ trace: this.common.tracing?.traceRequests, is_inside: true });
    await app.ready();
    opened.startJobs(app, []);
    logger.info({ number: shard.number }, 'serving a schema');
    return { app, ...opened };
  }

  /**
   * If the directory has no such number, the home answers: it refuses the request like any other unknown address or
   * key.
   */
  private answererOf(number: number) {
    const shard = this.open.get(number);
    if (shard) return { app: shard.app, is_beside: true };
    return this.closers.has(number) ? undefined : { app: this.home.app, is_beside: false };
  }

  private depsOf(number: number): Deps {
    const deps = number === 0 ? this.home.deps : this.open.get(number)?.deps;
    if (!deps) throw new Error(`the schema ${number} is not served`);
    return deps;
  }
}
