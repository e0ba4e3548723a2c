import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { bannerFields, bannerText, commandHere, type Started } from './banner.ts';
import { closeAtEnd } from './close-at-end.ts';
import { Closers } from './closers.ts';
import { locateDatabase } from './databases.ts';
import { releaseNewSpace } from './heap-size.ts';
import { startHoldingServer } from './holding-server.ts';
import { makeLogger } from './logger.ts';
import { prepareSchema } from './prepare-schema.ts';
import type { Shell } from './shell.ts';
import { type Traced, traceIfAsked } from './trace-if-asked.ts';

/** The time to end jobs, connections and the embedded Postgres, beyond the time for requests in flight. */
const CLOSE_REST_MS = 1_500;

/**
 * Runs the server until a signal ends it. If it cannot start, it closes everything and rejects. At a terminal it prints
 * text for people; elsewhere (or with `json`) it prints JSON lines.
 */
export async function serve(shell: Shell, options: { json?: boolean }): Promise<void> {
  const config = loadConfig(shell.env);
  const text = shell.stdout.isTTY === true && !options.json;
  const tracing = await traceIfAsked(config);
  const logger = makeLogger(config.log_level, text ? shell.stdout : undefined, tracing?.fields);
  const closers = new Closers();
  if (tracing) closers.add(tracing.stop);
  closeAtEnd(closers, logger, config.shutdown_timeout_seconds * 1000 + CLOSE_REST_MS);
  try {
    const started = await start(shell, config, logger, closers, text, tracing);
    if (text) shell.stdout.write(bannerText(started));
    else logger.info(bannerFields(started), 'listening');
  } catch (error) {
    // A signal during the start has its own handler that closes everything.
    if (closers.abort.signal.aborted) return;
    await closers.closeAll();
    throw error;
  } finally {
    releaseNewSpace();
  }
}

async function start(
  { env }: Shell,
  config: Config,
  logger: Logger,
  closers: Closers,
  people: boolean,
  tracing: Traced | undefined,
): Promise<Started> {
  if (process.getuid?.() === 0) {
    logger.warn('running as root, which the server does not need: give it a user of its own');
  }
  const holding = await startHoldingServer(config.host, config.port);
  closers.add(holding.close);
  // Postgres starts while the server's code is loaded.
  const loading = import('./run-app.ts');
  loading.catch(() => {}); // Awaited below.
  const location = await locateDatabase(config, logger, 'server');
  closers.add(location.stop);
  const { applied } = await prepareSchema(location, {
    migrate: config.migrate_on_start,
    logger,
    signal: closers.abort.signal,
  });
  const { runApp } = await loading;
  const { version, ...running } = await runApp(config, location, logger, closers, holding, {
    env,
    people,
    tracing,
  });
  const database = location.embedded ? location.description : `${location.description} (version ${version})`;
  return { config, command: commandHere(env), database, applied, ...running };
}
