import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { endTurn } from '../fair-share.ts';
import { whenGone } from '../when-gone.ts';

/** A state that a screen follows. */
interface Followed {
  /** Nothing more comes. */
  ended: boolean;
}

/** A thing on its way, as a screen shows it. Once it has ended the screen is loaded anew. */
export interface LiveState extends Followed {
  /** In words. */
  text: string;
  done: number;
  /** null: not known. */
  of_all: number | null;
}

/** How often it is looked at. Each look without news sends a comment, so that no proxy takes the answer for dead. */
const EVERY_MS = 1_000;

/** The browser opens it anew after that, and so finds out that the session has ended. */
const STREAM_MS = 25_000;

/**
 * Sends a state as server-sent events whenever it changes, until it has ended or the server closes. The browser comes
 * back by itself, also after a restart: an event holds the whole state, so none is missed. Whoever asks for anything
 * else than events gets the state as JSON, once: browsers that events do not reach ask so.
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
    // nginx would otherwise keep events back until a buffer is full.
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
