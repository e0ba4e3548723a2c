import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/core/errors.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { acceptRequest, type RateVerdict } from '../domain/programs/rate-windows.ts';
import type { App, Caller, RateLimit } from './app-types.ts';

/** The limit of each key and each app, if an operator turned it on. */
const ALL_REQUESTS = 'requests';

/**
 * Applies the limits of a program and of its keys, after the key was checked and before anything else is read. The
 * headers follow draft-ietf-httpapi-ratelimit-headers: RateLimit-Policy and RateLimit.
 */
export function limitRates(app: App, deps: Deps, options: { requests_per_second: number }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.caller) return done();
    const ofKey = request.caller.requests_per_second ?? options.requests_per_second;
    const own = request.routeOptions.config.rate_limit;
    // Most requests have no limit, so they do not wait.
    if (ofKey <= 0 && !own) return done();
    enforceBoth(deps, request, reply, { ofKey, caller: request.caller, own }).then(() => done(), done);
  });
}

async function enforceBoth(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { ofKey, caller, own }: { ofKey: number; caller: Caller; own: RateLimit | undefined },
): Promise<void> {
  if (ofKey > 0) {
    const limit = { name: ALL_REQUESTS, requests_per_second: ofKey };
    const { key_id, app_id } = caller;
    const window = key_id === null ? `${ALL_REQUESTS} of app ${app_id}` : `${ALL_REQUESTS} of key ${key_id}`;
    await enforce(deps, request, reply, limit, window);
  }
  if (own) await enforce(deps, request, reply, own, own.name);
}

async function enforce(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  limit: RateLimit,
  window: string,
): Promise<void> {
  const verdict = await acceptRequest(deps.db, {
    program_id: request.program.id,
    name: window,
    per_second: limit.requests_per_second,
  });
  addHeaders(reply, limit, verdict);
  if (verdict.accepted) return;
  throw new DomainError(
    'rate_limited',
    `At most ${limit.requests_per_second} requests a second are accepted here.`,
    {
      retry_after_seconds: Math.max(1, Math.ceil(verdict.retry_after_ms / 1000)),
    },
  );
}

function addHeaders(reply: FastifyReply, limit: RateLimit, verdict: RateVerdict): void {
  append(reply, 'ratelimit-policy', `"${limit.name}";q=${limit.requests_per_second};w=1`);
  append(reply, 'ratelimit', `"${limit.name}";r=${verdict.remaining};t=1`);
}

/** Several limits are one list. */
function append(reply: FastifyReply, name: string, item: string): void {
  const given = reply.getHeader(name);
  reply.header(name, given === undefined ? item : `${given}, ${item}`);
}
