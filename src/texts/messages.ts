import { IntlMessageFormat } from 'intl-messageformat';
import type { Catalogue, MessageKey, MessageValues } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** By primary language. English also speaks for every language without a catalogue. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = { en, de };

/** Every message compiled once per language tag; the tags are those of the programs' sites. */
const compiled = new Map<string, Map<MessageKey, IntlMessageFormat>>();

/** The language that messages are worded in for a reader of `language` (a BCP 47 tag): its own, or English. */
export function wordingLanguage(language: string): string {
  return Object.hasOwn(CATALOGUES, primaryOf(language)) ? language : 'en';
}

function primaryOf(language: string): string {
  return language.toLowerCase().split('-')[0]!;
}

function messageFormat(language: string, key: MessageKey): IntlMessageFormat {
  let messages = compiled.get(language);
  if (!messages) {
    messages = new Map();
    compiled.set(language, messages);
  }
  let format = messages.get(key);
  if (!format) {
    // A tag such as en-IN takes English words and its own digits; English words take English plurals.
    const wording = wordingLanguage(language);
    format = new IntlMessageFormat(CATALOGUES[primaryOf(wording)]![key], wording, undefined, {
      ignoreTag: true,
    });
    messages.set(key, format);
  }
  return format;
}

/** A message in a language (a BCP 47 tag), its numbers and plurals as that language writes them. */
export function formatMessage<K extends MessageKey>(
  language: string,
  key: K,
  values: MessageValues[K],
): string {
  return messageFormat(language, key).format(values) as string;
}
