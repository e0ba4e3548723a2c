import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { acceptedEncoding, compressed, type Encoding } from './compression.ts';

const COMPRESSIBLE = /^(text\/|application\/(javascript|json)|image\/svg)/;

/** Far more than the files of the reference. Different addresses of the same file cannot fill the memory. */
const MOST_KEPT = 50;

/** Compresses the files of a plugin when they are first asked for, and keeps the results. */
export function compressOnce(app: Pick<App, 'addHook'>): void {
  const kept = new Map<string, Promise<Buffer>>();
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (request.method !== 'GET' || reply.statusCode !== 200 || !COMPRESSIBLE.test(type)) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(request);
    if (!encoding) return payload;
    const name = `${encoding} ${request.url.split('?', 1)[0]}`;
    const made = kept.get(name) ?? make(payload, encoding);
    if (!kept.has(name)) {
      if (kept.size >= MOST_KEPT) return payload;
      kept.set(name, made);
      made.catch(() => kept.delete(name));
    } else if (isStream(payload)) payload.destroy();
    return encoded(request, reply, encoding, await made);
  });
}

async function make(payload: unknown, encoding: Encoding): Promise<Buffer> {
  const parts: Buffer[] = [];
  if (isStream(payload)) for await (const part of payload) parts.push(Buffer.from(part));
  else parts.push(Buffer.from(payload as string | Buffer));
  return compressed(Buffer.concat(parts), encoding);
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function';
}

function encoded(_request: FastifyRequest, reply: FastifyReply, encoding: Encoding, body: Buffer): Buffer {
  const tag = reply.getHeader('etag');
  // The bytes differ from the plain ones: a strong tag would claim that they are the same.
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
  reply.header('content-encoding', encoding).header('content-length', body.length);
  return body;
}
