import { createHmac, timingSafeEqual } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedSession } from '../domain/operators/start-session.ts';
import type { Deps } from '../domain/programs/deps.ts';

const COOKIE = 'loyalty_console';

/** The cookie of a browser that is on its way to the identity provider and back. */
const JOURNEY = 'loyalty_sign_on';

/**
 * Over https no other host of the domain can replace this cookie (RFC 6265bis, 4.1.3). With the stronger prefix it
 * belongs to the whole host, which is allowed if the server has the host to itself.
 */
function cookieTerms({ publicUrl }: Pick<Deps, 'publicUrl'>, cookie = COOKIE) {
  const { protocol, pathname } = new URL(publicUrl);
  const terms = { path: pathname, httpOnly: true, sameSite: 'lax' } as const;
  if (protocol !== 'https:') return { name: cookie, terms };
  const prefix = pathname === '/' ? '__Host-' : '__Secure-';
  return { name: prefix + cookie, terms: { ...terms, secure: true } };
}

/** The token that a browser sent; undefined: none. */
export function operatorToken(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string | undefined {
  return cookieNamed(cookieTerms(deps).name, request);
}

/** Read from the header: a request that is refused at the door has no `cookies` yet. */
export function cookieNamed(name: string, { headers: { cookie } }: FastifyRequest): string | undefined {
  return cookie === undefined ? undefined : fastifyCookie.parse(cookie)[name];
}

/** Stores the secrets of a journey to the identity provider in the browser for so many ms. */
export function keepJourney(
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl'>,
  signed: string,
  ms: number,
): FastifyReply {
  const { name, terms } = cookieTerms(deps, JOURNEY);
  return reply.header('set-cookie', fastifyCookie.serialize(name, signed, { ...terms, maxAge: ms / 1000 }));
}

/** The secrets of a journey that a browser sent; undefined: none. */
export function journeyOf(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string | undefined {
  return cookieNamed(cookieTerms(deps, JOURNEY).name, request);
}

export function dropJourney(reply: FastifyReply, deps: Pick<Deps, 'publicUrl'>): FastifyReply {
  const { name, terms } = cookieTerms(deps, JOURNEY);
  return reply.header('set-cookie', fastifyCookie.serialize(name, '', { ...terms, maxAge: 0 }));
}

/** Stores the session in the browser, where no script can read it, until the browser is closed or the session ends. */
export function keepOperatorSession(
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl'>,
  { token }: StartedSession,
): FastifyReply {
  const { name, terms } = cookieTerms(deps);
  return reply.header('set-cookie', fastifyCookie.serialize(name, token, terms));
}

/** Removes the session from the browser. */
export function dropOperatorSession(reply: FastifyReply, deps: Pick<Deps, 'publicUrl'>): FastifyReply {
  const { name, terms } = cookieTerms(deps);
  return reply.header('set-cookie', fastifyCookie.serialize(name, '', { ...terms, maxAge: 0 }));
}

type FormDeps = Pick<Deps, 'secret' | 'publicUrl'>;

/**
 * The value of the field `token` in each form of a signed-in operator. No other page can know it, and it is valid for
 * this session only. Its text is different in each answer, so that the length of a compressed answer reveals nothing
 * about it.
 */
export function operatorFormToken(deps: FormDeps & Pick<Deps, 'random'>, request: FastifyRequest): string {
  const token = tokenBytes(deps, request);
  const mask = deps.random.bytes(token.length);
  return Buffer.concat([mask, exclusiveOr(mask, token)]).toString('base64url');
}

export function isOperatorFormToken(deps: FormDeps, request: FastifyRequest, given: string): boolean {
  const token = tokenBytes(deps, request);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== 2 * token.length) return false;
  const [mask, masked] = [bytes.subarray(0, token.length), bytes.subarray(token.length)];
  return timingSafeEqual(exclusiveOr(mask, masked), token);
}

function tokenBytes(deps: FormDeps, request: FastifyRequest): Buffer {
  return createHmac('sha256', deps.secret)
    .update(`console form\0${operatorToken(deps, request) ?? ''}`)
    .digest();
}

function exclusiveOr(mask: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ mask[at]!));
}
