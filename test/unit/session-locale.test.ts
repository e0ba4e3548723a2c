import { describe, expect, it } from 'vitest';
import { sessionCurrency, sessionLanguage } from '../../src/domain/webviews/session-locale.ts';
import { sampleProgram } from '../support/sample-program.ts';

describe('the language of a session', () => {
  const program = sampleProgram({ sites: [{ languages: ['en', 'de', 'pt-BR', 'pt-PT'] }] });
  const site = program.sites.at(-1)!;

  it.each<[string | undefined, string, string]>([
    [undefined, 'en', 'is the default where none is asked for'],
    ['fr', 'en', 'is the default where the site lacks the one asked for'],
    ['de', 'de', 'is the one asked for'],
    ['DE', 'de', 'does not depend on case'],
    ['de-AT', 'de', 'is the language where its region is not there'],
    ['pt', 'pt-BR', 'is the first region of a language'],
    ['pt-PT', 'pt-PT', 'is the region asked for'],
    ['p', 'en', 'is not the beginning of a code'],
  ])('%s gives %s: it %s', (asked, language) => {
    expect(sessionLanguage(site, asked)).toBe(language);
  });
});

describe('the currency of a session', () => {
  const program = sampleProgram({
    currency: 'USD',
    settings: { currency_rates: { EUR: 0.9, JPY: 150 } },
    sites: [{ currency: 'EUR' }],
  });
  const site = program.sites.at(-1)!;

  it.each<[string | undefined, string, string]>([
    [undefined, 'EUR', "is the site's where none is asked for"],
    ['GBP', 'EUR', "is the site's where there is no rate"],
    ['JPY', 'JPY', 'is one with a rate'],
    ['USD', 'USD', "is the program's own"],
    ['jpy', 'JPY', 'does not depend on case'],
  ])('%s gives %s: it %s', (asked, currency) => {
    expect(sessionCurrency(program, site, asked)).toBe(currency);
  });
});
