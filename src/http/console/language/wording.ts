import type { IntlMessageFormat } from 'intl-messageformat';
import { compileMessage } from '../../../texts/message-format.ts';
import { directionOf } from '../../shared/document.tsx';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { type ConsoleCatalogue, type ConsoleMessage, en } from './en.ts';
import { es } from './es.ts';
import { type Formats, formatsOf } from './formats.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { ConsoleLanguage } from './languages.ts';

export const CONSOLE_CATALOGUES: Readonly<Record<ConsoleLanguage, ConsoleCatalogue>> = {
  en,
  de,
  fr,
  es,
  ja,
  ar,
};

/** The messages of the console in one language, with its forms of figures and days. */
export interface ConsoleWording extends Omit<Formats, 'periodLong'> {
  readonly language: ConsoleLanguage;
  readonly direction: 'ltr' | 'rtl';
  /** A day, the week from a day, or a month. */
  periodLong(period: string, interval: 'day' | 'week' | 'month'): string;
  /** A message, with numbers and plurals in the form of the language. */
  say(message: ConsoleMessage, values?: Readonly<Record<string, string | number>>): string;
}

const wordings = new Map<ConsoleLanguage, ConsoleWording>();

export function consoleWording(language: ConsoleLanguage): ConsoleWording {
  let wording = wordings.get(language);
  if (!wording) {
    wording = createWording(language);
    wordings.set(language, wording);
  }
  return wording;
}

function createWording(language: ConsoleLanguage): ConsoleWording {
  const compiled = new Map<ConsoleMessage, IntlMessageFormat>();
  const formats = formatsOf(language);
  const wording: ConsoleWording = {
    ...formats,
    language,
    direction: directionOf(language),
    periodLong: (period, interval) =>
      interval === 'week'
        ? wording.say('week_from', { day: formats.day(period) })
        : formats.periodLong(period, interval),
    say(message, values) {
      let format = compiled.get(message);
      if (!format) {
        format = compileMessage(CONSOLE_CATALOGUES[language][message], language);
        compiled.set(message, format);
      }
      return format.format(wording.direction === 'rtl' ? isolated(values) : values) as string;
    },
  };
  return wording;
}

/** Isolates names, ids and amounts, so that they keep their order within a message that is read from right to left. */
function isolated(values: Readonly<Record<string, string | number>> = {}) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );
}

/**
 * Isolates a text, which then has the direction of its first letter. A text that is only composed of isolated texts has
 * no letter outside of them: it is a part of the sentence and keeps the sentence's direction.
 */
function isolate(text: string): string {
  return `${text.includes('\u2068') ? '\u2067' : '\u2068'}${text}\u2069`;
}
