/**
 * Inside the domain an amount is a whole number of minor units of its currency (cents, yen). It becomes a decimal only
 * at the edge, by one correctly rounded division. So no amount carries float noise.
 */
const digitsByCurrency = new Map<string, number>();

/** How many decimals a currency has (ISO 4217): 2 for USD, 0 for JPY. */
export function currencyDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/** 990 USD minor units → 9.9. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/** 990 USD minor units → "9.90". */
export function toDecimalString(minor: number, currency: string): string {
  return toDecimal(minor, currency).toFixed(currencyDigits(currency));
}

/** 9.9 USD → 990, rounded half away from zero to the currency's decimals; undefined beyond the safe integers. */
export function toMinor(amount: number, currency: string): number | undefined {
  // The shortest decimal of the double is the number that the caller wrote. Scaling that text avoids 1.005 * 100 =
  // 100.49…
  const [digits = '0', exponent = '0'] = Math.abs(amount).toExponential().split('e');
  const minor =
    Math.sign(amount) * Math.round(Number(`${digits}e${Number(exponent) + currencyDigits(currency)}`));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/**
 * Converts minor units of one currency to another at `rate` units of `to` for one of `from`, rounded to the nearest.
 */
export function convertMinor(minor: number, from: string, to: string, rate: number): number {
  if (from === to) return minor;
  return Math.round((minor * rate * 10 ** currencyDigits(to)) / 10 ** currencyDigits(from));
}

/**
 * The inverse of `convertMinor`: the greatest number of minor units of `to` that it converts to no more than `minor` of
 * `from`, at `rate` units of `from` for one of `to`; undefined beyond the safe integers.
 */
export function convertBackMinor(minor: number, from: string, to: string, rate: number): number | undefined {
  const perUnit = (rate * 10 ** currencyDigits(from)) / 10 ** currencyDigits(to);
  let most = Math.floor((minor + 0.5) / perUnit);
  if (!Number.isSafeInteger(most)) return undefined;
  // The division may be off by the error of a double.
  while (convertMinor(most, to, from, rate) > minor) most -= 1;
  while (convertMinor(most + 1, to, from, rate) <= minor) most += 1;
  return most;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, options);
    formatters.set(key, format);
  }
  return format;
}

export interface Money {
  amount: number;
  formatted: string;
}

/** An amount as a reader of `language` writes it: $5, $9.90, ¥100. Whole amounts carry no decimals. */
export function presentMoney(minor: number, currency: string, language: string): Money {
  const amount = toDecimal(minor, currency);
  const format = formatter(`${language} ${currency}`, language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions);
  return { amount, formatted: format.format(amount) };
}

interface Percentage {
  percentage: number;
  formatted: string;
}

/** 10 → {percentage: 10, formatted: "10%"}. */
export function presentPercentage(percentage: number, language: string): Percentage {
  const format = formatter(`${language} %`, language, { style: 'percent', maximumFractionDigits: 2 });
  return { percentage, formatted: format.format(percentage / 100) };
}
