import type { FastifyReply } from 'fastify';
import { consolePath } from './place.ts';

const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Keeps how a reader wants the console, in this browser, under the name of a cookie. */
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

/** Leaves it to the browser again. */
export function dropChoice(reply: FastifyReply, deps: { publicUrl: string }, cookie: string): void {
  reply.clearCookie(cookie, { path: consolePath(deps) });
}
