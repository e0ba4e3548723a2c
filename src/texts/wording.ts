import type { IntlMessageFormat } from 'intl-messageformat';
import type { ProgramSettings } from '../domain/programs/program-settings.ts';
import type { MessageKey, MessageValues } from './catalogue.ts';
import { catalogueFor, hasCatalogue, MESSAGE_KEYS } from './catalogues.ts';
import { widerTags } from './language.ts';
import { compileMessage, compileOwnMessage } from './message-format.ts';

/** The operator's own messages in place of ours: language tag → message key → ICU message. */
type OwnTexts = ProgramSettings['texts'];

/** How a program speaks to readers of one language. Never changed; a program newly read has others. */
export interface Wording {
  /** The reader's, a BCP 47 tag. Amounts are written as it has them. */
  readonly language: string;
  /** What most of the words are in: the reader's language where we or the operator word them, else English. */
  readonly spoken: string;
  /** A message, its numbers and plurals as its language writes them. */
  format<K extends MessageKey>(key: K, values: MessageValues[K]): string;
}

/** One object of texts is one program as it was read at one time: what is compiled for it goes with it. */
const wordings = new WeakMap<OwnTexts, Map<string, Wording>>();

/** `language` is one of a site's, so that no request can ask for any number of them. */
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

/** Our own words, where no program is known whose they could be. */
export function serverWording(language: string): Wording {
  return wordingOf(NO_TEXTS, language);
}

interface OwnMessages {
  messages: Record<string, string>;
  /** The language that they are formatted in. */
  language: string;
}

/**
 * The first that there is: the operator's message in the reader's language, or in one that it is a kind of;
 * ours; and where we do not speak it the operator's in English; ours in English.
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
      // No ICU message, though it was one to the version that applied it: the next is as good.
    }
  }
  return undefined;
}

/** Our messages, compiled once for all programs, by language tag; those are the tags of the programs' sites. */
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
