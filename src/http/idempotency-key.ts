import type { FastifyRequest } from 'fastify';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The request's Idempotency-Key; undefined if it has none. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const value = request.headers['idempotency-key'];
  return value === undefined ? undefined : String(value);
}

export function idempotencyKeyComplaints(request: FastifyRequest): Record<string, string> {
  const key = idempotencyKey(request);
  const valid = key === undefined || /^[\x20-\x7e]{1,255}$/.test(key);
  return valid ? {} : { [IDEMPOTENCY_HEADER]: 'must be 1 to 255 printable ASCII characters' };
}
