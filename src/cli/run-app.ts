import type { Logger } from 'pino';
import { type Config, reachableHost } from '../config.ts';
import { ConnectionBound } from '../db/connection-bound.ts';
import { readDirectory } from '../db/directory.ts';
import { withClient } from '../db/migrate.ts';
import { CONNECT_TIMEOUT_MS, type Database } from '../db/open-database.ts';
import type { Demo } from '../demo/prepare-demo.ts';
import { systemClock } from '../deps.ts';
import { lacksAdmin, makeFirstAdminLink } from '../domain/operations/join-operator.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { HeldPrograms } from '../domain/programs/held-programs.ts';
import { countPrograms } from '../domain/programs/store.ts';
import { FailedAttempts } from '../http/failed-attempts.ts';
import type { ServerSources } from '../metrics/describe-server.ts';
import type { Tracing } from '../tracing/start-tracing.ts';
import { backupWork } from './backup-work.ts';
import type { Started } from './banner.ts';
import type { Closers } from './closers.ts';
import type { DatabaseLocation } from './databases.ts';
import { memoryForPrograms } from './heap-size.ts';
import type { HoldingServer } from './holding-server.ts';
import { openSchema } from './open-schema.ts';
import { serveMetrics } from './serve-metrics.ts';
import type { ShardServers } from './shard-servers.ts';
import type { Shell } from './shell.ts';

/**
 * Runs on a migrated database: prepares the demo, if there is one, and then serves in place of `holding`. `people`:
 * people read the output at a terminal.
 */
export async function runApp(
  config: Config,
  location: DatabaseLocation,
  logger: Logger,
  closers: Closers,
  holding: HoldingServer,
  { env, people, tracing }: { env: Shell['env']; people: boolean; tracing: Tracing | undefined },
): Promise<Omit<Started, 'config' | 'command' | 'database' | 'applied'> & { version: string }> {
  const bound =
    config.schemas === null ? undefined : new ConnectionBound(config.database_pool_size, CONNECT_TIMEOUT_MS);
  const attempts = new FailedAttempts(systemClock, config.failed_authentication_per_second);
  const common = { bound, attempts, held: new HeldPrograms(memoryForPrograms()), tracing };
  const home = await openSchema(
    config,
    {
      ...common,
      url: location.serverUrl,
      replicaUrl: config.database_read_url ?? undefined,
      publicUrl: config.public_url,
      logger,
    },
    closers,
  );
  const { deps, health, version } = home;
  const local_url = `http://${reachableHost(config.host)}:${config.port}`;
  const has_demo = config.demo && !(config.schemas !== null && (await hasDemoMoved(location)));
  const demo = has_demo ? await demoIfPossible(deps, config.data_dir, local_url) : undefined;
  const has_program = (await countPrograms(deps.db)) > 0;
  // This must come before many schemas open at once. A late answer to this question would end a server that already
  // serves.
  const admin = await adminFacts(deps, people);
  await holding.close();
  const shards = config.schemas === null ? undefined : await shardServers(config, env, { ...common, logger });
  const databases = (): [Database, ...Database[]] => [home.database, ...(shards?.databases() ?? [])];
  const sources = { ...sourcesOf(databases), health, schemas: shards };
  const addMetrics = await serveMetrics(config, deps, sources, closers);
  const app = await home.build({ demo: demo?.page, trace: tracing?.traceRequests });
  addMetrics(app);
  if (shards) {
    closers.add(() => shards.close());
    await shards.start({ location, app, deps });
  }
  await app.listen({ host: config.host, port: config.port });
  home.startJobs(app, backupWork(config, location));
  return { version, local_url, has_program, ...admin, demo: demo?.facts };
}

/**
 * The load of the connections of all schemas, and the results of reads at their replicas. One limit applies to all
 * connections.
 */
function sourcesOf(databases: () => [Database, ...Database[]]): Pick<ServerSources, 'load' | 'replicas'> {
  return {
    load: () => {
      const loads = databases().map((database) => database.load());
      const sum = (part: 'busy' | 'idle' | 'waiting') => loads.reduce((total, one) => total + one[part], 0);
      return { most: loads[0]!.most, busy: sum('busy'), idle: sum('idle'), waiting: sum('waiting') };
    },
    replicas: () => databases().flatMap(({ replicas }) => replicas ?? []),
  };
}

/** Loaded only here: a server of one schema does not need this code. */
async function shardServers(...args: ConstructorParameters<typeof ShardServers>): Promise<ShardServers> {
  const loaded = await import('./shard-servers.ts');
  return new loaded.ShardServers(...args);
}

/** A link is a secret: it is made only for people who read it now, and never for a log. */
async function adminFacts(deps: Deps, people: boolean): Promise<Pick<Started, 'has_admin' | 'admin_link'>> {
  if (!people) return { has_admin: !(await lacksAdmin(deps)) };
  const link = await makeFirstAdminLink(deps);
  return link ? { has_admin: false, admin_link: link.address } : { has_admin: true };
}

/** A demo that moved to another schema is not created again. */
async function hasDemoMoved({ serverUrl }: DatabaseLocation): Promise<boolean> {
  const { DEMO_KEY } = await import('../demo/history/prepare-history.ts');
  const directory = await withClient(serverUrl, readDirectory);
  return directory?.moved.some(({ key, shard_number }) => key === DEMO_KEY && shard_number !== 0) ?? false;
}

/** A failing demo must not stop the server from serving. */
async function demoIfPossible(deps: Deps, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  try {
    // This import loads all code that reads program files. It takes a third of a server's memory, which a server
    // without a demo saves.
    const { prepareDemo } = await import('../demo/prepare-demo.ts');
    return await prepareDemo(deps, { dataDir, baseUrl });
  } catch (error) {
    deps.logger.error({ err: error }, 'the demo could not be made ready; serving without it');
    return undefined;
  }
}
