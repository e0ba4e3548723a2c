import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { type Config, reachableHost } from '../config.ts';
import { isSchemaCurrent, readMigrations } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { loadSecret } from '../db/secret.ts';
import type { Demo } from '../demo/prepare-demo.ts';
import { type Deps, systemClock, systemRandom } from '../deps.ts';
import { purgeExpiredIdempotencyRecords } from '../domain/idempotency/store.ts';
import { purgeExpiredTokens } from '../domain/oauth/purge-expired.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import { tidyWebhooks } from '../domain/webhooks/tidy-webhooks.ts';
import { purgeExpiredWebviewSessions } from '../domain/webviews/purge-expired-sessions.ts';
import { eventPresenter } from '../http/webhooks/present-event.ts';
import { startSweeper } from '../jobs/sweeper.ts';
import { startWebhookDispatch } from '../jobs/webhook-dispatch.ts';
import { Outbound } from '../outbound/outbound.ts';
import { VERSION } from '../version.ts';
import type { Started } from './banner.ts';
import { checkPostgres } from './check-postgres.ts';
import type { Closers } from './closers.ts';
import type { HoldingServer } from './holding-server.ts';

/** On a database that is migrated: makes the demo ready where there is one, and serves in place of `holding`. */
export async function runApp(
  config: Config,
  databaseUrl: string,
  logger: Logger,
  closers: Closers,
  holding: HoldingServer,
): Promise<Pick<Started, 'local_url' | 'has_program' | 'demo'> & { version: string }> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.database_pool_size,
    namedStatements: config.named_statements,
    applicationName: 'loyaltyd',
    logger,
  });
  closers.add(database.close);
  const version = await checkPostgres(database.pool, logger);
  const deps = await makeDeps(config, database, logger);
  closers.add(async () => deps.outbound.close());
  const local_url = `http://${reachableHost(config.host)}:${config.port}`;
  const demo = config.demo ? await demoIfPossible(deps, config.data_dir, local_url) : undefined;
  const has_program = (await deps.programs.all()).length > 0;
  await holding.close();
  await listen(config, deps, database, closers, demo);
  return { version, local_url, has_program, demo: demo?.facts };
}

/** What is only shown must not keep the server from serving. */
async function demoIfPossible(deps: Deps, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  try {
    // With it comes all that reads program files: a third of a server's memory, for those who have no demo.
    const { prepareDemo } = await import('../demo/prepare-demo.ts');
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
    outbound: new Outbound({ allow_private: config.outbound_private_addresses }),
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
    housekeeping: [
      purgeExpiredWebviewSessions,
      purgeExpiredIdempotencyRecords,
      purgeExpiredTokens,
      tidyWebhooks,
    ],
  });
  const dispatch = startWebhookDispatch(deps, eventPresenter(deps.publicUrl));
  closers.add(() => Promise.all([app.close(), jobs.stop(), dispatch.stop()]));
}
