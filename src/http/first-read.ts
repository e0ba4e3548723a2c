import type { FastifyRequest } from 'fastify';
import type { Deps } from '../domain/programs/deps.ts';
import type { RunEach } from '../domain/programs/key-lookup.ts';

/** Gives the answer to the first read of the request if it was asked ahead; otherwise asks Postgres. */
export function firstRead({ first_read }: FastifyRequest, { hot }: Pick<Deps, 'hot'>): RunEach {
  return first_read?.over(hot) ?? hot;
}
