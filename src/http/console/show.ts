import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Visit } from './visit.ts';

/** Answers a request to a screen of a program. */
export type Show = (
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** The parts of a query that have one text; repeated parts count as absent. */
export function textsOf(query: unknown): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(([, value]) => typeof value === 'string'),
  ) as Record<string, string>;
}
