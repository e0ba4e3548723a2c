import type { FastifyReply } from 'fastify';
import { consolePath } from './place.ts';

const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Stores a reader's choice for the console in this browser, in a cookie with this name. */
export function keepChoice(
  reply: FastifyReply,
  deps: { publicUrl: string },
  cookie: string,
  choice: string,
): void {
  reply.setCookie(cookie, choice, {
    path: consolePath(deps),
    maxAge: KEPT_SECONDS,
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.publicUrl.startsWith('https:'),
  });
}

/** Removes the choice, so that the browser decides again. */
export function dropChoice(reply: FastifyReply, deps: { publicUrl: string }, cookie: string): void {
  reply.clearCookie(cookie, { path: consolePath(deps) });
}
