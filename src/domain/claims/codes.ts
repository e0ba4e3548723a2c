import { createHmac } from 'node:crypto';
import type { Random } from '../core/deps.ts';
import { randomCode } from '../core/random-code.ts';
import { everySecret, type Secrets } from '../core/secrets.ts';
import type { CodeSource, RewardProperties } from '../programs/reward-definition.ts';

/** Where codes are made rather than brought. */
type GeneratedCodes = Extract<CodeSource, { kind: 'generated' }>;

/** No I, L, O and U beside letters, no 0 and 1 beside digits: what is read out or typed is not mistaken. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = '23456789';

/** With a thousand codes out, one guess in a thousand million finds one of them. */
const LEAST_BITS = 40;
const MAX_CODE = 255;

/** A voucher's code without a pattern: 60 random bits. Uniqueness is the database's to keep. */
function voucherCode(random: Random): string {
  return randomCode(random, 12);
}

/**
 * A code from the operator's pattern: `?` becomes a random letter, `#` a random digit, all else stands as it
 * is; without a pattern twelve random characters. Uniqueness is the database's to keep.
 */
export function generateCode(random: Random, source: GeneratedCodes): string {
  if (source.pattern === null) return voucherCode(random);
  return source.pattern
    .replaceAll('?', () => characterOf(LETTERS, random))
    .replaceAll('#', () => characterOf(DIGITS, random));
}

/** A 32-bit number's remainder prefers no character by more than one in a hundred million. */
function characterOf(alphabet: string, random: Random): string {
  return alphabet[random.bytes(4).readUInt32BE() % alphabet.length]!;
}

/** What keeps a pattern from making codes that nobody guesses and everybody can type; undefined: nothing. */
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

/** Whether claims of a reward come with a voucher's code, from its `codes`. Gift cards have codes of their own kind. */
export function givesVoucherCode(properties: RewardProperties): boolean {
  switch (properties.kind) {
    case 'cart_discount_voucher':
    case 'cart_variable_discount_voucher':
    case 'free_shipping_voucher':
    case 'product_discount_voucher':
    case 'collection_discount_voucher':
    case 'active_subscription_discount_voucher':
      return true;
    case 'custom':
      return properties.fulfillment_type === 'voucher';
    case 'gift_card':
    case 'product_cart':
    case 'active_subscription_product':
      return false;
  }
}

/** A gift card's code: money to its bearer, 80 random bits, kept only as a keyed hash. */
export function giftCardCode(random: Random): string {
  return randomCode(random, 16);
}

/** What stands in the database for a gift card's code. Spaces, dashes and case do not matter. */
export function giftCardHash(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(`gift card ${normaliseCode(code)}`)
    .digest();
}

/** All that may stand in the database for a gift card's code. */
export function giftCardHashes(deps: Secrets, code: string): Buffer[] {
  return everySecret(deps).map((secret) => giftCardHash(secret, code));
}

/** A code as a person may type it, in the form in which it is compared. */
export function normaliseCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
