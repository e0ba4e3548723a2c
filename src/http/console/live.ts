import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
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

/** After this time the browser opens the stream again, and so notices the end of the session. */
const STREAM_MS = 25_000;

/**
 * Sends a state as server-sent events whenever it changes, until it is final or the server closes. The browser
 * reconnects itself, even after a restart. An event contains the whole state, so nothing is missed. A request for
 * another type than events gets the state once, as JSON: browsers that events do not reach use this.
 */
export async function sendLive(
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
  const events = eventsOf(read, every_ms, AbortSignal.any([closing, gone.signal]));
  return reply.send(Readable.from(events, { objectMode: false }));
}

async function* eventsOf(
  read: () => Promise<Followed>,
  every_ms: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const until = performance.now() + STREAM_MS;
  let told = '';
  while (!signal.aborted && performance.now() < until) {
    const state = await read();
    const text = JSON.stringify(state);
    yield text === told ? ':\n\n' : `data: ${text}\n\n`;
    told = text;
    if (state.ended) return;
    await delay(every_ms, undefined, { signal }).catch(() => {});
  }
}
