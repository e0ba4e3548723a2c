import { describe, expect, it } from 'vitest';
import { type ConsoleMessage, en } from '../../src/http/console/language/en.ts';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { CONSOLE_CATALOGUES, consoleWording } from '../../src/http/console/language/wording.ts';
import { ELEMENT, elementsOf } from '../../src/texts/message-format.ts';

const MESSAGES = Object.keys(en) as ConsoleMessage[];

const parsed = new Map<string, ReturnType<typeof elementsOf>>();
/** The elements of a message, which are read once. */
function partsOf(message: string) {
  const parts = parsed.get(message) ?? elementsOf(message);
  parsed.set(message, parts);
  return parts;
}

/** The values that a message names, with whether each is a number. */
function argumentsIn(message: string): Record<string, 'number' | 'text'> {
  const found = partsOf(message).flatMap(({ type, value }): [string, 'number' | 'text'][] => {
    if (type === ELEMENT.plural) return [[value!, 'number']];
    return type === ELEMENT.argument ? [[value!, 'text']] : [];
  });
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)));
}

describe.each(LANGUAGE_TAGS)('the words of the console in %s', (language) => {
  const catalogue = CONSOLE_CATALOGUES[language];

  it('are there for every message of English, and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...MESSAGES].sort());
    expect(MESSAGES.filter((message) => catalogue[message].trim() === '')).toEqual([]);
  });

  it('name what English names in each message, and have every plural of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const named = (messages: Readonly<Record<ConsoleMessage, string>>) =>
      MESSAGES.map((message) => [message, argumentsIn(messages[message])]);
    expect(named(catalogue)).toEqual(named(en));
    const plurals = MESSAGES.flatMap((message) =>
      partsOf(catalogue[message])
        .filter(({ type }) => type === ELEMENT.plural)
        .map(({ options }) => [message, Object.keys(options!).sort()]),
    );
    const complete = plurals.map(([message]) => [message, [...pluralCategories].sort()]);
    expect(plurals).toEqual(complete);
  });

  it('leave no brace, mark or apostrophe behind, whatever they are given', () => {
    const { say } = consoleWording(language);
    expect(MESSAGES.filter((message) => catalogue[message].includes("'"))).toEqual([]);
    const odd: string[] = [];
    for (const message of MESSAGES) {
      const named = Object.entries(argumentsIn(en[message]));
      const counts = named.some(([, kind]) => kind === 'number');
      for (const number of counts ? [0, 1, 2, 3, 11, 1_000_000] : [0]) {
        const values = named.map(([name, kind]) => [name, kind === 'number' ? number : 'Xy']);
        const said = say(message, Object.fromEntries(values));
        if (!/^[^{}#]+$/.test(said)) odd.push(`${message}: ${said}`);
      }
    }
    expect(odd).toEqual([]);
  });

  it('write figures and days as its readers do, the same days everywhere', () => {
    const { count, share, day, span, moment, periodShort, periodLong } = consoleWording(language);
    const digits = (text: string) => text.replace(/\D/g, '');
    expect(digits(count(1_234_567))).toBe('1234567');
    expect(count(-0)).toBe(count(0));
    expect(digits(share(0.4428))).toBe('443');
    for (const text of [day('2026-03-04'), span('2026-03-04', '2026-03-04')]) {
      expect(text).toContain('2026');
      expect(text).toMatch(/4/);
    }
    expect(span('2025-12-31', '2026-01-02')).toMatch(/2025.*2026/);
    // A day later in Auckland.
    expect(moment(Date.UTC(2026, 2, 4, 22, 15), 'Pacific/Auckland')).toMatch(/5(.*)11:15/);
    expect(periodShort('2026-03-04')).toMatch(/4/);
    expect(periodLong('2026-03', 'month')).toContain('2026');
    expect(periodLong('2026-03-02', 'week')).toContain(day('2026-03-02'));
    expect(periodLong('2026-03-02', 'day')).not.toBe(periodLong('2026-03-02', 'week'));
  });
});
