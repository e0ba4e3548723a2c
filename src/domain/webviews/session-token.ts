import { createHash } from 'node:crypto';
import type { Random } from '../core/deps.ts';

const TOKEN_BYTES = 32;

/** 256 random bits, base64url. It is shown to the caller once and never stored. */
export function newSessionToken(random: Random): string {
  return random.bytes(TOKEN_BYTES).toString('base64url');
}

/**
 * The hash that is stored instead of a token. It needs no salt and no slow function: nobody guesses 256 random bits.
 */
export function sessionTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
