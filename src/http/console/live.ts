import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import { isStillAdmitted } from '../authenticate-operators.ts';
import { endTurn } from '../fair-share.ts';
import { whenGone } from '../when-gone.ts';

/** A state that a screen follows. */
interface Followed {
  /** Whether the state is final. */
  ended: boolean;
}

/** The state of work, as a screen shows it. After its end the screen reloads. */
export interface LiveState extends Followed {
  /** The state in words. */
  text: string;
  done: number;
  /** null: the total is not known. */
  of_all: number | null;
}

/**
 * The interval of the looks at the state. A look without news sends a comment, so that no proxy closes a silent answer.
 */
const EVERY_MS = 1_000;

/** After this time the browser opens the stream again, so that no connection is held for ever. */
const STREAM_MS = 25_000;

/**
 * Sends a state as server-sent events whenever it changes, until it is final, the operator loses the session or a right,
 * or the server closes. The browser reconnects itself, even after a restart. An event contains the whole state, so
 * nothing is missed. A request for another type than events gets the state once, as JSON: browsers that events do not
 * reach use this.
 */
export async function sendLive(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  reply: FastifyReply,
  closing: AbortSignal,
  read: () => Promise<Followed>,
  every_ms = EVERY_MS,
): Promise<FastifyReply> {
  const { request } = reply;
  reply.header('cache-control', 'no-store');
  if (request.headers.accept !== 'text/event-stream') return reply.send(await read());
  request.server.stay(request, reply);
  endTurn(request);
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    // Without this, nginx would keep events back until a buffer is full.
    'x-accel-buffering': 'no',
  });
  const gone = new AbortController();
  whenGone(request, reply, () => gone.abort());
  const isAdmitted = () => isStillAdmitted(deps, request);
  const events = eventsOf({ read, isAdmitted }, every_ms, AbortSignal.any([closing, gone.signal]));
  return reply.send(Readable.from(events, { objectMode: false }));
}

async function* eventsOf(
  { read, isAdmitted }: { read: () => Promise<Followed>; isAdmitted: () => Promise<boolean> },
  every_ms: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const until = performance.now() + STREAM_MS;
  let told = '';
  while (!signal.aborted && performance.now() < until && (told === '' || (await isAdmitted()))) {
    const state = await read();
    const text = JSON.stringify(state);
    yield text === told ? ':\n\n' : `data: ${text}\n\n`;
    told = text;
    if (state.ended) return;
    await delay(every_ms, undefined, { signal }).catch(() => {});
  }
}
