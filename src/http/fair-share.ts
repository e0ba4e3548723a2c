import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/core/errors.ts';
import type { App } from './app-types.ts';
import { networkOf } from './failed-attempts.ts';
import { isGone, whenGone } from './when-gone.ts';

/** The caller: a program and one of its keys. */
interface Owner {
  program_id: number;
  key: string;
}

/** Gives turns to requests, and charges the connections that a request takes to its caller. */
export interface FairShare {
  /** Returns undefined if the turn is given at once. Whoever waits is told how to leave: the promise rejects then. */
  take(owner: Owner, onWait: (leave: () => void) => void): Promise<void> | undefined;
  give(owner: Owner): void;
  onBehalfOf(owner: Owner, work: () => void): void;
}

/** Requests without a key count as one more program, in which addresses are told apart. */
const PUBLIC = 0;

/** Whoever signs in to the console or joins it counts as one more, which shoppers do not hold up. */
const AT_THE_CONSOLE = -2;

/** Operators count as one more, so that they can look while programs and their customers ask too much. */
const OPERATORS = -1;

/**
 * A shorter answer is no work for a reader that takes its time. All that a full server has room for are 100 MB of them.
 * A longer one keeps its turn, so that one key cannot fill the memory with answers that it does not read.
 */
const SHORT_ANSWER = 100_000;

/**
 * Shares the server between programs and between their keys. None has more than its share of the requests that are
 * worked on, nor of the database connections, which are charged to the caller.
 */
export function shareFairly(app: App, share: FairShare): void {
  app.decorateRequest('give_turn', null);
  app.addHook('preValidation', (request, reply, done) => {
    if (isOfHealth(request)) return done();
    const owner = ownerOf(request);
    const go = () => {
      const hungUp = isGone(request, reply);
      request.give_turn = whenGone(request, reply, () => share.give(owner));
      // The caller has hung up, and nothing was begun.
      if (hungUp) done(tooBusy());
      else share.onBehalfOf(owner, done);
    };
    const turn = share.take(owner, (leave) => whenGone(request, reply, leave));
    if (turn) turn.then(go, done);
    else go();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isShort(payload)) endTurn(request);
    done();
  });
}

function isShort(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length <= SHORT_ANSWER;
  return payload == null;
}

/** Gives a request's turn back before its end: the rest takes long, and is no work of this server. */
export function endTurn(request: FastifyRequest): void {
  request.give_turn?.();
}

/**
 * Lets so many whole listings be sent as csv at once: each holds up to two slices of it in memory, for as long as its
 * reader takes.
 */
export function shareExports(app: App, share: Pick<FairShare, 'take' | 'give'>): void {
  app.decorate('take_export_turn', async (request: FastifyRequest, reply: FastifyReply) => {
    const owner = ownerOf(request);
    await share.take(owner, (leave) => whenGone(request, reply, leave));
    whenGone(request, reply, () => share.give(owner));
    if (isGone(request, reply)) throw tooBusy();
    endTurn(request);
  });
}

/** Monitors are answered however much there is to do. */
export function isOfHealth(request: FastifyRequest): boolean {
  return /^\/(health\/|metrics$)/.test(request.routeOptions.url ?? '');
}

/** Whether an answer tells of many things. */
export function isOfMany({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.ids !== undefined || config.scope === 'read_reports';
}

/** Listings and reports of a key have turns apart from its other requests: neither holds the other up. */
function ownerOf(request: FastifyRequest): Owner {
  const { caller, operator, ip, routeOptions } = request;
  if (operator) return { program_id: OPERATORS, key: `operator ${operator.id}` };
  if (!caller) return { program_id: routeOptions.config.right ? AT_THE_CONSOLE : PUBLIC, key: networkOf(ip) };
  const name = caller.app_id === null ? `key ${caller.key_id}` : `app ${caller.app_id}`;
  return { program_id: caller.program.id, key: isOfMany(request) ? `${name}, of many` : name };
}

/** full: refused at the door. no_turn: no turn came in time. no_connection: all to the database were taken for too long. */
export type BusyReason = 'full' | 'no_turn' | 'no_connection';

/** Nothing was begun. The log has a line for the request, and needs no second one with the way through the code. */
export class TooBusy extends Unavailable {
  constructor(
    readonly reason: Exclude<BusyReason, 'no_connection'>,
    why: string,
  ) {
    super('none', `${why} Nothing was changed; send it again.`);
  }
}

export function tooBusy(): TooBusy {
  return new TooBusy('no_turn', 'The server has too much to do.');
}
