import type { Config } from '../config.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { App } from '../http/app-types.ts';
import type { Health } from '../http/health.ts';
import type { ServerSources } from '../metrics/describe-server.ts';
import type { SchemaSources } from '../metrics/server-metrics.ts';
import { VERSION } from '../version.ts';
import type { Closers } from './closers.ts';

/**
 * If the configuration has metrics, begins to count, and serves the metrics on their own port. Returns a function for
 * the app: it adds the route if the server's own port serves the metrics, and reads them once as soon as requests are
 * served. Without metrics, nothing is counted and no library is loaded.
 */
export async function serveMetrics(
  config: Pick<Config, 'host' | 'metrics'>,
  deps: Deps,
  {
    health,
    ...more
  }: Pick<ServerSources, 'load' | 'replicas'> & { health: Health; schemas?: SchemaSources | undefined },
  closers: Closers,
): Promise<(app: App) => void> {
  if (!config.metrics) return () => {};
  const { port, token, programs } = config.metrics;
  const { startMetrics } = await import('../metrics/server-metrics.ts');
  const { listenForMetrics, metricsRoute } = await import('../metrics/serve-metrics.ts');
  const sources = {
    version: VERSION,
    ...more,
    troubles: health.troubles,
    programs,
  };
  const metrics = startMetrics({ ...deps, db: health.db }, sources);
  closers.add(async () => metrics.stop());
  if (port !== null) {
    const server = await listenForMetrics(metrics, { host: config.host, port, token });
    closers.add(server.close);
  }
  return (app) => {
    if (port === null) metricsRoute(app, metrics, token!);
    // The first reading opens a connection, compiles code and plans every statement. No scrape should wait for that.
    app.addHook('onListen', async () => void metrics.text());
  };
}
