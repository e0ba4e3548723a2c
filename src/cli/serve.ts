import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { type Config, loadConfig, reachableHost } from '../config.ts';
import { isSchemaCurrent, readMigrations } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { loadSecret } from '../db/secret.ts';
import { type Demo, prepareDemo } from '../demo/prepare-demo.ts';
import { type Deps, systemClock, systemRandom } from '../deps.ts';
import { purgeExpiredIdempotencyRecords } from '../domain/idempotency/store.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import { purgeExpiredWebviewSessions } from '../domain/webviews/purge-expired-sessions.ts';
import { startSweeper } from '../jobs/sweeper.ts';
import { VERSION } from '../version.ts';
import { bannerFields, bannerText, type Started } from './banner.ts';
import { checkPostgres } from './check-postgres.ts';
import { locateDatabase } from './databases.ts';
import { startHoldingServer } from './holding-server.ts';
import { makeLogger } from './logger.ts';
import { prepareSchema } from './prepare-schema.ts';

/** Beyond the time for requests in flight: for jobs, connections and the embedded Postgres to end. */
const CLOSE_REST_MS = 1_500;

/** What is to be closed at the end, the last opened first. */
class Closers {
  private readonly closers: (() => Promise<unknown>)[] = [];
  readonly abort = new AbortController();

  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async closeAll(): Promise<void> {
    this.abort.abort();
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await close();
  }
}

/**
 * Runs the server until a signal ends it. Rejects, with everything closed again, when it cannot start.
 * At a terminal it talks to people, elsewhere (or with `json`) in JSON lines.
 */
export async function serve(options: { json?: boolean }): Promise<void> {
  const config = loadConfig();
  const text = process.stdout.isTTY === true && !options.json;
  const logger = makeLogger(config.log_level, { text });
  const closers = new Closers();
  const delay = config.shutdown_timeout_seconds * 1000 + CLOSE_REST_MS;
  const grace = { delay, logger: { error: (reason: unknown) => logger.error({ err: reason }, 'closing') } };
  closeWithGrace(grace, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'an unexpected error; closing');
    else logger.info({ signal }, 'closing');
    await closers.closeAll();
    logger.info('closed');
  });
  try {
    const started = await start(config, logger, closers);
    if (text) process.stdout.write(bannerText(started));
    else logger.info(bannerFields(started), 'listening');
  } catch (error) {
    // A signal during the start closes by itself.
    if (closers.abort.signal.aborted) return;
    await closers.closeAll();
    throw error;
  }
}

async function start(config: Config, logger: Logger, closers: Closers): Promise<Started> {
  const holding = await startHoldingServer(config.host, config.port);
  closers.add(holding.close);
  const location = await locateDatabase(config, logger, 'server');
  closers.add(location.stop);
  const { applied } = await prepareSchema(location, {
    migrate: config.migrate_on_start,
    logger,
    signal: closers.abort.signal,
  });
  const database = openDatabase({
    url: location.serverUrl,
    poolSize: config.database_pool_size,
    namedStatements: config.named_statements,
    applicationName: 'loyaltyd',
    logger,
  });
  closers.add(database.close);
  const version = await checkPostgres(database.pool, logger);
  const deps = await makeDeps(config, database, logger);
  const local_url = `http://${reachableHost(config.host)}:${config.port}`;
  const demo = config.demo ? await demoIfPossible(deps, config.data_dir, local_url) : undefined;
  await holding.close();
  await listen(config, deps, database, closers, demo);
  return {
    config,
    local_url,
    database: location.embedded ? location.description : `${location.description} (version ${version})`,
    applied,
    has_program: (await deps.programs.all()).length > 0,
    demo: demo?.facts,
  };
}

/** What is only shown must not keep the server from serving. */
async function demoIfPossible(deps: Deps, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  try {
    return await prepareDemo(deps, { dataDir, baseUrl });
  } catch (error) {
    deps.logger.error({ err: error }, 'the demo could not be made ready; serving without it');
    return undefined;
  }
}

async function makeDeps(config: Config, { db, hot }: Database, logger: Logger): Promise<Deps> {
  return {
    db,
    hot,
    programs: new ProgramCache(db),
    clock: systemClock,
    random: systemRandom,
    logger,
    secret: await loadSecret(db, config.secret_key),
    publicUrl: config.public_url,
  };
}

async function listen(
  config: Config,
  deps: Deps,
  database: Database,
  closers: Closers,
  demo: Demo | undefined,
): Promise<void> {
  const migrations = (await readMigrations()).length;
  const app = await buildApp(deps, {
    trust_proxy: config.trust_proxy,
    request_timeout_seconds: config.request_timeout_seconds,
    body_limit_bytes: config.body_limit_bytes,
    shutdown_timeout_seconds: config.shutdown_timeout_seconds,
    rate_limit_requests_per_second: config.rate_limit_requests_per_second,
    version: VERSION,
    ready: async () => !closers.abort.signal.aborted && isSchemaCurrent(database.pool, migrations),
    demo: demo?.page,
  });
  await app.listen({ host: config.host, port: config.port });
  const jobs = startSweeper(deps, {
    interval_seconds: config.sweep_interval_seconds,
    housekeeping: [purgeExpiredWebviewSessions, purgeExpiredIdempotencyRecords],
  });
  closers.add(() => Promise.all([app.close(), jobs.stop()]));
}
