import type { IncomingMessage } from 'node:http';
import { holdsSecret } from '../domain/core/checked-secret.ts';
import type { Random } from '../domain/core/deps.ts';

/** The caller's own X-Request-Id if it is a plain one, otherwise a new one. The log must show no secret sent in it. */
export function requestId(request: IncomingMessage, random: Random): string {
  const given = request.headers['x-request-id'];
  const isPlain = typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) && !holdsSecret(given);
  return isPlain ? given : newRequestId(random);
}

const ID_BYTES = 12;
const IDS_DRAWN_TOGETHER = 128;
const drawn = new WeakMap<Random, { bytes: Buffer; used: number }>();

/** The bytes for many ids are drawn at once, because each draw is a system call. */
export function newRequestId(random: Random): string {
  let pool = drawn.get(random);
  if (!pool || pool.used === pool.bytes.length) {
    pool = { bytes: random.bytes(ID_BYTES * IDS_DRAWN_TOGETHER), used: 0 };
    drawn.set(random, pool);
  }
  const { used } = pool;
  pool.used += ID_BYTES;
  return pool.bytes.toString('base64url', used, pool.used);
}
