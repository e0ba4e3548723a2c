import type { Wording } from './wording.ts';

/** Texts that were made before: the same few numbers are in every customer's history. */
const made = new WeakMap<Wording, Map<number, string>>();
const KEPT_PER_WORDING = 5_000;

/** 1000 → "1,000 points", -500 → "-500 points". */
export function pointsText(points: number, wording: Wording): string {
  let texts = made.get(wording);
  if (!texts) {
    texts = new Map();
    made.set(wording, texts);
  }
  let text = texts.get(points);
  if (text === undefined) {
    // The map treats -0 as 0. It must not be shown with its sign.
    text = wording.format('points', { points: points === 0 ? 0 : points });
    if (texts.size >= KEPT_PER_WORDING) texts.clear();
    texts.set(points, text);
  }
  return text;
}

/**
 * "5 points per $1", for the points that a purchase earns and for the cost of a discount. `amount` is in whole currency
 * units. It may be finer than the currency's smallest coin, because it may be converted from another currency's unit.
 */
export function pointsPerAmountText(
  points: number,
  amount: number,
  currency: string,
  wording: Wording,
): string {
  return wording.format('points_per_amount', {
    points,
    amount: unitFormat(currency, wording.language).format(amount),
  });
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** 1000 → "1,000". */
export function numberText(number: number, language: string): string {
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numberFormats.set(language, format);
  }
  return format.format(number);
}

const unitFormats = new Map<string, Intl.NumberFormat>();

function unitFormat(currency: string, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  let format = unitFormats.get(key);
  if (!format) {
    const options = {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
      maximumFractionDigits: 6,
    };
    format = new Intl.NumberFormat(language, options as Intl.NumberFormatOptions);
    unitFormats.set(key, format);
  }
  return format;
}
