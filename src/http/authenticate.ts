import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../deps.ts';
import { secretHash } from '../domain/checked-secret.ts';
import { DomainError } from '../domain/errors.ts';
import { isAccessToken } from '../domain/oauth/secrets.ts';
import { isWellFormedApiKey } from '../domain/programs/api-key.ts';
import type { KeyLookup } from '../domain/programs/key-lookup.ts';
import { grants, type Scope } from '../domain/programs/scopes.ts';
import type { App, Caller } from './app-types.ts';
import { InvalidToken } from './errors.ts';

/**
 * Finds the program and the scopes of every request's API key or access token, before anything else is
 * read of it, and refuses to start with a route that does not say who may call it.
 */
export function authenticateRequests(app: App, deps: Deps, keys: KeyLookup): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('program', {
    getter(this: FastifyRequest) {
      if (!this.caller) throw new Error(`${this.routeOptions.url} is public: it has no caller's program`);
      return this.caller.program;
    },
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  // Not at once: a plugin's own hook may add the scope after ours ran.
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => route.config?.scope === undefined);
    if (undeclared.length === 0) return;
    throw new Error(
      `routes that declare no scope: ${undeclared.map(({ method, url }) => `${method} ${url}`).join('; ')}`,
    );
  });

  app.addHook('onRequest', async (request, reply) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined || scope === 'public') return;
    reply.header('cache-control', 'private, no-store');
    request.caller = await findCaller(deps, keys, request);
    if (scope !== 'any_key') requireScope(request.caller, scope);
  });
}

async function findCaller(deps: Deps, keys: KeyLookup, request: FastifyRequest): Promise<Caller> {
  const key = bearer(request.headers.authorization);
  if (key === undefined) {
    const message = 'Send an API key or an access token: Authorization: Bearer <key>.';
    throw new DomainError('authentication_required', message);
  }
  // A mistyped one costs no look-up.
  const found = isWellFormedApiKey(key) || isAccessToken(key) ? await keys.find(secretHash(key)) : undefined;
  if (!found) throw new InvalidToken('The API key or access token is not valid, or was revoked.');
  if (found.expires_at !== null && found.expires_at <= deps.clock.real()) {
    throw new InvalidToken('The access token has expired.');
  }
  const { key_id, app_id, scopes } = found;
  return { key_id, app_id, scopes, program: await deps.programs.get(found) };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1];
}

function requireScope(caller: Caller, scope: Scope): void {
  if (grants(caller.scopes, scope)) return;
  const credential = caller.key_id === null ? 'access token' : 'API key';
  throw new DomainError('insufficient_scope', `The ${credential} lacks the scope ${scope}.`, {
    details: { scope },
  });
}
