import type { FastifyRequest, RouteOptions } from 'fastify';
import { secretHash } from '../domain/core/checked-secret.ts';
import { DomainError } from '../domain/core/errors.ts';
import { isAccessToken } from '../domain/oauth/secrets.ts';
import { isWellFormedApiKey } from '../domain/programs/api-key.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { FirstRead } from '../domain/programs/first-read.ts';
import type { KeyLookup } from '../domain/programs/key-lookup.ts';
import { type KeyRefusal, keyRefusal } from '../domain/programs/key-refusal.ts';
import type { FoundKey } from '../domain/programs/key-store.ts';
import type { KeyUsage } from '../domain/programs/key-usage.ts';
import { grants, type Scope } from '../domain/programs/scopes.ts';
import type { App, Caller } from './app-types.ts';
import { bodySoFar } from './body-so-far.ts';
import { InvalidToken } from './errors.ts';
import type { FailedAttempts, PassedRequest } from './failed-attempts.ts';
import type { LateLookups } from './late-lookups.ts';
import { logSecurityEvent, type SecurityEvent } from './security-log.ts';

interface AuthenticationTerms {
  keys: KeyLookup;
  late_keys: LateLookups;
  /** Whether a request that comes now would be worked on at once. */
  has_room(): boolean;
  usage: KeyUsage;
  attempts: FailedAttempts;
}

/**
 * Finds the program and the scopes of every request's API key or access token, before the request is checked or its
 * body is read. A route's `ask_ahead` may be sent together with the look-up. Its answer counts only after the
 * credential is accepted. Stops the server from starting if a route does not name its callers.
 */
export function authenticateRequests(app: App, deps: Deps, terms: AuthenticationTerms): void {
  const { attempts } = terms;
  app.decorate('failed_attempts', attempts);
  app.decorate('find_caller', (request: FastifyRequest) => findCaller(deps, terms, request));
  app.decorate('refuse_revoked', (request: FastifyRequest) => refuseRevoked(terms, request));
  app.decorateRequest('caller', null);
  app.decorateRequest('credential', null);
  app.decorateRequest('first_read', undefined);
  app.decorateRequest('program', {
    getter(this: FastifyRequest) {
      const program = this.caller?.program ?? this.operated_program;
      if (!program) throw new Error(`${this.routeOptions.url} is of no program`);
      return program;
    },
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  // This waits until the server is ready: a plugin's own hook may add the scope after this one has run.
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => route.config?.scope === undefined);
    if (undeclared.length === 0) return;
    throw new Error(
      `routes that declare no scope: ${undeclared.map(({ method, url }) => `${method} ${url}`).join('; ')}`,
    );
  });

  app.addHook('onRequest', (request, reply, done) => {
    const scope = neededScope(request);
    if (!scope) return done();
    reply.header('cache-control', 'private, no-store');
    findCaller(deps, terms, request).then((caller) => {
      request.caller = caller;
      done(scope === 'any_key' ? undefined : scopeRefusal(request, caller, scope));
    }, done);
  });
}

/** The scope that the key of a request needs; undefined: the route takes no key. Operators have sessions instead. */
export function neededScope({ routeOptions }: FastifyRequest): Scope | 'any_key' | undefined {
  const { scope } = routeOptions.config;
  return scope === 'public' || scope === 'operator' ? undefined : scope;
}

async function findCaller(deps: Deps, terms: AuthenticationTerms, request: FastifyRequest): Promise<Caller> {
  const { usage, attempts, late_keys } = terms;
  const given = credentials(request.headers.authorization);
  if (given === undefined) {
    logSecurityEvent(request, 'authentication_failed');
    const message = 'Send an API key or an access token: Authorization: Bearer <key>.';
    throw new DomainError('authentication_required', message);
  }
  // A mistyped key costs no look-up.
  const hash = hashOfKey(given);
  const name = hash?.toString('latin1');
  const isLate = (request.raw as PassedRequest).passed_late || attempts.hasTooMany(request.ip, name);
  const now = deps.clock.real();
  const found = hash && (await (isLate ? late_keys.find(hash) : lookUp(deps, terms, request, hash, now)));
  if (found) {
    const { key_id, app_id, program_id } = found;
    request.credential = { key_id, app_id, program_id };
  }
  const refusal = found ? keyRefusal(found, now, request.ip) : 'unknown';
  if (refusal) {
    // Not every late credential was looked up, and its program may have moved. So the server never says that a late
    // credential is wrong.
    if (isLate) throw tooManyFailures(attempts, request);
    attempts.noteFailure(request.ip, name);
    const [event, message] = REFUSALS[refusal];
    logSecurityEvent(request, event);
    throw new InvalidToken(message(found?.app_id != null ? 'access token' : 'API key'));
  }
  attempts.noteSuccess(name!);
  const { key_id, app_id, program_id, scopes, requests_per_second } = found!;
  if (key_id !== null) usage.note('key', { program_id, id: key_id, at: now });
  else usage.note('app', { program_id, id: app_id!, at: now });
  return { key_id, app_id, scopes, requests_per_second, program: await deps.programs.get(found!) };
}

