import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import { findWebviewSession, type WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { findPlace, type PagePlace, placeQuery, rememberPlace } from './page-place.ts';
import { broughtPageToken, isPageToken, pageCookie, pagePath, pageTokenIn } from './page-token.ts';

/**
 * The cookie outlives its session by this time, so that the page can say in its own language that the session has
 * expired.
 */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** closed: no session was sent; expired: its time is over; other_session: another session has replaced it. */
export type PageRefusal = 'closed' | 'expired' | 'other_session';

/**
 * Thrown by routes that need a session. The page's error handler shows a friendly message. `place` is null if unknown.
 */
export class PageRefused extends Error {
  constructor(
    readonly reason: PageRefusal,
    readonly place: PagePlace | null,
  ) {
    super(`the page is refused: ${reason}`);
    this.name = 'PageRefused';
  }
}

/** The session of a token. An expired session is found for one more day. undefined for a text that is not a token. */
export async function findPageSession(deps: Deps, token: string): Promise<WebviewSession | undefined> {
  return isPageToken(token) ? findWebviewSession(deps, token) : undefined;
}

/** The session of a request. Throws PageRefused closed or expired. */
export async function requirePageSession(request: FastifyRequest, deps: Deps): Promise<WebviewSession> {
  const session = await findPageSession(deps, tokenOf(deps, request));
  if (!session) throw new PageRefused('closed', await findPlace(deps, request));
  rememberPlace(request, session);
  if (session.expired) throw new PageRefused('expired', session);
  return session;
}

/**
 * The token in each form of the page. No other page can know it, and it is valid for this session only. So an old form
 * in an open tab never acts for the customer of another session.
 */
export function formToken(deps: Pick<Deps, 'secret' | 'publicUrl'>, request: FastifyRequest): string {
  return createHmac('sha256', deps.secret)
    .update(`page form\0${tokenOf(deps, request)}`)
    .digest('base64url');
}

/** Throws PageRefused other_session for a form that does not come from this session's page. */
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
 * Stores the token in the browser, where no script can read it. In a frame within another site this needs a cookie per
 * store (Partitioned), which browsers keep even if they block third-party cookies. Such cookies need https. Without
 * https only frames within the same site may keep a cookie.
 */
export function keepPageSession(
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl' | 'clock'>,
  token: string,
  { expires_at }: WebviewSession,
): void {
  const isSecure = deps.publicUrl.startsWith('https:');
  const { name, path } = pageCookie(deps.publicUrl);
  reply.setCookie(name, token, {
    path,
    httpOnly: true,
    maxAge: Math.ceil((expires_at + KEPT_AFTER_EXPIRY_MS - deps.clock.real()) / 1000),
    ...(isSecure ? { secure: true, sameSite: 'none', partitioned: true } : { sameSite: 'lax' }),
  });
}

/** Stores the token in the browser for the program's present address too, if the request came to its former address. */
export function keepBroughtSession(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl' | 'clock'>,
  session: WebviewSession,
): void {
  const token = broughtPageToken(request.raw);
  if (token !== undefined) keepPageSession(reply, deps, token, session);
}

/**
 * The address of the cookie's page. It carries its place, so that the page can inform people whose browser kept no
 * cookie.
 */
export function pageAddress(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  place: PagePlace,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${pagePath(deps)}?${new URLSearchParams({ ...placeQuery(deps, place), ...query })}`;
}

/** The address to which a form of the page is sent, for example `rules/12/complete`. */
export function formAction(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  place: PagePlace,
  action: string,
): string {
  return `${pagePath(deps)}/${action}?${new URLSearchParams(placeQuery(deps, place))}`;
}

function tokenOf(deps: Pick<Deps, 'publicUrl'>, { raw, headers }: FastifyRequest): string {
  return broughtPageToken(raw) ?? pageTokenIn(headers, deps.publicUrl);
}
