import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { type RequestEnded, requestEnded } from './signals.ts';

/**
 * Writes one line per request, when its connection is done with it. The route is logged as its pattern. Addresses carry
 * customers' ids and session links, headers carry keys, and neither belongs in a log.
 */
export function logRequests(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    const began = performance.now();
    reply.raw.once('close', () => logRequest(request, reply, performance.now() - began));
    done();
  });
}

export function logRequest(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const route = request.is404 ? null : (request.routeOptions.url ?? null);
  if (requestEnded.hasSubscribers) {
    const program = (request.caller?.program ?? request.operated_program)?.key ?? null;
    const { method } = request;
    requestEnded.publish({ method, route, status: reply.statusCode, ms, program } satisfies RequestEnded);
  }
  request.log.info(
    {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      program_id: request.credential?.program_id ?? request.operated_program?.id ?? null,
      key_id: request.credential?.key_id ?? null,
      app_id: request.credential?.app_id ?? null,
      operator_id: request.operator?.id ?? null,
      address: request.ip,
      // The caller hung up before the answer was out.
      ...(!reply.raw.writableFinished && { aborted: true }),
    },
    'request',
  );
}
