import { convertMinor } from '../core/money.ts';
import type { Program } from '../programs/configuration.ts';

/** The currency in which a claim or a friend's voucher was given, and units of it for one of the program's then. */
export interface Promised {
  /** null: from before this was kept; what it is worth is in the program's currency. */
  currency: string | null;
  currency_rate: number | null;
}

/** What of a program says how its amounts read in other currencies. */
type Rates = Pick<Program, 'currency' | 'rates_of_before'> & {
  settings: Pick<Program['settings'], 'currency_rates'>;
};

/** Gives something in a currency today. The program has a rate for it. */
export function promisedToday(program: Rates, currency: string): { currency: string; currency_rate: number } {
  return { currency, currency_rate: rateToday(program, currency) };
}

/** Units of a currency for one of the program's, today. */
export function rateToday({ currency: own, settings }: Rates, currency: string): number {
  return currency === own ? 1 : settings.currency_rates[currency]!;
}

/**
 * Units of a currency for one of the program's, as something promised goes on reading in it: in the currency in
 * which it was given at the rate of then, in others at today's. One from before reads in every currency at the rate
 * that was in force when the server began to keep currencies.
 */
export function rateOfPromise(program: Rates, promised: Promised, currency: string): number {
  if (currency === program.currency) return 1;
  if (promised.currency === currency) return promised.currency_rate!;
  const before = promised.currency === null ? program.rates_of_before[currency] : undefined;
  return before ?? rateToday(program, currency);
}

/** An amount of the terms, which are in the program's currency, in another. Minor units. */
export function promisedAmount(program: Rates, promised: Promised, minor: number, currency: string): number {
  return convertMinor(minor, program.currency, currency, rateOfPromise(program, promised, currency));
}

/** An amount in the currency in which it was given, a gift card's balance or a chosen discount, in another. */
export function givenAmount(program: Rates, promised: Promised, minor: number, currency: string): number {
  const given = promised.currency ?? program.currency;
  const rate = (of: string) => rateOfPromise(program, promised, of);
  return convertMinor(minor, given, currency, rate(currency) / rate(given));
}

/**
 * What an amount in any currency takes off a gift card, in the currency of its balance; more than the balance where
 * the card does not hold it. Whoever takes all that the card is shown to hold takes all that it holds.
 */
export function takenFromCard(
  program: Rates,
  card: Promised & { current_balance_minor: number | null },
  amount: { minor: number; currency: string },
): number {
  const balance = card.current_balance_minor ?? 0;
  const given = card.currency ?? program.currency;
  if (amount.currency === given || amount.minor === 0) return amount.minor;
  if (amount.minor === givenAmount(program, card, balance, amount.currency)) return balance;
  const rate = (of: string) => rateOfPromise(program, card, of);
  const taken = convertMinor(amount.minor, amount.currency, given, rate(given) / rate(amount.currency));
  return Math.max(1, taken);
}
