import type { Logger } from 'pino';
import { type AppOptions, buildApp } from '../app.ts';
import { type Config, reachableHost } from '../config.ts';
import { openDataKeys } from '../db/data-keys.ts';
import { readMigrations } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { Readiness } from '../db/readiness.ts';
import { Troubles } from '../db/troubles.ts';
import type { Demo } from '../demo/prepare-demo.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { lacksAdmin, makeFirstAdminLink } from '../domain/operations/join-operator.ts';
import { PASSWORD_COST } from '../domain/operators/password.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { KeyUsage } from '../domain/programs/key-usage.ts';
import { RecentRequests } from '../domain/programs/recent-requests.ts';
import { listProgramStamps } from '../domain/programs/store.ts';
import type { App } from '../http/app-types.ts';
import type { Health } from '../http/health.ts';
import { eventPresenter } from '../http/webhooks/present-event.ts';
import { type PeriodicWork, periodicWork, startSweeper } from '../jobs/sweeper.ts';
import { startWebhookDispatch } from '../jobs/webhook-dispatch.ts';
import { Outbound } from '../outbound/outbound.ts';
import type { Tracing } from '../tracing/start-tracing.ts';
import { VERSION } from '../version.ts';
import { backupWork } from './backup-work.ts';
import type { Started } from './banner.ts';
import { checkPostgres } from './check-postgres.ts';
import type { Closers } from './closers.ts';
import type { DatabaseLocation } from './databases.ts';
import type { HoldingServer } from './holding-server.ts';
import { serveMetrics } from './serve-metrics.ts';

/**
 * More requests at once would only wait for a connection, where some are answered late or not at all. Fewer would not fill
 * the statements that requests share.
 */
const IN_FLIGHT_FOR_EACH_CONNECTION = 4;

/** The last uses of keys are at most so long behind. */
const KEY_USAGE_SECONDS = 60;

/** Developers look for a request that was just made. */
const RECENT_REQUESTS_SECONDS = 5;

/**
 * Runs on a migrated database: prepares the demo, if there is one, and serves in place of `holding`. `people`: somebody
 * reads along at a terminal.
 */
export async function runApp(
  config: Config,
  location: DatabaseLocation,
  logger: Logger,
  closers: Closers,
  holding: HoldingServer,
  { people, tracing }: { people: boolean; tracing: Tracing | undefined },
): Promise<Omit<Started, 'config' | 'database' | 'applied'> & { version: string }> {
  const common = {
    url: location.serverUrl,
    namedStatements: config.named_statements,
    logger,
    troubles: new Troubles(logger, systemClock.real),
  };
  const database = openDatabase({
    ...common,
    replicaUrl: config.database_read_url ?? undefined,
    poolSize: config.database_pool_size,
    applicationName: 'loyaltyd',
  });
  closers.add(database.close);
  const readiness = new Readiness({ ...common, migrations: (await readMigrations()).length });
  closers.add(() => readiness.close());
  const version = await checkPostgres(database.pool, logger);
  const deps = await makeDeps(config, database, logger, tracing);
  database.whenMoved(() => deps.programs.forget());
  closers.add(async () => deps.outbound.close());
  const local_url = `http://${reachableHost(config.host)}:${config.port}`;
  const demo = config.demo ? await demoIfPossible(deps, config.data_dir, local_url) : undefined;
  const has_program = (await listProgramStamps(deps.db)).length > 0;
  await holding.close();
  const health: Health = {
    ready: async () => !closers.abort.signal.aborted && readiness.look(),
    db: readiness.db,
    troubles: () => common.troubles.list(),
  };
  const addMetrics = await serveMetrics(config, deps, { load: database.load, health }, closers);
  const extensions = { addMetrics, trace: tracing?.traceRequests, work: backupWork(config, location) };
  await listen(config, deps, health, closers, demo, extensions);
  const admin = await adminFacts(deps, people);
  return { version, local_url, has_program, ...admin, demo: demo?.facts };
}

/** A link is a secret: it is made for people who read it now, and never for a log. */
async function adminFacts(deps: Deps, people: boolean): Promise<Pick<Started, 'has_admin' | 'admin_link'>> {
  if (!people) return { has_admin: !(await lacksAdmin(deps)) };
  const link = await makeFirstAdminLink(deps);
  return link ? { has_admin: false, admin_link: link.address } : { has_admin: true };
}

/** A demo that fails must not keep the server from serving. */
async function demoIfPossible(deps: Deps, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  try {
    // This import loads all code that reads program files: a third of a server's memory, which servers without a demo
    // save.
    const { prepareDemo } = await import('../demo/prepare-demo.ts');
    return await prepareDemo(deps, { dataDir, baseUrl });
  } catch (error) {
    deps.logger.error({ err: error }, 'the demo could not be made ready; serving without it');
    return undefined;
  }
}

async function makeDeps(
  config: Config,
  { db, hot, replicas }: Database,
  logger: Logger,
  tracing: Tracing | undefined,
): Promise<Deps> {
  return {
    db,
    hot,
    replicas,
    programs: new ProgramCache(db),
    clock: systemClock,
    random: systemRandom,
    password_cost: PASSWORD_COST,
    logger,
    ...(await openDataKeys(db, config.secret_key, 'server')),
    publicUrl: config.public_url,
    outbound: new Outbound({
      allow_private: config.outbound_private_addresses,
      ports: config.outbound_ports,
      around: tracing?.around,
    }),
  };
}

interface Extensions {
  addMetrics: (app: App) => void;
  trace: AppOptions['trace'];
  /** Beside the work of every server. */
  work: readonly PeriodicWork[];
}

async function listen(
  config: Config,
  deps: Deps,
  health: Health,
  closers: Closers,
  demo: Demo | undefined,
  { addMetrics, trace, work }: Extensions,
): Promise<void> {
  const key_usage = new KeyUsage(deps.db);
  const recent_requests = new RecentRequests(deps);
  const app = await buildApp(deps, {
    trust_proxy: config.trust_proxy,
    request_timeout_seconds: config.request_timeout_seconds,
    body_limit_bytes: config.body_limit_bytes,
    shutdown_timeout_seconds: config.shutdown_timeout_seconds,
    failed_authentication_per_second: config.failed_authentication_per_second,
    key_usage,
    recent_requests,
    rate_limit_requests_per_second: config.rate_limit_requests_per_second,
    most_in_flight: IN_FLIGHT_FOR_EACH_CONNECTION * config.database_pool_size,
    version: VERSION,
    ...(config.sign_on && { sign_on: config.sign_on }),
    health,
    trace,
    demo: demo?.page,
  });
  addMetrics(app);
  await app.listen({ host: config.host, port: config.port });
  const jobs = startSweeper(deps, [
    ...periodicWork(config.sweep_interval_seconds),
    ...work,
    { name: 'key_usage', every_seconds: KEY_USAGE_SECONDS, work: () => key_usage.write() },
    {
      name: 'recent_requests',
      every_seconds: RECENT_REQUESTS_SECONDS,
      work: () => recent_requests.write(),
    },
  ]);
  closers.add(async () => {
    const lost = (what: string) => (error: unknown) =>
      deps.logger.warn({ err: error }, `the ${what} were not kept`);
    await Promise.all([
      key_usage.write().catch(lost('last uses of keys')),
      recent_requests.write().catch(lost('latest requests')),
    ]);
  });
  const dispatch = startWebhookDispatch(deps, eventPresenter(deps.publicUrl));
  closers.add(() => Promise.all([app.close(), jobs.stop(), dispatch.stop()]));
}
