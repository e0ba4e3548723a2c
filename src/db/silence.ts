import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';

interface SilenceOptions {
  silence_ms: number;
  /** A number that changes each time that something arrives. */
  signs(): number;
  onSilence(): void;
}

/** A silence is counted in this many parts. */
const PARTS = 12;

/**
 * Calls `onSilence` once nothing has arrived for `silence_ms`. Returns the function that ends this. On a busy machine,
 * this process gets no processor for a while, and Postgres neither. So the time is counted in parts, and a part that
 * took longer counts once: a process that did not run could hear nothing.
 */
export function awaitSilence({ silence_ms, signs, onSilence }: SilenceOptions): () => void {
  let heard = signs();
  let silent = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  const listen = async () => {
    // The event loop runs its timers before it reads the data that arrived meanwhile.
    for (let turns = 0; turns < 2; turns += 1) await turn();
    const now = signs();
    silent = now === heard ? silent + 1 : 0;
    heard = now;
    if (isOver || silent < PARTS) return;
    end();
    onSilence();
  };
  const timer = setInterval(() => void listen(), silence_ms / PARTS);
  timer.unref();
  return end;
}

/** How many bytes a connection has received, while it is made too. */
export function bytesOf(client: pg.ClientBase): number {
  return ((client as pg.Client).connection.stream as Socket).bytesRead;
}
