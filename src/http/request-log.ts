import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecentRequests } from '../domain/programs/recent-requests.ts';
import type { App } from './app-types.ts';
import { type RequestEnded, requestEnded } from './signals.ts';
import { whenGone } from './when-gone.ts';

/**
 * Writes one line per request when its answer is out or its connection broke. The route is logged as its pattern:
 * addresses contain customers' ids and session links, headers contain keys, and neither belongs in a log. Also notes
 * the requests that have a credential, for the developers of its program.
 */
export function logRequests(app: App, recent: RecentRequests): void {
  app.decorateRequest('busy_reason', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    const began = performance.now();
    whenGone(request, reply, () => {
      const ms = performance.now() - began;
      logRequest(request, reply, ms);
      noteRequest(recent, request, reply, ms);
    });
    done();
  });
}

function noteRequest(recent: RecentRequests, request: FastifyRequest, reply: FastifyReply, ms: number): void {
  if (!request.credential) return;
  const { program_id, key_id, app_id } = request.credential;
  recent.note({
    program_id,
    caller_kind: key_id === null ? 'app' : 'key',
    caller_id: key_id ?? app_id!,
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: tenths(ms),
    request_id: request.id,
    aborted: !reply.raw.writableFinished,
  });
}

/** The pattern of the route; null: no route matches the address. */
function routeOf(request: FastifyRequest): string | null {
  return request.is404 ? null : (request.routeOptions.url ?? null);
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

export function logRequest(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const route = routeOf(request);
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
      ms: tenths(ms),
      program_id: request.credential?.program_id ?? request.operated_program?.id ?? null,
      key_id: request.credential?.key_id ?? null,
      app_id: request.credential?.app_id ?? null,
      operator_id: request.operator?.id ?? null,
      address: request.ip,
      ...(request.busy_reason && { refused: request.busy_reason }),
      // The caller hung up before it had the whole answer.
      ...(!reply.raw.writableFinished && { aborted: true }),
    },
    'request',
  );
}
