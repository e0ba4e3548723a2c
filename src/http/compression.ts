import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';

export type Encoding = 'br' | 'gzip';

/** The encoding that the request accepts and that makes the answer shortest; undefined: none. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** A shorter text would hardly become shorter. */
const LEAST_LENGTH = 1_024;
/** The quality at which brotli takes as much time as gzip. */
const QUICK = 5;

/** Compresses the texts that these routes make for one request, if the caller accepts that. */
export function compressTexts(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_LENGTH) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(request);
    if (!encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'gzip'
      ? gzipped(payload)
      : brotlied(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK } });
  });
}

/** Compresses as much as possible, for files that are compressed once and sent often. */
export function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: constants.Z_BEST_COMPRESSION });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotlied(body, { params });
}
