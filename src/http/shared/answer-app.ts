import type { FastifyReply } from 'fastify';
import type { RefusedToApp } from '../../domain/oauth/check-authorization.ts';
import { withParameters } from '../../domain/oauth/redirect-uris.ts';
import type { Deps } from '../../domain/programs/deps.ts';

/** Sends a browser back to an app. The address gets this server's address as `iss` (RFC 9207). */
export function answerApp(
  reply: FastifyReply,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  address: string,
): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(withParameters(address, { iss: publicUrl }), 303);
}

/** Tells an app why its request is refused (RFC 6749, 4.1.2.1). */
export function refuseToApp(
  reply: FastifyReply,
  deps: Pick<Deps, 'publicUrl'>,
  { refusal, address }: RefusedToApp,
): FastifyReply {
  const { redirect_uri, state } = address;
  const told = { error: refusal.code, error_description: descriptionText(refusal.message), state };
  return answerApp(reply, deps, withParameters(redirect_uri, told));
}

/** The characters that a description may hold: RFC 6749, 5.2. */
export function descriptionText(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
