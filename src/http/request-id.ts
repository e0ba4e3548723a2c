import type { IncomingMessage } from 'node:http';
import type { Random } from '../domain/core/deps.ts';

/** The caller's own X-Request-Id if it is a plain one, otherwise a new one. */
export function requestId(request: IncomingMessage, random: Random): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newRequestId(random);
}

export function newRequestId(random: Random): string {
  return random.bytes(12).toString('base64url');
}
