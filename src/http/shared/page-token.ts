import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { publicPath } from '../public-path.ts';

const COOKIE = 'loyalty_page';

/**
 * The header in which the page's script sends the session if a frame may not keep a cookie. No form and no other origin
 * can send it.
 */
const HEADER = 'x-loyalty-session';

/** The pattern of tokens; a text of another form is not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function isPageToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The path by which shoppers reach the page, with the prefix that a proxy adds. */
export function pagePath(deps: { publicUrl: string }): string {
  return `${publicPath(deps)}/page`;
}

/**
 * Over https no other host of the domain can replace this cookie (RFC 6265bis, 4.1.3). With the stronger prefix it
 * belongs to the whole host, which is allowed if the server has the host to itself.
 */
export function pageCookie(publicUrl: string): { name: string; path: string } {
  const { protocol, pathname } = new URL(publicUrl);
  const path = pagePath({ publicUrl });
  if (protocol !== 'https:') return { name: COOKIE, path };
  if (pathname === '/') return { name: `__Host-${COOKIE}`, path: '/' };
  return { name: `__Secure-${COOKIE}`, path };
}

/** The token that a browser sends to the page below this address; empty: none. */
export function pageTokenIn(headers: IncomingHttpHeaders, publicUrl: string): string {
  const given = headers[HEADER];
  if (typeof given === 'string') return given;
  if (headers.cookie === undefined) return '';
  return fastifyCookie.parse(headers.cookie)[pageCookie(publicUrl).name] ?? '';
}

/** A request that was sent to another address of this server, which the program had before it moved. */
interface BroughtRequest extends IncomingMessage {
  brought_page_token?: string;
}

/**
 * Notes the session of a request: the app that answers it cannot read the cookie of the address to which it was sent.
 */
export function bringPageToken(request: BroughtRequest, token: string): void {
  request.brought_page_token = token;
}

/** undefined: the request was sent to the address of the app that answers it. */
export function broughtPageToken(request: BroughtRequest): string | undefined {
  return request.brought_page_token;
}
