import type { LocalizedText } from '../programs/program-settings.ts';
import type { RewardProperties } from '../programs/reward-definition.ts';
import type { ClaimTerms } from './claim-record.ts';

/**
 * The worth of a reward: an amount in minor units of the program's currency, or a share of the price. `given`: the same
 * amount in the currency in which a claim was given.
 */
export type Worth = WorthInMoney | { percentage: number };

interface WorthInMoney {
  minor: number;
  given?: { minor: number; currency: string };
}

/** A discount, a balance, or the greatest shipping cost that is free; null if the reward has no such worth. */
export function worthOf(
  terms: RewardProperties | ClaimTerms,
): Worth | { from_minor: number; to_minor: number } | null {
  switch (terms.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
    case 'active_subscription_discount_voucher':
      return terms.discount.discount_type === 'fixed'
        ? { minor: terms.discount.amount_minor }
        : { percentage: terms.discount.percentage };
    case 'cart_variable_discount_voucher':
      return 'discount_minor' in terms
        ? { minor: terms.discount_minor }
        : { from_minor: terms.minimum_discount_minor, to_minor: terms.maximum_discount_minor };
    case 'product_discount_voucher':
      return { percentage: terms.percentage };
    case 'gift_card':
      return { minor: terms.initial_balance_minor };
    case 'free_shipping_voucher':
      return terms.max_shipping_minor === null ? null : { minor: terms.max_shipping_minor };
    case 'product_cart':
    case 'active_subscription_product':
    case 'custom':
      return null;
  }
}

/** The least amount that a customer has to spend; null: there is no minimum. */
export function minimumSpendOf(terms: RewardProperties | ClaimTerms): WorthInMoney | null {
  switch (terms.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
      return moneyOf(terms.minimum_spend_minor);
    case 'cart_variable_discount_voucher':
      return moneyOf(terms.minimum_spend_before_discount_minor);
    case 'product_cart':
      return 'cart_requirements' in terms ? moneyOf(terms.cart_requirements.minimum_cart_total_minor) : null;
    default:
      return null;
  }
}

const moneyOf = (minor: number | null) => (minor === null ? null : { minor });

/** Values for the placeholders in a reward's texts. Each reader sees them in its own form; null: there is no value. */
export interface TextPlaces {
  amount: Worth | { from_minor: number; to_minor: number } | null;
  minimum_spend: WorthInMoney | null;
  points: number | null;
  /** In seconds. */
  expires_in: number | null;
}

export const TEXT_PLACE = /\{(amount|minimum_spend|points|expires_in)\}/g;

/**
 * The title that a claim keeps, in one language. Values of the claim stand in their places in a neutral form, since
 * each reader sees them in its own form: `{amount:500 JPY 725}` for 500 minor units that were ¥725 when they were
 * given, `{amount:10%}`, `{expires_in:86400}`.
 */
export function titleAsClaimed(
  title: LocalizedText,
  language: string | undefined,
  terms: ClaimTerms,
  given: (minor: number) => { minor: number; currency: string },
  { points, expires_in }: Pick<TextPlaces, 'points' | 'expires_in'>,
): string {
  const places = { amount: worthOf(terms), minimum_spend: minimumSpendOf(terms), points, expires_in };
  return titleIn(title, language).replace(TEXT_PLACE, (place, name: keyof TextPlaces) => {
    const value = places[name];
    if (value === null || (typeof value === 'object' && 'from_minor' in value)) return place;
    if (typeof value === 'number') return `{${name}:${value}}`;
    if ('percentage' in value) return `{${name}:${value.percentage}%}`;
    const { minor, currency } = given(value.minor);
    return `{${name}:${value.minor} ${currency} ${minor}}`;
  });
}

const NOTED = /\{(amount|minimum_spend|points|expires_in):([0-9.]+)(%?)(?: ([A-Z]{3}) ([0-9]+))?\}/g;

/** Takes a title from `titleAsClaimed` apart: the reward's words, and the values at the places in them. */
export function readClaimTitle(title: string): { words: string; places: TextPlaces } {
  const places: TextPlaces = { amount: null, minimum_spend: null, points: null, expires_in: null };
  if (!title.includes('{')) return { words: title, places };
  const read = (_: string, name: keyof TextPlaces, noted: string, percent: string, ...rest: string[]) => {
    const [currency, given] = rest;
    const number = Number(noted);
    const amount = currency === undefined ? {} : { given: { minor: Number(given), currency } };
    if (name === 'points' || name === 'expires_in') places[name] = number;
    else if (name === 'amount' && percent) places.amount = { percentage: number };
    else places[name] = { minor: number, ...amount };
    return `{${name}}`;
  };
  return { words: title.replace(NOTED, read), places };
}

function titleIn(title: LocalizedText, language: string | undefined): string {
  if (typeof title === 'string') return title;
  return (language !== undefined && title[language]) || (Object.values(title)[0] ?? '');
}
