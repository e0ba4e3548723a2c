import type { IntlMessageFormat } from 'intl-messageformat';
import type { ProgramSettings } from '../domain/programs/program-settings.ts';
import type { MessageKey, MessageValues } from './catalogue.ts';
import { catalogueFor, hasCatalogue, MESSAGE_KEYS } from './catalogues.ts';
import { widerTags } from './language.ts';
import { compileMessage, compileOwnMessage } from './message-format.ts';

/** The operator's own messages, which replace the server's: language tag → message key → ICU message. */
type OwnTexts = ProgramSettings['texts'];

/**
 * The messages of one program for readers of one language. It never changes. A program that is loaded again gets a new
 * one.
 */
export interface Wording {
  /** The reader's language, a BCP 47 tag. Amounts are written in its form. */
  readonly language: string;
  /**
   * The language of most messages: the reader's if the server or the operator has messages in it, otherwise English.
   */
  readonly spoken: string;
  /** A message, with numbers and plurals in the form of its language. */
  format<K extends MessageKey>(key: K, values: MessageValues[K]): string;
}

/** Each loaded program has its own object of texts. The compiled messages are kept with it. */
const wordings = new WeakMap<OwnTexts, Map<string, Wording>>();

/** `language` is one of a site's languages, so requests cannot cause an unlimited number of entries. */
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

/** The server's own messages, for answers without a known program. */
export function serverWording(language: string): Wording {
  return wordingOf(NO_TEXTS, language);
}

interface OwnMessages {
  messages: Record<string, string>;
  /** The language whose numbers and plurals the messages use. */
  language: string;
}

/**
 * Chooses the first message that exists: the operator's in the reader's language or in a wider one; the server's in
 * that language; if the server does not have that language, the operator's in English; the server's in English.
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
        // The file was checked when it was applied, but maybe by another version of the server, so there is a fallback.
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
      // The version that applied the message accepted it, but this version does not. The next message is used.
    }
  }
  return undefined;
}

/** The server's messages by language tag, compiled once for all programs. The tags are those of the programs' sites. */
const catalogueMessages = new Map<string, Map<MessageKey, IntlMessageFormat>>();

/** A tag such as en-IN uses English words and its own digits. */
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
