import type { ChosenDiscount } from '../claims/chosen-discount.ts';
import { convertMinor, toDecimalString } from '../core/money.ts';
import type { Program } from '../programs/configuration.ts';
import type { CartVariableDiscountProperties } from '../programs/reward-kinds.ts';

/** An amount of money as a caller gave it: minor units of `currency`. */
export interface RequestedAmount {
  amount_minor: number;
  currency: string;
}

/**
 * The exact discount that was asked for, or the complaint about it. It is checked against the bounds in the currency of
 * the request, as the caller saw them. Conversion to the program's currency never moves it out of the bounds.
 */
export function requestedDiscount(
  program: Pick<Program, 'currency' | 'settings'>,
  properties: CartVariableDiscountProperties,
  { amount_minor, currency }: RequestedAmount,
): ChosenDiscount | { complaint: string } {
  const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
  const rate = currency === program.currency ? 1 : program.settings.currency_rates[currency]!;
  const shown = (minor: number) => convertMinor(minor, program.currency, currency, rate);
  if (amount_minor < shown(least) || amount_minor > shown(most)) {
    const bounds = [least, most].map((minor) => toDecimalString(shown(minor), currency));
    return { complaint: `must be between ${bounds.join(' and ')} ${currency}` };
  }
  // A bound that was rounded for display costs as much as the exact bound, as offers show it.
  const bound = [least, most].find((minor) => shown(minor) === amount_minor);
  const converted = convertMinor(amount_minor, currency, program.currency, 1 / rate);
  return {
    discount_minor: Math.min(Math.max(converted, least), most),
    asked: { minor: amount_minor, currency },
    priced:
      bound === undefined
        ? { minor: amount_minor, currency, rate }
        : { minor: bound, currency: program.currency, rate: 1 },
  };
}
