import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { App } from '../http/app-types.ts';
import { TransportError } from '../http/errors.ts';
import type { ServerMetrics } from './server-metrics.ts';

/**
 * Serves metrics on a port of their own. If there is a token, only callers with the token may read them; otherwise
 * everybody who reaches the port may.
 */
export async function listenForMetrics(
  metrics: ServerMetrics,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isMetrics = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isMetrics) return response.writeHead(404).end();
    if (token !== null && !isBearer(request.headers.authorization, token)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer realm="loyaltyd"' }).end();
    }
    metrics.text().then(
      (text) => response.writeHead(200, headersOf(metrics)).end(text),
      () => response.writeHead(500).end(),
    );
    return undefined;
  });
  server.requestTimeout = 5_000;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Serves metrics beside the other routes, to callers with the token. For all others the address does not exist. */
export function metricsRoute(app: App, metrics: ServerMetrics, token: string): void {
  app.get(
    '/metrics',
    { config: { scope: 'public' }, schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      if (!isBearer(request.headers.authorization, token)) throw new TransportError(404);
      return reply.headers(headersOf(metrics)).send(await metrics.text());
    },
  );
}

function headersOf({ content_type }: ServerMetrics): Record<string, string> {
  return { 'content-type': content_type, 'cache-control': 'no-store' };
}

/** The time of the comparison reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
