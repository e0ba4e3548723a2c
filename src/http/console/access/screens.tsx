import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Deps } from '../../../domain/programs/deps.ts';
import { renderScreen } from '../design/document.tsx';
import { CONSOLE_HEADERS } from '../headers.ts';
import { languageOf } from '../language/languages.ts';
import { type ConsoleWording, consoleWording } from '../language/wording.ts';
import { type Look, lookOf } from '../look.ts';
import { consolePath } from '../place.ts';

/** The parts of a request that every screen shows. */
export interface Surroundings {
  base: string;
  look: Look;
  wording: ConsoleWording;
}

export function surroundingsOf(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): Surroundings {
  return {
    base: consolePath(deps),
    look: lookOf(request),
    wording: consoleWording(languageOf(request)),
  };
}

/** `headers`: for a screen that needs other headers than most. */
export function sendScreen(
  reply: FastifyReply,
  status: number,
  screen: VNode,
  headers: Readonly<Record<string, string>> = CONSOLE_HEADERS,
): FastifyReply {
  return reply.code(status).headers(headers).send(renderScreen(screen));
}

/** 303 makes the next request a GET, so the form is not sent again. */
export function leadTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers(CONSOLE_HEADERS).redirect(path, 303);
}
