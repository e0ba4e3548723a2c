import type { IntlMessageFormat } from 'intl-messageformat';
import type { ProgramSettings } from '../domain/programs/program-settings.ts';
import type { MessageKey, MessageValues } from './catalogue.ts';
import { catalogueFor, hasCatalogue, MESSAGE_KEYS } from './catalogues.ts';
import { widerTags } from './language.ts';
import { compileMessage, compileOwnMessage } from './message-format.ts';

/** The operator's own messages, which replace ours: language tag → message key → ICU message. */
type OwnTexts = ProgramSettings['texts'];

/**
 * The words of one program for readers of one language. It is never changed; a program that is loaded anew has another.
 */
export interface Wording {
  /** The reader's language, a BCP 47 tag. Amounts are written in its form. */
  readonly language: string;
  /** The language of most words: the reader's if we or the operator have messages in it, otherwise English. */
  readonly spoken: string;
  /** A message, with numbers and plurals in the form of its language. */
  format<K extends MessageKey>(key: K, values: MessageValues[K]): string;
}

/** One object of texts belongs to one loaded program. Compiled messages are kept with it. */
const wordings = new WeakMap<OwnTexts, Map<string, Wording>>();

/** `language` is one of a site's, so no request can cause any number of them. */
export function wordingOf(texts: OwnTexts, language: string): Wording {
  let held = wordings.get(texts);
  if (!held) {
    held = new Map();
    wordings.set(texts, held);
  }
  let wording = held.get(language);
  if (!wording) {
    wording = createWording(texts, language);
    held.set(language, wording);
  }
  return wording;
}

const NO_TEXTS: OwnTexts = {};

/** Our own words, for answers without a known program. */
export function serverWording(language: string): Wording {
  return wordingOf(NO_TEXTS, language);
}

interface OwnMessages {
  messages: Record<string, string>;
  /** The language in which they are formatted. */
  language: string;
}

/**
 * Chooses the first that exists: the operator's message in the reader's language or in a wider one; our message in that
 * language; if we do not speak it, the operator's in English; our message in English.
 */
function createWording(texts: OwnTexts, language: string): Wording {
  const ownLanguage = ownMessages(texts, language);
  const known = hasCatalogue(language);
  const own = known ? ownLanguage : [...ownLanguage, ...ownMessages(texts, 'en')];
  const ours = known ? language : 'en';
  const chosen = new Map<MessageKey, IntlMessageFormat>();

  const choose = (key: MessageKey): IntlMessageFormat => {
    const format = firstOf(own, key) ?? catalogueMessage(key, ours);
    chosen.set(key, format);
    return format;
  };

  return {
    language,
    spoken: known || coversMost(ownLanguage) ? language : 'en',
    format(key, values) {
      const format = chosen.get(key) ?? choose(key);
      try {
        return format.format(values) as string;
      } catch (error) {
        // The program file was checked when it was applied, but perhaps by another version of the server.
        const fallback = catalogueMessage(key, ours);
        if (format === fallback) throw error;
        chosen.set(key, fallback);
        return fallback.format(values) as string;
      }
    },
  };
}

function ownMessages(texts: OwnTexts, language: string): OwnMessages[] {
  const tags = Object.keys(texts);
  return widerTags(language)
    .map((wider) => tags.find((tag) => tag.toLowerCase() === wider.toLowerCase()))
    .filter((tag) => tag !== undefined)
    .map((tag) => ({ messages: texts[tag]!, language }));
}

function coversMost(own: readonly OwnMessages[]): boolean {
  const worded = MESSAGE_KEYS.filter((key) => own.some(({ messages }) => Object.hasOwn(messages, key)));
  return worded.length > MESSAGE_KEYS.length / 2;
}

function firstOf(own: readonly OwnMessages[], key: MessageKey): IntlMessageFormat | undefined {
  for (const { messages, language } of own) {
    if (!Object.hasOwn(messages, key)) continue;
    try {
      return compileOwnMessage(key, messages[key]!, language);
    } catch {
      // The message is invalid now, though the version that applied it accepted it. The next one serves.
    }
  }
  return undefined;
}

/** Our messages, compiled once for all programs, by language tag. The tags are those of the programs' sites. */
const catalogueMessages = new Map<string, Map<MessageKey, IntlMessageFormat>>();

/** A tag such as en-IN takes English words and its own digits. */
function catalogueMessage(key: MessageKey, language: string): IntlMessageFormat {
  let messages = catalogueMessages.get(language);
  if (!messages) {
    messages = new Map();
    catalogueMessages.set(language, messages);
  }
  let format = messages.get(key);
  if (!format) {
    format = compileMessage(catalogueFor(language)[key], language);
    messages.set(key, format);
  }
  return format;
}
