import type { FastifyReply } from 'fastify';
import { DesignPage } from './design/design-page.tsx';
import { renderScreen } from './design/document.tsx';
import { CONSOLE_HEADERS } from './headers.ts';
import type { Look } from './look.ts';

/** `GET /console/design`: the components, for developers. */
export function sendDesign(reply: FastifyReply, base: string, look: Look): FastifyReply {
  return reply.headers(CONSOLE_HEADERS).send(renderScreen(<DesignPage base={base} look={look} />));
}
