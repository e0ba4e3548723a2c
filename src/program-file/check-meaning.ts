import { isTimeZone } from '../domain/core/calendar.ts';
import { suggestion } from '../texts/suggestion.ts';
import { checkRewards } from './check-rewards.ts';
import { checkRules } from './check-rules.ts';
import { checkAnswers, checkPointsExpiry, checkReferrals, checkTexts } from './check-settings.ts';
import { checkTheme } from './check-theme.ts';
import { checkTiers } from './check-tiers.ts';
import { isCountry, isCurrency, isLanguage, type RemainingFile, type Report } from './check-values.ts';
import type { Finding, Path } from './mistakes.ts';

/** To find a name that is like another takes long: with many mistakes and many names, hours. */
const MAX_HINTS = 50;
const MAX_CANDIDATES = 300;

/**
 * Finds mistakes that a schema cannot describe: wrong references, unknown codes, amounts that the currency does not
 * have, bounds in the wrong order.
 */
export function checkMeaning(file: RemainingFile): Finding[] {
  const findings: Finding[] = [];
  let hints = MAX_HINTS;
  const report: Report = (path, message, at = 'value', near) => {
    const hint = near && hints-- > 0 ? suggestion(near.written, near.known.slice(0, MAX_CANDIDATES)) : '';
    findings.push({ path, message: message + hint, at });
  };
  checkCurrencies(file, report);
  checkSites(file, report);
  checkTiers(file, report);
  checkPointsExpiry(file, report);
  checkReferrals(file, report);
  checkTexts(file, report);
  checkAnswers(file, report);
  checkTheme(file, report);
  checkRules(file, report);
  checkRewards(file, report);
  return findings;
}

function checkCurrencies(file: RemainingFile, report: Report): void {
  if (file.currency !== undefined && !isCurrency(file.currency)) {
    report(['currency'], `there is no currency ${file.currency}`);
  }
  for (const [currency, rate] of Object.entries(file.currency_rates ?? {})) {
    const path = ['currency_rates', currency];
    if (!isCurrency(currency)) report(path, `there is no currency ${currency}`, 'key');
    if (currency === file.currency && rate !== undefined && rate !== 1) {
      report(path, "is the program's own currency, whose rate is 1");
    }
  }
}

function checkSites(file: RemainingFile, report: Report): void {
  for (const [key, site] of Object.entries(file.sites ?? {})) {
    const path = ['sites', key];
    if (!site) continue;
    if (site.time_zone !== undefined && !isTimeZone(site.time_zone)) {
      report(
        [...path, 'time_zone'],
        `there is no time zone "${site.time_zone}"; write it as in Europe/Berlin`,
      );
    }
    if (site.country !== undefined && !isCountry(site.country)) {
      report([...path, 'country'], `there is no country ${site.country}`);
    }
    site.languages?.forEach((language, i) => {
      if (language !== undefined && !isLanguage(language)) {
        report([...path, 'languages', i], `there is no language "${language}"`);
      }
    });
    checkSiteCurrency(file, site.currency, [...path, 'currency'], report);
  }
}

function checkSiteCurrency(
  file: RemainingFile,
  currency: string | undefined,
  path: Path,
  report: Report,
): void {
  if (currency === undefined || currency === file.currency) return;
  if (!isCurrency(currency)) report(path, `there is no currency ${currency}`);
  else if (!Object.hasOwn(file.currency_rates ?? {}, currency)) report(path, `has no rate in currency_rates`);
}
