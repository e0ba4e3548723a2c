import { convertMinor } from '../core/money.ts';
import type { Program } from '../programs/configuration.ts';

/**
 * The currency in which a claim or a friend's voucher was given, and its rate then: units of it for one unit of the
 * program's currency.
 */
export interface Promised {
  /** null: given before the server kept currencies; its worth is in the program's currency. */
  currency: string | null;
  currency_rate: number | null;
}

/** The part of a program that converts its amounts to other currencies. */
type Rates = Pick<Program, 'currency' | 'rates_of_before'> & {
  settings: Pick<Program['settings'], 'currency_rates'>;
};

/** The promise of something that is given in a currency today. The program has a rate for that currency. */
export function promisedToday(program: Rates, currency: string): { currency: string; currency_rate: number } {
  return { currency, currency_rate: rateToday(program, currency) };
}

/** Today's rate: units of a currency for one unit of the program's currency. */
export function rateToday({ currency: own, settings }: Rates, currency: string): number {
  return currency === own ? 1 : settings.currency_rates[currency]!;
}

/**
 * The rate at which a promised amount is shown: units of a currency for one unit of the program's currency. In the
 * currency in which it was given, the rate of that day stays; in others today's rate applies. A promise from before the
 * server kept currencies has, in every currency, the rate of the day when the server began to keep them.
 */
export function rateOfPromise(program: Rates, promised: Promised, currency: string): number {
  if (currency === program.currency) return 1;
  if (promised.currency === currency) return promised.currency_rate!;
  const before = promised.currency === null ? program.rates_of_before[currency] : undefined;
  return before ?? rateToday(program, currency);
}

/** Converts an amount of the terms, in the program's currency, to another currency. Minor units. */
export function promisedAmount(program: Rates, promised: Promised, minor: number, currency: string): number {
  return convertMinor(minor, program.currency, currency, rateOfPromise(program, promised, currency));
}

/** Converts an amount from the currency in which it was given, such as a gift card's balance or a chosen discount. */
export function givenAmount(program: Rates, promised: Promised, minor: number, currency: string): number {
  const given = promised.currency ?? program.currency;
  const rate = (of: string) => rateOfPromise(program, promised, of);
  return convertMinor(minor, given, currency, rate(currency) / rate(given));
}

/**
 * The amount that a payment in any currency takes off a gift card, in the currency of its balance. It is more than the
 * balance if the card does not hold enough. A payment of the whole balance as shown in that currency takes exactly the
 * whole balance.
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
