import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { localize } from '../../src/texts/language.ts';
import { CATALOGUES, formatMessage } from '../../src/texts/messages.ts';
import { pointsPerAmountText, pointsText } from '../../src/texts/points.ts';
import { timeLeft } from '../../src/texts/time-left.ts';

interface Element {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
}

const LITERAL = 0;
const PLURAL = 6;
const POUND = 7;

/** The elements of a message, those inside its plurals and choices included. */
function elementsOf(message: string, language: string): Element[] {
  const inside = (elements: Element[]): Element[] =>
    elements.flatMap((element) => [
      element,
      ...Object.values(element.options ?? {}).flatMap((option) => inside(option.value)),
    ]);
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  return inside(format.getAst() as Element[]);
}

function argumentsOf(message: string, language: string): string[] {
  const named = elementsOf(message, language).filter(({ type }) => type !== LITERAL && type !== POUND);
  return [...new Set(named.map((element) => element.value!))].sort();
}

describe('the message catalogues', () => {
  const { en, ...others } = CATALOGUES;

  it.each(Object.entries(others))('of %s has every message, with its arguments', (language, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en!).sort());
    for (const [key, message] of Object.entries(catalogue)) {
      const english = argumentsOf(en![key as keyof typeof catalogue], 'en');
      expect({ key, arguments: argumentsOf(message, language) }).toEqual({ key, arguments: english });
    }
  });

  it.each(Object.entries(CATALOGUES))('of %s has every plural of its language', (language, catalogue) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, message] of Object.entries(catalogue)) {
      for (const element of elementsOf(message, language).filter(({ type }) => type === PLURAL)) {
        const forms = Object.keys(element.options!);
        expect({ key, forms }).toEqual({ key, forms: expect.arrayContaining(pluralCategories) });
      }
    }
  });
});

describe('points text', () => {
  it('groups thousands, keeps the sign and knows the singular', () => {
    expect(pointsText(1000, 'en')).toBe('1,000 points');
    expect(pointsText(-500, 'en')).toBe('-500 points');
    expect(pointsText(1, 'en')).toBe('1 point');
    expect(pointsText(0, 'en')).toBe('0 points');
  });

  it('speaks German, and its regional forms', () => {
    expect(pointsText(1000, 'de')).toBe('1.000 Punkte');
    expect(pointsText(1, 'de-AT')).toBe('1 Punkt');
    expect(pointsText(100_000, 'en-IN')).toBe('1,00,000 points');
  });

  it('falls back to English words and plurals where a language has no catalogue', () => {
    expect(pointsText(1, 'ja')).toBe('1 point');
    expect(pointsText(2000, 'fr')).toBe('2,000 points');
  });

  it('says for which amount points are given', () => {
    expect(pointsPerAmountText(5, 1, 'USD', 'en')).toBe('5 points per $1');
    expect(pointsPerAmountText(1, 100, 'JPY', 'en')).toBe('1 point per ¥100');
    expect(pointsPerAmountText(5, 0.9, 'EUR', 'de')).toBe('5 Punkte pro 0,90\u00a0€');
    expect(pointsPerAmountText(2, 0.913, 'USD', 'en')).toBe('2 points per $0.913');
  });
});

describe('a message', () => {
  it('takes what it is given as it is', () => {
    expect(formatMessage('en', 'entered_tier', { tier: '<b>Gold</b> & {more}' })).toBe(
      'Reached <b>Gold</b> & {more}',
    );
    expect(formatMessage('de', 'entered_tier', { tier: 'Gold' })).toBe('Gold erreicht');
  });
});

describe('the time left', () => {
  const minutes = (count: number) => count * 60_000;

  it.each([
    [minutes(3 * 24 * 60), '3 days'],
    [minutes(2 * 24 * 60) + 1, '3 days'],
    [minutes(24 * 60), '1 day'],
    [minutes(23 * 60) + 1, '1 day'],
    [minutes(23 * 60), '23 hours'],
    [minutes(60), '1 hour'],
    [minutes(59) + 1, '1 hour'],
    [minutes(59), '59 minutes'],
    [1, '1 minute'],
    [0, '1 minute'],
  ])('of %d ms is %s', (left, text) => {
    expect(timeLeft(1_000 + left, 1_000, 'en')).toBe(text);
  });

  it('is told in languages without a catalogue too', () => {
    expect(timeLeft(minutes(60), 0, 'de')).toBe('1 Stunde');
    expect(timeLeft(minutes(3 * 24 * 60), 0, 'ja')).toBe('3 日');
  });
});

describe('a text of the program file', () => {
  const text = { 'en-GB': 'Colour', de: 'Farbe', pt: 'Cor' };

  it('is the same for everybody where it is one', () => {
    expect(localize('Gold', 'de', 'en')).toBe('Gold');
  });

  it.each([
    ['de', 'Farbe', 'the tag itself'],
    ['DE', 'Farbe', 'whatever its case'],
    ['pt-BR', 'Cor', 'the primary language'],
    ['en-US', 'Colour', 'another region of the same language'],
    ['ja', 'Cor', 'the fallback language'],
  ])('for %s is %s: %s', (language, expected) => {
    expect(localize(text, language, 'pt')).toBe(expected);
  });

  it('is the first there is when neither language is there', () => {
    expect(localize(text, 'ja', 'fr')).toBe('Colour');
  });
});
