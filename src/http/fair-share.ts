import type { FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/core/errors.ts';
import type { App } from './app-types.ts';

/** The caller: a program and one of its keys. */
interface Owner {
  program_id: number;
  key: string;
}

/** Gives turns to requests, and charges the connections that a request takes to its caller. */
export interface FairShare {
  take(owner: Owner): Promise<void> | undefined;
  give(owner: Owner): void;
  onBehalfOf(owner: Owner, work: () => void): void;
}

/** Requests without a key count as one more program, in which addresses are told apart. */
const PUBLIC = 0;

/**
 * Shares the server between programs and between their keys. While others wait, none has more than its share of the
 * requests in flight, nor of the database connections, which are charged to the caller.
 */
export function shareFairly(app: App, share: FairShare): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (/^\/(health\/|metrics$)/.test(request.routeOptions.url ?? '')) return done();
    const owner = ownerOf(request);
    const go = () => {
      const hungUp = reply.raw.closed;
      if (hungUp) share.give(owner);
      else reply.raw.once('close', () => share.give(owner));
      // The caller has hung up, and nothing was begun.
      if (hungUp) done(tooBusy());
      else share.onBehalfOf(owner, done);
    };
    const turn = share.take(owner);
    if (turn) turn.then(go, done);
    else go();
  });
}

function ownerOf({ caller, ip }: FastifyRequest): Owner {
  if (!caller) return { program_id: PUBLIC, key: ip };
  return {
    program_id: caller.program.id,
    key: caller.app_id === null ? `key ${caller.key_id}` : `app ${caller.app_id}`,
  };
}

export function tooBusy(): Unavailable {
  return new Unavailable('none', 'The server has too much to do. Nothing was changed; send it again.');
}
