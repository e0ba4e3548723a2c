import { Type } from '@sinclair/typebox';
import { currencyDigits } from '../domain/core/money.ts';

/** The largest amount of a request, in minor units. Sums of many such amounts, and points for them, stay exact. */
const MAX_MINOR = 1_000_000_000_000;

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
export const DECIMAL_PATTERN = DECIMAL.source;

/** An amount in a request as a decimal string. Read it with `readAmount`. */
export function DecimalInput(notes: { description?: string } = {}) {
  return Type.String({ maxLength: 32, pattern: DECIMAL_PATTERN, examples: ['49.90'], ...notes });
}

/** An amount in a request: a number, or a decimal string as in answers. Read it with `readAmount`. */
export function AmountInput(notes: { description?: string; examples?: unknown[] } = {}) {
  return Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 32, pattern: DECIMAL_PATTERN })], {
    examples: [49.9, '49.90'],
    ...notes,
  });
}

/**
 * The exact whole minor units of an amount: 49.9 or "49.90" USD is 4990. Returns a complaint instead if the amount is
 * no number, is finer than the currency's smallest coin, or is too large.
 */
export function readAmount(
  amount: number | string,
  currency: string,
): { minor: number } | { complaint: string } {
  const digits = currencyDigits(currency);
  const decimal = DECIMAL.exec(decimalText(amount, digits));
  if (!decimal) return { complaint: `must be a number such as ${(10).toFixed(digits)}` };
  const [, whole = '', fraction = ''] = decimal;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > digits) {
    return {
      complaint:
        digits === 0 ? `must be whole: ${currency} has no decimals` : `must have at most ${digits} decimals`,
    };
  }
  const minor = Number(whole + significant.padEnd(digits, '0'));
  if (minor > MAX_MINOR) return { complaint: `must be at most ${MAX_MINOR / 10 ** digits}` };
  return { minor };
}

/**
 * The shortest decimal of a number, without an exponent. It is the number that the caller wrote. If a number differs
 * from a whole coin only by the error of adding doubles (0.1 + 0.2), this gives the whole coin.
 */
function decimalText(amount: number | string, digits: number): string {
  if (typeof amount === 'string') return amount;
  const coin = Math.round(amount * 10 ** digits) / 10 ** digits;
  const text = String(Math.abs(amount - coin) <= FLOAT_NOISE ? coin : amount);
  if (!text.includes('e')) return text;
  // A coin has few digits, so this number is not a coin. It is too fine, or it is at least 1e21 and so too large.
  return amount < 1 ? `0.${'0'.repeat(20)}1` : BigInt(amount).toString();
}

/** A number that differs by less than this from a whole coin counts as that coin, in units of its currency. */
const FLOAT_NOISE = 1e-9;
