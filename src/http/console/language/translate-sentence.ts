import { serverWords as ar } from './ar/server-words.ts';
import { serverWords as de } from './de/server-words.ts';
import { serverWords as es } from './es/server-words.ts';
import { serverWords as fr } from './fr/server-words.ts';
import { serverWords as ja } from './ja/server-words.ts';
import type { ConsoleLanguage } from './languages.ts';
import { FORMER_SENTENCES, SERVER_NOUNS, SERVER_SENTENCES, type ServerWords } from './server-sentences.ts';

export const SERVER_WORDS: Readonly<Record<Exclude<ConsoleLanguage, 'en'>, ServerWords>> = {
  ar,
  de,
  es,
  fr,
  ja,
};

/** The places for nouns, and the places for one or several sentences. Other places keep their words. */
const NOUN_PLACES: readonly string[] = ['type', 'value', 'form', 'one', 'other'];
const SENTENCE_PLACE = 'sentence';
const LIST_PLACE = 'sentences';
/** The place of a noun without which the sentence has no meaning. */
const WHOLE_PLACE = 'form';
/** The places for figures only. */
const FIGURES: readonly string[] = ['number', 'most', 'least', 'amount', 'width', 'height', 'all'];

/** The places that do not take any words: places of one word, and places that end where the next mistake begins. */
const SHAPES: Readonly<Record<string, string>> = {
  field: 'metadata\\.[^;]+?|[\\w.]+',
  order: 'ymd|mdy|dmy',
  list: '[^;]+',
  colour: '\\S+',
  uri: '\\S+',
  ground: '\\S+',
};

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

const SENTENCES: readonly Pattern<keyof ServerWords>[] = [
  ...patternsOf(SERVER_SENTENCES),
  ...patternsOf([...FORMER_SENTENCES.keys()]).map(({ english, fits }) => ({
    english: FORMER_SENTENCES.get(english)!,
    fits,
  })),
];
const NOUNS = patternsOf(SERVER_NOUNS);

/**
 * The longest text that is translated, in characters, as a whole or as one sentence: patterns take longer for longer
 * texts.
 */
const MOST_CHARACTERS = { whole: 2_000, sentence: 500 };
/** A sentence has at most two semicolons itself. */
const MOST_PIECES = 3;

/**
 * A sentence of the domain in another language, or several mistakes in a row; undefined: it has no translation, or is
 * too long. Each sentence is looked up separately, so the work grows only in proportion to the text. Pure.
 */
export function translateSentence(language: ConsoleLanguage, english: string): string | undefined {
  if (language === 'en') return english;
  if (english.length > MOST_CHARACTERS.whole) return undefined;
  return translated(language, SENTENCES, english) ?? translatedList(language, english.split('; '));
}

/** Works from the last piece to the first: the translation of the later pieces is then known. */
function translatedList(
  language: Exclude<ConsoleLanguage, 'en'>,
  pieces: readonly string[],
): string | undefined {
  const wordsFrom = new Map<number, string[]>([[pieces.length, []]]);
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    for (let end = at + 1; end <= at + MOST_PIECES; end += 1) {
      const rest = wordsFrom.get(end);
      const first = rest && translated(language, SENTENCES, pieces.slice(at, end).join('; '));
      if (first === undefined) continue;
      wordsFrom.set(at, [first, ...rest!]);
      break;
    }
  }
  return wordsFrom.get(0)?.join(' · ');
}

function translated(
  language: Exclude<ConsoleLanguage, 'en'>,
  patterns: readonly Pattern<keyof ServerWords>[],
  english: string,
): string | undefined {
  if (english.length > MOST_CHARACTERS.sentence) return undefined;
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
  if (name === LIST_PLACE) return translatedList(language, text.split('; '));
  const noun = NOUN_PLACES.includes(name) ? translated(language, NOUNS, text) : undefined;
  if (name === WHOLE_PLACE) return noun;
  return noun ?? (language === 'ar' ? `\u2068${text}\u2069` : text);
}
