import { createHmac } from 'node:crypto';
import type { Random } from '../core/deps.ts';
import { randomCode } from '../core/random-code.ts';
import { everySecret, type Secrets } from '../core/secrets.ts';
import type { CodeSource } from '../programs/reward-definition.ts';

/** Codes that the server makes, instead of codes that an operator imports. */
type GeneratedCodes = Extract<CodeSource, { kind: 'generated' }>;

/** Without the letters I, L, O and U and the digits 0 and 1, which people mistake when they read or type a code. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = '23456789';

/** With a thousand codes given out, one guess in a thousand million finds one of them. */
const LEAST_BITS = 40;
const MAX_CODE = 255;

/** A voucher's code without a pattern: 60 random bits. The database keeps codes unique. */
function voucherCode(random: Random): string {
  return randomCode(random, 12);
}

/**
 * A code from the operator's pattern: `?` becomes a random letter, `#` a random digit, every other character stays.
 * Without a pattern the code has twelve random characters. The database keeps codes unique.
 */
export function generateCode(random: Random, source: GeneratedCodes): string {
  if (source.pattern === null) return voucherCode(random);
  return source.pattern
    .replaceAll('?', () => characterOf(LETTERS, random))
    .replaceAll('#', () => characterOf(DIGITS, random));
}

/** The remainder of a 32-bit number is fair enough: it favours no character by more than one in a hundred million. */
function characterOf(alphabet: string, random: Random): string {
  return alphabet[random.bytes(4).readUInt32BE() % alphabet.length]!;
}

/** The reason why a pattern makes codes that can be guessed or cannot be typed; undefined: the pattern is good. */
export function patternMistake(pattern: string): string | undefined {
  const characters = [...pattern];
  if (characters.length > MAX_CODE) return `must have at most ${MAX_CODE} characters`;
  if (/^\s|\s$|\p{Cc}/u.test(pattern)) {
    return 'must neither begin nor end with a space, nor hold control characters';
  }
  const bits = characters.reduce((sum, character) => sum + bitsOf(character), 0);
  if (bits >= LEAST_BITS) return undefined;
  return (
    `could be guessed: it leaves ${Math.floor(bits)} bits to chance and must leave ${LEAST_BITS} ` +
    '(a ? gives 4.4, a # gives 3: nine ?, say, or fourteen #)'
  );
}

function bitsOf(character: string): number {
  if (character === '?') return Math.log2(LETTERS.length);
  return character === '#' ? Math.log2(DIGITS.length) : 0;
}

/** A gift card's code. It is money to its bearer, so it has 80 random bits and is looked up by a keyed hash. */
export function giftCardCode(random: Random): string {
  return randomCode(random, 16);
}

/** The stored hash of a gift card's code. Spaces, dashes and case do not matter. */
export function giftCardHash(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(`gift card ${normaliseCode(code)}`)
    .digest();
}

/** Every hash under which a gift card's code may be stored: one for each key. */
export function giftCardHashes(deps: Secrets, code: string): Buffer[] {
  return everySecret(deps).map((secret) => giftCardHash(secret, code));
}

/** The form in which a typed code is compared. */
export function normaliseCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
