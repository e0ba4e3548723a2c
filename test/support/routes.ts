import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** A method and a pattern that the router knows: `POST /v2/orders`. */
export interface ServedRoute {
  name: string;
  method: string;
  /** With `:name` for parameters. */
  pattern: string;
  options: RouteOptions;
}

/** The routes of the server that `build` makes, from its router. So nobody can forget to add one to a list. */
export async function withRoutes<T>(build: () => Promise<T>): Promise<{ built: T; routes: ServedRoute[] }> {
  const routes: ServedRoute[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (options) => {
      for (const method of [options.method].flat()) {
        routes.push({ name: `${method} ${options.url}`, method, pattern: options.url, options });
      }
    });
  };
  const initialization = channel('fastify.initialization');
  initialization.subscribe(listen);
  try {
    return { built: await build(), routes };
  } finally {
    initialization.unsubscribe(listen);
  }
}
