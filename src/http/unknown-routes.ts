import type { FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { TransportError } from './errors.ts';
import { syncHook } from './sync-hook.ts';

/**
 * Before anything else, answers 404 for an address without a route, and 405 with Allow for a method that the route does
 * not have.
 */
export function refuseUnknownRoutes(app: App): void {
  const methodsByPattern = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsByPattern.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPattern.set(url, methods);
  });

  let routes: { path: RegExp; methods: Set<string> }[] = [];
  app.addHook('onReady', async () => {
    routes = [...methodsByPattern].map(([url, methods]) => ({ path: pathOf(url), methods }));
  });

  const check = (request: FastifyRequest) => {
    if (!request.is404) return;
    const path = request.raw.url!.split('?', 1)[0]!;
    const allowed = routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => [...methods]);
    if (allowed.length === 0) throw new TransportError(404);
    throw new TransportError(405, { allow: [...new Set(allowed)].sort().join(', ') });
  };
  app.addHook('onRequest', syncHook(check));
  app.setNotFoundHandler(async () => {
    throw new TransportError(404);
  });
}

/** The paths of a route's pattern: `:name` is one segment, a final `*` is anything. */
function pathOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}
