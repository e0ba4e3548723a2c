import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The strong entity tag of an answer. It is the same for the same text, in every process. */
export function strongTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Whether the caller already has the contents of a strong entity tag (RFC 9110, 13.1.2). */
export function isKnownToCaller(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  // The comparison is the weak one: a proxy that re-encoded the answer has made the tag weak.
  const known = header.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
