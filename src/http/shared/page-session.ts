import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import { findWebviewSession, type WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { findPlace, type PagePlace, placeQuery, rememberPlace } from './page-place.ts';

const COOKIE = 'loyalty_page';

/**
 * Over https no other host of the domain can set this cookie in its place (RFC 6265bis, 4.1.3). With the stronger prefix
 * it belongs to the whole host, which it may where the server has that to itself.
 */
function cookieTerms(deps: Pick<Deps, 'publicUrl'>): { name: string; path: string } {
  const { protocol, pathname } = new URL(deps.publicUrl);
  if (protocol !== 'https:') return { name: COOKIE, path: pagePath(deps) };
  if (pathname === '/') return { name: `__Host-${COOKIE}`, path: '/' };
  return { name: `__Secure-${COOKIE}`, path: pagePath(deps) };
}

/** How the page's script says whose page it is where a frame is let keep no cookie. No form and no other origin can send it. */
const HEADER = 'x-loyalty-session';

/** How long the cookie outlives its session, so that the page says that it has expired, and in which words. */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** What a token looks like; nothing else is looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** closed: nothing says whose page it is; expired: its time is over; other_session: another one has taken its place. */
export type PageRefusal = 'closed' | 'expired' | 'other_session';

/** Thrown by what needs a session; the page's error handler says it kindly. `place` is null where nothing tells it. */
export class PageRefused extends Error {
  constructor(
    readonly reason: PageRefusal,
    readonly place: PagePlace | null,
  ) {
    super(`the page is refused: ${reason}`);
    this.name = 'PageRefused';
  }
}

/** The session of a token as it came, an expired one for a day more; undefined for what is none. */
export async function findPageSession(deps: Deps, token: string): Promise<WebviewSession | undefined> {
  return TOKEN.test(token) ? findWebviewSession(deps, token) : undefined;
}

/** Whose page a request is for. Throws PageRefused closed or expired. */
export async function requirePageSession(request: FastifyRequest, deps: Deps): Promise<WebviewSession> {
  const session = await findPageSession(deps, tokenOf(deps, request));
  if (!session) throw new PageRefused('closed', await findPlace(deps, request));
  rememberPlace(request, session);
  if (session.expired) throw new PageRefused('expired', session);
  return session;
}

/**
 * What a form of the page carries: nobody else's page can know it, and it is good for this session only, so that
 * a form that was left open never acts for the customer of another one.
 */
export function formToken(deps: Pick<Deps, 'secret' | 'publicUrl'>, request: FastifyRequest): string {
  return createHmac('sha256', deps.secret)
    .update(`page form\0${tokenOf(deps, request)}`)
    .digest('base64url');
}

/** Throws PageRefused other_session for a form that was not of this session's page. */
export function checkFormToken(
  deps: Pick<Deps, 'secret' | 'publicUrl'>,
  request: FastifyRequest,
  session: PagePlace,
  form: Readonly<{ token?: string }>,
): void {
  const expected = Buffer.from(formToken(deps, request));
  const given = Buffer.from(form.token ?? '');
  const holds = given.length === expected.length && timingSafeEqual(given, expected);
  if (!holds) throw new PageRefused('other_session', session);
}

/**
 * Leaves the token with the browser, out of reach of any script. In a frame within another site that takes a cookie
 * of each store's own (Partitioned), which browsers keep that block third-party cookies; there is none of that
 * kind without https, where only frames within the same site are let keep one.
 */
export function keepPageSession(
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl' | 'clock'>,
  token: string,
  { expires_at }: WebviewSession,
): void {
  const isSecure = deps.publicUrl.startsWith('https:');
  const { name, path } = cookieTerms(deps);
  reply.setCookie(name, token, {
    path,
    httpOnly: true,
    maxAge: Math.ceil((expires_at + KEPT_AFTER_EXPIRY_MS - deps.clock.real()) / 1000),
    ...(isSecure ? { secure: true, sameSite: 'none', partitioned: true } : { sameSite: 'lax' }),
  });
}

/** Where the page of the cookie is. It tells its place, for browsers that kept no cookie and are to be told so. */
export function pageAddress(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  place: PagePlace,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${pagePath(deps)}?${new URLSearchParams({ ...placeQuery(deps, place), ...query })}`;
}

/** Where a form of the page leads: `rules/12/complete`. */
export function formAction(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  place: PagePlace,
  action: string,
): string {
  return `${pagePath(deps)}/${action}?${new URLSearchParams(placeQuery(deps, place))}`;
}

/** The path by which shoppers reach the page, with what a proxy puts before it. */
export function pagePath({ publicUrl }: Pick<Deps, 'publicUrl'>): string {
  return `${new URL(publicUrl).pathname.replace(/\/$/, '')}/page`;
}

function tokenOf(deps: Pick<Deps, 'publicUrl'>, { cookies, headers }: FastifyRequest): string {
  const header = headers[HEADER];
  return typeof header === 'string' ? header : (cookies[cookieTerms(deps).name] ?? '');
}
