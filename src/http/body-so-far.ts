import type { IncomingMessage } from 'node:http';

/** More than most carts need, and less than Node takes in before somebody reads. */
const MOST_BYTES = 8 * 1024;

/**
 * The value of a small JSON body that came together with its headers, before anything of it was checked; undefined: there
 * is none. The body stays to be read.
 */
export function bodySoFar(request: IncomingMessage): unknown {
  const length = Number(request.headers['content-length']);
  // Without a length the body may go on.
  if (!(length > 0 && length <= MOST_BYTES) || request.readableLength !== length) return undefined;
  const bytes = request.read() as Buffer;
  request.unshift(bytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
