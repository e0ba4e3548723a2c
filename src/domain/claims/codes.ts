import { createHmac } from 'node:crypto';
import type { Random } from '../../deps.ts';
import { randomCode } from '../random-code.ts';

/** A voucher's code: 60 random bits. Uniqueness is the database's to keep. */
export function voucherCode(random: Random): string {
  return randomCode(random, 12);
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

/** A code as a person may type it, in the form in which it is compared. */
export function normaliseCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
