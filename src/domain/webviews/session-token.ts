import { createHash } from 'node:crypto';
import type { Random } from '../core/deps.ts';

const TOKEN_BYTES = 32;

/** A new token of 256 random bits, base64url. The caller sees it once, and it is never stored. */
export function newSessionToken(random: Random): string {
  return random.bytes(TOKEN_BYTES).toString('base64url');
}

/**
 * The hash that is stored instead of a token. It needs no salt and no slow function, because nobody can guess 256
 * random bits.
 */
export function sessionTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
