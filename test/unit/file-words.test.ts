import { describe, expect, it } from 'vitest';
import { type FieldSchema, fileSchema } from '../../src/http/console/program/file-schema.ts';
import { FILE_WORDS, fileTitle, fileWords } from '../../src/http/console/program/file-words.ts';
import { titleOf } from '../../src/program-file/form-words.ts';

/** The words of the schema that forms and cards show: titles, explanations and words to choose. */
function wordsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { title, description, enum: choices } = schema as FieldSchema;
  for (const words of [title, description]) if (typeof words === 'string') found.add(words);
  if (Array.isArray(choices)) for (const word of choices) found.add(titleOf(word));
  for (const inner of Object.values(schema)) wordsOf(inner, found);
  return found;
}

const { title: _ofTheSchema, ...schema } = fileSchema();
const ENGLISH = [...wordsOf(schema)];

describe.each(Object.keys(FILE_WORDS) as (keyof typeof FILE_WORDS)[])(
  'the words of the program file in %s',
  (language) => {
    const words = FILE_WORDS[language];

    it('are there for each word of the schema, and for no other', () => {
      expect(ENGLISH.filter((english) => !Object.hasOwn(words, english))).toEqual([]);
      expect(Object.keys(words).filter((english) => !ENGLISH.includes(english))).toEqual([]);
      expect(Object.entries(words).filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    it('name the same keys, durations, numbers and standards as the English ones', () => {
      const named = (text: string) =>
        [
          ...new Set(
            text.match(/[a-z]+_[a-z_]+|\b\d+[smhd]\b|ISO \d+|IANA|WCAG|https:\/\/[\w.]+|#|\?\?|\{\w+\}/g),
          ),
        ].sort();
      for (const [english, text] of Object.entries(words))
        expect([english, named(text)]).toEqual([english, named(english)]);
    });
  },
);

describe('a name that the schema does not have', () => {
  it('stays as it is', () => {
    expect(fileWords({ language: 'de' }, 'Nothing of the kind')).toBe('Nothing of the kind');
    expect(fileTitle({ language: 'ar' }, 'constructor')).toBe('Constructor');
  });
});
