import type { IncomingMessage } from 'node:http';

/** More than most carts need, and less than Node buffers before somebody reads. */
const MOST_BYTES = 8 * 1024;

/**
 * The value of a small JSON body that arrived together with its headers. Nothing of it is checked yet. undefined: there
 * is none. The body can still be read afterwards.
 */
export function bodySoFar(request: IncomingMessage): unknown {
  const length = Number(request.headers['content-length']);
  // Without a declared length, more of the body may follow.
  if (!(length > 0 && length <= MOST_BYTES) || request.readableLength !== length) return undefined;
  const bytes = request.read() as Buffer;
  request.unshift(bytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
