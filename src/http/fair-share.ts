import type { FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/core/errors.ts';
import type { App } from './app-types.ts';
import { isGone, whenGone } from './when-gone.ts';

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
    if (isOfHealth(request)) return done();
    const owner = ownerOf(request);
    const go = () => {
      const hungUp = isGone(request, reply);
      whenGone(request, reply, () => share.give(owner));
      // The caller has hung up, and nothing was begun.
      if (hungUp) done(tooBusy());
      else share.onBehalfOf(owner, done);
    };
    const turn = share.take(owner);
    if (turn) turn.then(go, done);
    else go();
  });
}

/** Monitors are answered however much there is to do. */
export function isOfHealth(request: FastifyRequest): boolean {
  return /^\/(health\/|metrics$)/.test(request.routeOptions.url ?? '');
}

function ownerOf({ caller, ip }: FastifyRequest): Owner {
  if (!caller) return { program_id: PUBLIC, key: ip };
  return {
    program_id: caller.program.id,
    key: caller.app_id === null ? `key ${caller.key_id}` : `app ${caller.app_id}`,
  };
}

/** full: refused at the door. no_turn: no turn came in time. */
export type BusyReason = 'full' | 'no_turn';

/** Nothing was begun. The log has a line for the request, and needs no second one with the way through the code. */
export class TooBusy extends Unavailable {
  constructor(
    readonly reason: BusyReason,
    why: string,
  ) {
    super('none', `${why} Nothing was changed; send it again.`);
  }
}

export function tooBusy(): TooBusy {
  return new TooBusy('no_turn', 'The server has too much to do.');
}
