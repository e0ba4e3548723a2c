import { serverWords as ar } from './ar/server-words.ts';
import { serverWords as de } from './de/server-words.ts';
import { serverWords as es } from './es/server-words.ts';
import { serverWords as fr } from './fr/server-words.ts';
import { serverWords as ja } from './ja/server-words.ts';
import type { ConsoleLanguage } from './languages.ts';
import { SERVER_NOUNS, SERVER_SENTENCES, type ServerWords } from './server-sentences.ts';

export const SERVER_WORDS: Readonly<Record<Exclude<ConsoleLanguage, 'en'>, ServerWords>> = {
  ar,
  de,
  es,
  fr,
  ja,
};

/** The places that hold nouns, and the one that holds a sentence. Others keep their words. */
const NOUN_PLACES: readonly string[] = ['type', 'value', 'form', 'one', 'other'];
const SENTENCE_PLACE = 'sentence';
/** The place of a noun that the sentence says nothing without. */
const WHOLE_PLACE = 'form';
/** The places that hold figures alone. */
const FIGURES: readonly string[] = ['number', 'most', 'least', 'amount', 'width', 'height', 'all'];

/** The places of one word, such as the name of a column. */
const SHAPES: Readonly<Record<string, string>> = { field: '[\\w.]+' };

const PLACE = /\{(\w+)\}/g;

interface Pattern<T> {
  english: T;
  fits: RegExp;
}

function patternsOf<const T extends string>(all: readonly T[]): Pattern<T>[] {
  return all.map((english) => {
    const source = english
      .split(PLACE)
      .map((part, at) => {
        if (at % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return `(?<${part}>${SHAPES[part] ?? (FIGURES.includes(part) ? '-?[\\d.,]+' : '.+?')})`;
      })
      .join('');
    return { english, fits: new RegExp(`^${source}$`, 's') };
  });
}

const SENTENCES = patternsOf(SERVER_SENTENCES);
const NOUNS = patternsOf(SERVER_NOUNS);

/** A sentence of the domain in another language; undefined: it is none that has been translated. Pure. */
export function translateSentence(language: ConsoleLanguage, english: string): string | undefined {
  if (language === 'en') return english;
  const whole = translated(language, SENTENCES, english);
  if (whole !== undefined) return whole;
  // Several mistakes of one row stand behind each other.
  for (let at = english.indexOf('; '); at > 0; at = english.indexOf('; ', at + 1)) {
    const first = translated(language, SENTENCES, english.slice(0, at));
    const rest = first && translateSentence(language, english.slice(at + 2));
    if (rest) return `${first} · ${rest}`;
  }
  return undefined;
}

function translated(
  language: Exclude<ConsoleLanguage, 'en'>,
  patterns: readonly Pattern<keyof ServerWords>[],
  english: string,
): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.fits.exec(english);
    if (!match) continue;
    const places = Object.entries(match.groups ?? {}).map(
      ([name, text]) => [name, wordsAt(language, name, text)] as const,
    );
    // Half a translation is worse than none.
    if (places.some(([, text]) => text === undefined)) continue;
    const words = new Map(places);
    return SERVER_WORDS[language][pattern.english].replaceAll(PLACE, (_, name: string) => words.get(name)!);
  }
  return undefined;
}

function wordsAt(language: Exclude<ConsoleLanguage, 'en'>, name: string, text: string): string | undefined {
  if (name === SENTENCE_PLACE) return translated(language, SENTENCES, text);
  const noun = NOUN_PLACES.includes(name) ? translated(language, NOUNS, text) : undefined;
  if (name === WHOLE_PLACE) return noun;
  return noun ?? (language === 'ar' ? `\u2068${text}\u2069` : text);
}
