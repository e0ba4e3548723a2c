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
  /**
   * Returns undefined if the turn is given at once. If the request must wait, `onWait` gets a function to leave: then
   * the promise rejects.
   */
  take(owner: Owner, onWait: (leave: () => void) => void): Promise<void> | undefined;
  give(owner: Owner): void;
  onBehalfOf(owner: Owner, work: () => void): void;
}

/** Requests without a key count as one more program. Its callers are told apart by their addresses. */
const PUBLIC = 0;

/** People who sign in to the console or join it count as one more program, so that shoppers do not delay them. */
const AT_THE_CONSOLE = -2;

/** Operators count as one more program, so that they can look while programs and their customers ask too much. */
const OPERATORS = -1;

/**
 * A shorter answer gives its turn back before its reader has it. In a full server these answers take 100 MB together. A
 * longer one keeps its turn, so that one key cannot fill the memory with answers that it does not read.
 */
const SHORT_ANSWER = 100_000;

/**
 * Shares the server between programs and between their keys. Each gets at most its share of the requests that are
 * worked on, and of the database connections, which are charged to the caller.
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

/** Gives a request's turn back before its end: the rest takes long, but the server has nothing to do for it. */
export function endTurn(request: FastifyRequest): void {
  request.give_turn?.();
}

/**
 * Limits the whole listings that are sent as csv at once: each keeps up to two slices in memory until its reader has
 * read them.
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

/** Requests of monitors are always answered, even by a full server. */
export function isOfHealth(request: FastifyRequest): boolean {
  return /^\/(health\/|metrics$)/.test(request.routeOptions.url ?? '');
}

/** Whether an answer shows many resources: a listing or a report. */
export function isOfMany({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.ids !== undefined || config.scope === 'read_reports';
}

/**
 * The listings and reports of a key have their own turns: they and the key's other requests do not delay each other.
 */
function ownerOf(request: FastifyRequest): Owner {
  const { caller, operator, ip, routeOptions } = request;
  if (operator) return { program_id: OPERATORS, key: `operator ${operator.id}` };
  if (!caller) return { program_id: routeOptions.config.right ? AT_THE_CONSOLE : PUBLIC, key: networkOf(ip) };
  const name = caller.app_id === null ? `key ${caller.key_id}` : `app ${caller.app_id}`;
  return { program_id: caller.program.id, key: isOfMany(request) ? `${name}, of many` : name };
}

/**
 * full: refused at the door. no_turn: no turn came in time. no_connection: no connection to the database was free in
 * time.
 */
export type BusyReason = 'full' | 'no_turn' | 'no_connection';

/** Nothing was begun. The log has a line for the request, and needs no second line with the stack. */
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
