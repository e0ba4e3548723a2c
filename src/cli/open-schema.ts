import type { Logger } from 'pino';
import { type AppOptions, buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { ConnectionBound } from '../db/connection-bound.ts';
import { openDataKeys } from '../db/data-keys.ts';
import { readMigrations } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { Readiness } from '../db/readiness.ts';
import { Troubles } from '../db/troubles.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { PASSWORD_COST } from '../domain/operators/password.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { HeldPrograms } from '../domain/programs/held-programs.ts';
import { KeyUsage } from '../domain/programs/key-usage.ts';
import { RecentRequests } from '../domain/programs/recent-requests.ts';
import type { App } from '../http/app-types.ts';
import type { FailedAttempts } from '../http/failed-attempts.ts';
import type { Health } from '../http/health.ts';
import { eventPresenter } from '../http/webhooks/present-event.ts';
import { type PeriodicWork, periodicWork, startSweeper } from '../jobs/sweeper.ts';
import { startWebhookDispatch } from '../jobs/webhook-dispatch.ts';
import { Outbound } from '../outbound/outbound.ts';
import type { Tracing } from '../tracing/start-tracing.ts';
import { VERSION } from '../version.ts';
import { checkPostgres } from './check-postgres.ts';
import type { Closers } from './closers.ts';

/**
 * With more requests at once, the rest would only wait for a connection, and some would be answered late or not at all.
 * With fewer, the statements that requests share would not be full.
 */
const IN_FLIGHT_FOR_EACH_CONNECTION = 4;

/** The recorded last uses of keys are at most so many seconds behind. */
const KEY_USAGE_SECONDS = 60;

/** Short, because developers look for a request that they have just made. */
const RECENT_REQUESTS_SECONDS = 5;

interface SchemaOptions {
  url: string;
  replicaUrl?: string | undefined;
  /** The address of this schema's pages, console and OAuth endpoints. */
  publicUrl: string;
  /** The common limit of the connections of all schemas of this process; absent: there is one schema. */
  bound?: ConnectionBound | undefined;
  /** The failures to authenticate. All schemas of this process count them together. */
  attempts: FailedAttempts;
  /** The memory for the programs of all schemas of this process. */
  held: HeldPrograms;
  logger: Logger;
  tracing: Tracing | undefined;
}

/** The parts of a server that each schema has for itself. */
export interface OpenSchema {
  /** The version of the schema's Postgres. */
  version: string;
  database: Database;
  deps: Deps;
  health: Health;
  /** Builds the app. It does not listen yet. */
  build(more: Pick<AppOptions, 'demo' | 'trace' | 'is_inside'>): Promise<App>;
  /** Starts the background work: the work that every schema has, and `more`. */
  startJobs(app: App, more: readonly PeriodicWork[]): void;
}

/** Opens a migrated schema: its connections, its caches and its secrets. `closers` close what this opens. */
export async function openSchema(
  config: Config,
  { url, replicaUrl, publicUrl, bound, attempts, held, logger, tracing }: SchemaOptions,
  closers: Closers,
): Promise<OpenSchema> {
  const common = {
    url,
    namedStatements: config.named_statements,
    logger,
    troubles: new Troubles(logger, systemClock.real),
  };
  const database = openDatabase({
    ...common,
    replicaUrl,
    poolSize: config.database_pool_size,
    applicationName: 'loyaltyd',
    bound,
  });
  closers.add(database.close);
  const readiness = new Readiness({ ...common, migrations: (await readMigrations()).length });
  closers.add(() => readiness.close());
  const version = await database.withConnection((client) => checkPostgres(client, logger));
  const deps: Deps = {
    db: database.db,
    hot: database.hot,
    replicas: database.replicas,
    programs: new ProgramCache(database.db, held),
    clock: systemClock,
    random: systemRandom,
    password_cost: PASSWORD_COST,
    logger,
    ...(await openDataKeys(database.db, config.secret_key, 'server')),
    publicUrl,
    outbound: new Outbound({
      allow_private: config.outbound_private_addresses,
      ports: config.outbound_ports,
      around: tracing?.around,
    }),
  };
  database.whenMoved(() => deps.programs.forget());
  closers.add(async () => deps.outbound.close());
  const health: Health = {
    ready: async () => !closers.abort.signal.aborted && readiness.look(),
    db: readiness.db,
    troubles: () => common.troubles.list(),
  };
  const key_usage = new KeyUsage(deps.db);
  const recent_requests = new RecentRequests(deps);
  return {
    version,
    database,
    deps,
    health,
    build: (more) =>
      buildApp(deps, {
        trust_proxy: config.trust_proxy,
        request_timeout_seconds: config.request_timeout_seconds,
        body_limit_bytes: config.body_limit_bytes,
        shutdown_timeout_seconds: config.shutdown_timeout_seconds,
        failed_attempts: attempts,
        key_usage,
        recent_requests,
        rate_limit_requests_per_second: config.rate_limit_requests_per_second,
        most_in_flight: IN_FLIGHT_FOR_EACH_CONNECTION * config.database_pool_size,
        version: VERSION,
        ...(config.sign_on && { sign_on: config.sign_on }),
        health,
        ...more,
      }),
    startJobs(app, more) {
      const jobs = startSweeper(deps, [
        ...periodicWork(config.sweep_interval_seconds),
        ...more,
        { name: 'key_usage', every_seconds: KEY_USAGE_SECONDS, work: () => key_usage.write() },
        {
          name: 'recent_requests',
          every_seconds: RECENT_REQUESTS_SECONDS,
          work: () => recent_requests.write(),
        },
      ]);
      closers.add(async () => {
        const lost = (what: string) => (error: unknown) =>
          logger.warn({ err: error }, `the ${what} were not kept`);
        await Promise.all([
          key_usage.write().catch(lost('last uses of keys')),
          recent_requests.write().catch(lost('latest requests')),
        ]);
      });
      const dispatch = startWebhookDispatch(deps, eventPresenter(deps.publicUrl));
      closers.add(() => Promise.all([app.close(), jobs.stop(), dispatch.stop()]));
    },
  };
}
