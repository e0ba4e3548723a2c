import type { Random } from './deps.ts';

/** Crockford's base 32: no I, L, O or U. People can read such a code out and type it. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `length` random characters, 5 bits each. */
export function randomCode(random: Random, length: number): string {
  let code = '';
  for (const byte of random.bytes(length)) code += ALPHABET[byte & 31];
  return code;
}
