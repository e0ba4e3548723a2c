import { describe, expect, it } from 'vitest';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import type { MessageKey } from '../../src/texts/catalogue.ts';
import { CATALOGUES, MESSAGE_KEYS } from '../../src/texts/catalogues.ts';
import { argumentsOf, ELEMENT, elementsOf } from '../../src/texts/message-format.ts';
import { serverWording } from '../../src/texts/wording.ts';

const languages = Object.entries(CATALOGUES) as [string, Record<MessageKey, string>][];

describe('the message catalogues', () => {
  it('are of these languages', () => {
    expect(Object.keys(CATALOGUES).sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja']);
  });

  it('title every kind of rule, and nothing else', () => {
    const titled = MESSAGE_KEYS.filter((key) => key.startsWith('rule_title_'));
    expect(titled.sort()).toEqual(RULE_KINDS.map((kind) => `rule_title_${kind}`).sort());
  });
});

describe('every text', () => {
  it('is the one that was reviewed, beside the same text in the other languages', async () => {
    const lines = [...MESSAGE_KEYS]
      .sort()
      .flatMap((key) => ['', ...languages.map(([language, texts]) => `${key} ${language}: ${texts[key]}`)]);
    await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('./texts-reviewed.txt');
  });
});

describe.each(languages)('the catalogue of %s', (language, catalogue) => {
  const keys = Object.keys(catalogue) as MessageKey[];

  it('has every message, and no other', () => {
    expect(keys.sort()).toEqual([...MESSAGE_KEYS].sort());
    expect(keys.filter((key) => catalogue[key].trim() === '')).toEqual([]);
  });

  it('names what English names in each message, as the number or the text that it is', () => {
    for (const key of keys) {
      const used = new Map<string, string>();
      for (const { type, value } of elementsOf(catalogue[key])) {
        if (type === ELEMENT.number || type === ELEMENT.plural) used.set(value!, 'number');
        else if (type === ELEMENT.argument || type === ELEMENT.select) used.set(value!, 'text');
      }
      expect({ key, ...Object.fromEntries(used) }).toEqual({ key, ...Object.fromEntries(argumentsOf(key)) });
    }
  });

  it('has every plural of the language, and none that it lacks', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const key of keys) {
      for (const element of elementsOf(catalogue[key]).filter(({ type }) => type === ELEMENT.plural)) {
        const forms = Object.keys(element.options!).filter((form) => !form.startsWith('='));
        expect({ key, forms: forms.sort() }).toEqual({ key, forms: [...pluralCategories].sort() });
      }
    }
  });

  it('has every choice that English has', () => {
    const choices = (message: string) =>
      elementsOf(message)
        .filter(({ type }) => type === ELEMENT.select)
        .map((element) => Object.keys(element.options!).sort());
    for (const key of keys) {
      expect({ key, choices: choices(catalogue[key]) }).toEqual({
        key,
        choices: choices(CATALOGUES.en![key]),
      });
    }
  });

  it('has no apostrophe that would make what follows plain text', () => {
    expect(keys.filter((key) => catalogue[key].includes("'"))).toEqual([]);
  });

  it('words every message, whatever it is given, and leaves no brace or mark behind', () => {
    const wording = serverWording(language);
    const format = wording.format as (key: MessageKey, values: Record<string, unknown>) => string;
    const odd: string[] = [];
    for (const key of keys) {
      for (const number of [0, 1, 2, 3, 11, 100, 1_000_000]) {
        const values = [...argumentsOf(key)].map(([name, kind]) => [name, kind === 'number' ? number : 'Xy']);
        const text = format(key, Object.fromEntries(values));
        const names = [...argumentsOf(key)].filter(([name, kind]) => kind === 'text' && name !== 'interval');
        if (!/^[^{}#]+$/.test(text) || (names.length > 0 && !text.includes('Xy')))
          odd.push(`${key}: ${text}`);
      }
    }
    expect(odd).toEqual([]);
  });
});
