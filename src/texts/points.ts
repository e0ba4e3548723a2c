import { formatMessage } from './messages.ts';

/** Texts already made, by language: the same few numbers fill every customer's history. */
const made = new Map<string, Map<number, string>>();
const KEPT_PER_LANGUAGE = 5_000;

/** 1000 → "1,000 points", -500 → "-500 points". */
export function pointsText(points: number, language: string): string {
  let texts = made.get(language);
  if (!texts || texts.size >= KEPT_PER_LANGUAGE) {
    texts = new Map();
    made.set(language, texts);
  }
  let text = texts.get(points);
  if (text === undefined) {
    text = formatMessage(language, 'points', { points });
    texts.set(points, text);
  }
  return text;
}

/**
 * "5 points per $1". `amount` is in whole currency units and may be finer than the currency's smallest
 * coin, since it may come from another currency's unit.
 */
export function pointsPerAmountText(
  points: number,
  amount: number,
  currency: string,
  language: string,
): string {
  return formatMessage(language, 'points_per_amount', {
    points,
    amount: unitFormat(currency, language).format(amount),
  });
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
