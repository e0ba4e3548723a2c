import { describe, expect, it } from 'vitest';
import { localize } from '../../src/texts/language.ts';

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
