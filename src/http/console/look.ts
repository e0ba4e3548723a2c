import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from './place.ts';

/** The theme of the console in one browser; auto: as the system is. */
export const LOOKS = ['auto', 'light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

const COOKIE = 'console_look';
const KEPT_SECONDS = 400 * 24 * 60 * 60;

export function isLook(text: string | undefined): text is Look {
  return LOOKS.some((look) => look === text);
}

export function lookOf({ cookies }: FastifyRequest): Look {
  const look = cookies[COOKIE];
  return isLook(look) ? look : 'auto';
}

export function keepLook(reply: FastifyReply, deps: { publicUrl: string }, look: Look): void {
  reply.setCookie(COOKIE, look, {
    path: consolePath(deps),
    maxAge: KEPT_SECONDS,
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.publicUrl.startsWith('https:'),
  });
}
