import type { FastifyRequest } from 'fastify';
import type { Sender } from '../../../domain/operators/start-session.ts';

/** The sender of a request, for the list of sessions and the audit. */
export function senderOf({ id, ip, headers }: FastifyRequest): Sender {
  return { request_id: id, address: ip, agent: headers['user-agent'] ?? '' };
}
