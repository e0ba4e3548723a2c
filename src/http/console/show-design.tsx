import type { FastifyReply } from 'fastify';
import { sendScreen } from './access/screens.tsx';
import { DesignPage } from './design/design-page.tsx';
import type { Look } from './look.ts';

/** `GET /console/design`: the components, for developers. */
export function sendDesign(reply: FastifyReply, base: string, look: Look): FastifyReply {
  return sendScreen(reply, 200, <DesignPage base={base} look={look} />);
}
