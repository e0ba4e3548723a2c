import { convertMinor, toDecimalString } from '../money.ts';
import type { Program } from '../programs/configuration.ts';
import type { CartVariableDiscountProperties } from '../programs/reward-definition.ts';

/** An amount of money as a caller gave it: minor units of `currency`. */
export interface RequestedAmount {
  amount_minor: number;
  currency: string;
}

/**
 * The discount asked for in minor units of the program's currency, or what is wrong with it. It is held
 * against the bounds in the currency that it was asked in, as the caller was shown them, and never leaves
 * them by being converted.
 */
export function requestedDiscount(
  program: Pick<Program, 'currency' | 'settings'>,
  properties: CartVariableDiscountProperties,
  asked: RequestedAmount,
): { discount_minor: number } | { complaint: string } {
  const { amount_minor, currency } = asked;
  const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
  const rate = currency === program.currency ? 1 : program.settings.currency_rates[currency]!;
  const shown = (minor: number) => convertMinor(minor, program.currency, currency, rate);
  if (amount_minor < shown(least) || amount_minor > shown(most)) {
    const bounds = [least, most].map((minor) => toDecimalString(shown(minor), currency));
    return { complaint: `must be between ${bounds.join(' and ')} ${currency}` };
  }
  const converted = convertMinor(amount_minor, currency, program.currency, 1 / rate);
  return { discount_minor: Math.min(Math.max(converted, least), most) };
}
