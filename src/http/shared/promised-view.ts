import type { Promised } from '../../domain/claims/promised-amounts.ts';
import {
  givenAmount,
  promisedAmount,
  rateOfPromise,
  rateToday,
} from '../../domain/claims/promised-amounts.ts';
import { type Money, presentMoney } from '../../domain/core/money.ts';
import type { StorefrontView } from './storefront-view.ts';

/** A view with the amounts that were promised when something was given, whatever today's rates are. */
export function promisedView(view: StorefrontView, promised: Promised): StorefrontView {
  const { program, currency, language } = view;
  if (rateOfPromise(program, promised, currency) === rateToday(program, currency)) return view;
  const money = (minor: number) =>
    presentMoney(promisedAmount(program, promised, minor, currency), currency, language);
  return { ...view, money };
}

/** Converts an amount to the view's currency from the currency in which it was given, such as a gift card's balance. */
export function givenMoney(view: StorefrontView, promised: Promised, minor: number): Money {
  const { program, currency, language } = view;
  return presentMoney(givenAmount(program, promised, minor, currency), currency, language);
}
