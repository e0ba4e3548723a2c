import type { LocalizedText } from '../programs/program-settings.ts';
import type { ClaimTerms } from '../programs/reward-kinds.ts';
import { minimumSpendOf, worthOf } from './reward-kinds.ts';

/**
 * The worth of a reward: an amount in minor units of the program's currency, or a share of the price. `given`: the same
 * amount in the currency in which a claim was given.
 */
export type Worth = WorthInMoney | { percentage: number };

export interface WorthInMoney {
  minor: number;
  given?: { minor: number; currency: string };
}

/** The worth of a discount whose amount the customer chooses. */
export interface OpenWorth {
  from_minor: number;
  to_minor: number;
}

/** Values for the placeholders in a reward's texts. Each reader sees them in its own form; null: there is no value. */
export interface TextPlaces {
  amount: Worth | OpenWorth | null;
  minimum_spend: WorthInMoney | null;
  points: number | null;
  /** In seconds. */
  expires_in: number | null;
}

export const TEXT_PLACE = /\{(amount|minimum_spend|points|expires_in)\}/g;

/**
 * The title that a claim keeps, in one language. Values of the claim stand in their places in a neutral form, because
 * each reader sees them in another form: `{amount:500 JPY 725}` for 500 minor units that were ¥725 when they were
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

/** Splits a title from `titleAsClaimed` into the reward's words and the values at their places. */
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
