import { currencyDigits, toDecimal, toMinor } from '../domain/core/money.ts';
import { platformKey } from '../domain/core/platform-key.ts';
import type { Remaining } from './check-shape.ts';
import type { Finding, Path } from './mistakes.ts';
import type { ProgramFile } from './schema.ts';
import { LANGUAGE_PATTERN } from './schema-values.ts';

/** A program file from which parts with the wrong shape may be removed. */
export type RemainingFile = Remaining<ProgramFile>;
/** `near`: what the mistaken name may have been meant to be. */
export type Report = (
  path: Path,
  message: string,
  at?: Finding['at'],
  near?: { written: string; known: readonly string[] },
) => void;

export const LANGUAGE_TAG = new RegExp(LANGUAGE_PATTERN);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Groups of countries and private codes that Unicode lists among the regions. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

export function isCountry(code: string): boolean {
  // An alias (UK for GB) has another canonical code. Requests name countries by the canonical code.
  return (
    REGION_NAMES.of(code) !== undefined &&
    new Intl.Locale(`und-${code}`).region === code &&
    !NO_COUNTRIES.has(code)
  );
}

export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag && LANGUAGE_NAMES.of(tag) !== undefined;
  } catch {
    return false;
  }
}

/** The program's currency must be able to express the amount. */
export function checkAmount(
  file: { currency?: string | undefined },
  amount: number | undefined,
  path: Path,
  report: Report,
): void {
  const currency = file.currency;
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return;
  const minor = toMinor(amount, currency);
  if (minor === undefined || toDecimal(minor, currency) !== amount) {
    report(path, `${currency} has ${currencyDigits(currency) || 'no'} decimals; this is ${amount}`);
  }
}

/** A text per language must have the first language of every site, and only languages of sites. */
export function checkLocalized(
  file: RemainingFile,
  text: string | Record<string, string> | Remaining<Record<string, string>> | undefined,
  path: Path,
  report: Report,
): void {
  if (text === undefined || typeof text === 'string') return;
  const sites = Object.entries(file.sites ?? {});
  const spoken = new Set(sites.flatMap(([, site]) => site?.languages ?? []));
  for (const language of Object.keys(text)) {
    // The schema has already reported a key that is no language tag.
    if (LANGUAGE_TAG.test(language) && sites.length > 0 && !spoken.has(language)) {
      report([...path, language], 'is no language of any site', 'key');
    }
  }
  for (const [key, site] of sites) {
    const first = site?.languages?.[0];
    if (first !== undefined && !Object.hasOwn(text, first)) {
      report(path, `lacks ${first}, the first language of site "${key}"`, 'key');
    }
  }
}

/** The day must exist in the month, at least in a leap year. */
export function checkDayOfYear(
  date: { month?: number | undefined; day?: number | undefined } | undefined,
  path: Path,
  report: Report,
): void {
  if (date?.month === undefined || date.day === undefined) return;
  const days = DAYS_OF_MONTHS[date.month - 1]!;
  if (date.day > days) report([...path, 'day'], `the month has ${days} days`);
}

/** No two ids of the platform may name the same thing. */
export function checkDistinctIds(
  ids: readonly (string | undefined)[] | undefined,
  of: string,
  pathOf: (index: number) => Path,
  report: Report,
): void {
  const seen = new Set<string>();
  ids?.forEach((id, i) => {
    if (id === undefined) return;
    if (seen.has(platformKey(id))) report(pathOf(i), `${of} ${id} is given twice`);
    seen.add(platformKey(id));
  });
}