/**
 * An expired credential is accepted to the end of an answer that began before. It may be deleted meanwhile, and that of
 * a program that moves is no longer here.
 */
async function refuseRevoked({ keys }: AuthenticationTerms, request: FastifyRequest): Promise<void> {
  const found = await keys.find(hashOfKey(credentials(request.headers.authorization)!)!);
  if (!found?.revoked) return;
  logSecurityEvent(request, 'revoked_credential');
  throw new InvalidToken(NOT_VALID());
}

/**
 * Finds the credential. The first read of the route goes with it if the server has time, and if the credential, as it
 * was last found, would be accepted. Otherwise the time of a refusal would reveal something about the data. The result
 * of the read is shown only if the credential found now is accepted and the route accepts the request. `now` is in ms
 * of the wall clock.
 */
function lookUp(
  { programs }: Pick<Deps, 'programs'>,
  { keys, has_room }: AuthenticationTerms,
  request: FastifyRequest,
  hash: Buffer,
  now: number,
): Promise<FoundKey | undefined> {
  const { ask_ahead, rate_limit } = request.routeOptions.config;
  if (!ask_ahead || rate_limit || !has_room()) return keys.find(hash);
  const before = keys.foundBefore(hash);
  const scope = neededScope(request);
  if (!before || !scope || keyRefusal(before, now, request.ip)) return keys.find(hash);
  if (scope !== 'any_key' && !grants(before.scopes, scope)) return keys.find(hash);
  const program = programs.known(before.program_id);
  if (!program) return keys.find(hash);
  const along = (body?: unknown) => {
    const first = new FirstRead();
    request.first_read = first;
    return keys.findAlong(hash, (hot) => {
      // The use case asks the same question later and meets the same error.
      ask_ahead(request, program, first.through(hot), body)?.catch(() => {});
    });
  };
  return hasBody(request) ? lookUpWithBody(keys, request, hash, along) : along();
}

function hasBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** `along` gets the body if it arrived together with the headers. */
async function lookUpWithBody(
  keys: KeyLookup,
  { raw }: FastifyRequest,
  hash: Buffer,
  along: (body: unknown) => Promise<FoundKey | undefined>,
): Promise<FoundKey | undefined> {
  // Node passes on the body of a packet after its headers, but before anything else that waits.
  await null;
  const body = bodySoFar(raw);
  return body === undefined ? keys.find(hash) : along(body);
}

const NOT_VALID = () => 'The API key or access token is not valid, or was revoked.';

const REFUSALS: Record<KeyRefusal | 'unknown', [event: SecurityEvent, message: (what: string) => string]> = {
  unknown: ['authentication_failed', NOT_VALID],
  revoked: ['revoked_credential', NOT_VALID],
  expired: ['expired_credential', (what) => `The ${what} has expired.`],
  other_network: ['credential_from_other_network', (what) => `The ${what} is not taken from this address.`],
};

/** Throws rate_limited if the request's address failed too often within a second. */
export function refuseAfterManyFailures(attempts: FailedAttempts, request: FastifyRequest): void {
  if (attempts.hasTooMany(request.ip)) throw tooManyFailures(attempts, request);
}

function tooManyFailures(attempts: FailedAttempts, request: FastifyRequest): DomainError {
  logSecurityEvent(request, 'too_many_failures');
  return attempts.tooMany();
}

/** The texts of the header that may be a key; undefined: the header has none. */
export function credentials(header: string | undefined): string[] | undefined {
  const [, scheme, text] = /^(Bearer|Basic) +([^\s]+) *$/i.exec(header ?? '') ?? [];
  if (scheme === undefined || text === undefined) return undefined;
  return scheme.toLowerCase() === 'bearer' ? [text] : userNameAndPassword(text);
}

/** Older clients know only Basic: the key is the user name or the password, and the other part may be anything. */
function userNameAndPassword(text: string): string[] | undefined {
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? undefined : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

/** undefined: none of the texts can be a key or a token. */
function hashOfKey(given: readonly string[]): Buffer | undefined {
  const key = given.find((text) => isWellFormedApiKey(text) || isAccessToken(text));
  return key === undefined ? undefined : secretHash(key);
}

function scopeRefusal(request: FastifyRequest, caller: Caller, scope: Scope): DomainError | undefined {
  if (grants(caller.scopes, scope)) return undefined;
  logSecurityEvent(request, 'scope_missing');
  const credential = caller.key_id === null ? 'access token' : 'API key';
  return new DomainError('insufficient_scope', `The ${credential} lacks the scope ${scope}.`, {
    details: { scope },
  });
}
