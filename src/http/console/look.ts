import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed } from '../operator-session.ts';
import { keepChoice } from './kept-choice.ts';

/** The theme of the console in one browser; auto: the theme of the system. */
export const LOOKS = ['auto', 'light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

const COOKIE = 'console_look';

export function isLook(text: string | undefined): text is Look {
  return LOOKS.some((look) => look === text);
}

export function lookOf(request: FastifyRequest): Look {
  const look = cookieNamed(COOKIE, request);
  return isLook(look) ? look : 'auto';
}

export function keepLook(reply: FastifyReply, deps: { publicUrl: string }, look: Look): void {
  keepChoice(reply, deps, COOKIE, look);
}
