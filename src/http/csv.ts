import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../domain/core/deps.ts';
import { describeFailure, logFailure } from './errors.ts';

/**
 * Sends csv in the form of RFC 4180: a header row, rows that end in CRLF. `rows` are bytes of csv whose rows end in LF,
 * in chunks that may end anywhere. Line breaks inside quotes are data and stay as they are.
 */
export function sendCsv(
  reply: FastifyReply,
  columns: readonly string[],
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): FastifyReply {
  reply.type('text/csv; charset=utf-8');
  // The answer to a HEAD has no rows, so they need not be read.
  if (reply.request.method === 'HEAD') return reply.send();
  const stream = Readable.from(csvText(columns, rows), { objectMode: false, highWaterMark: 256 * 1024 });
  // A part of the answer is already sent. So the connection breaks off, and only the log can give the reason.
  stream.once('error', (error) => logFailure(describeFailure(error), error, reply.request));
  return reply.send(stream);
}

/** A reader may take hours over an answer, so its right to the rest is checked at this interval. */
const REFUSED_WITHIN_MS = 1_000;

/** The rows, until `refuse` throws: then the answer breaks off. */
export async function* unlessRefused(
  clock: Pick<Clock, 'real'>,
  rows: AsyncIterable<Buffer>,
  refuse: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let checked = clock.real();
  for await (const chunk of rows) {
    const now = clock.real();
    // Without the absolute value, a clock that was set back would delay the check.
    if (Math.abs(now - checked) >= REFUSED_WITHIN_MS) {
      checked = now;
      await refuse();
    }
    yield chunk;
  }
}

export async function* csvText(
  columns: readonly string[],
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${columns.join(',')}\r\n`);
  const ending = new CrlfRows();
  for await (const chunk of rows) yield ending.convert(chunk);
}

/** Turns the LF at the end of rows into CRLF, also at the ends of chunks. */
class CrlfRows {
  private quoted = false;

  convert(chunk: Buffer): Buffer {
    // latin1 maps one byte to one character, both ways. Only LF and quotes matter here.
    const text = chunk.toString('latin1');
    if (!this.quoted && !text.includes('"')) return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
    // Every quote opens or closes. A doubled quote does both, with nothing in between.
    const parts = text.split('"').map((part, index) => {
      if (index > 0) this.quoted = !this.quoted;
      return this.quoted ? part : part.replaceAll('\n', '\r\n');
    });
    return Buffer.from(parts.join('"'), 'latin1');
  }
}
