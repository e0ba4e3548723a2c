import type { LocalizedText } from '../domain/programs/program-settings.ts';

/** The first of `tags` that equals `wanted`, otherwise the first of the same primary language. Case does not matter. */
export function closest(tags: readonly string[], wanted: string): string | undefined {
  const tag = wanted.toLowerCase();
  const exact = tags.find((candidate) => candidate.toLowerCase() === tag);
  if (exact !== undefined) return exact;
  const primary = primaryOf(tag);
  return tags.find((candidate) => primaryOf(candidate) === primary);
}

/** pt-BR → pt. */
export function primaryOf(tag: string): string {
  const end = tag.indexOf('-');
  return (end === -1 ? tag : tag.slice(0, end)).toLowerCase();
}

/** A tag and its wider tags, nearest first (RFC 4647, lookup): zh-Hant-TW, zh-Hant, zh. */
export function widerTags(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** A text of the program file in `language`, or else in `fallbackLanguage`, or else in its first language. */
export function localize(text: LocalizedText, language: string, fallbackLanguage: string): string {
  if (typeof text === 'string') return text;
  const tag = localizedTag(text, language, fallbackLanguage);
  return tag === undefined ? '' : text[tag]!;
}

/** The language of the text that `localize` chooses; undefined: the text has no language. */
export function localizedTag(
  text: Record<string, string>,
  language: string,
  fallbackLanguage: string,
): string | undefined {
  const tags = Object.keys(text);
  return closest(tags, language) ?? closest(tags, fallbackLanguage) ?? tags[0];
}
