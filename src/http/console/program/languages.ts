import type { ConsoleWording } from '../language/wording.ts';

interface Spoken {
  sites: readonly { languages: readonly string[] }[];
}

/** The languages of a program's sites, the first site's first. */
export function languagesOf({ sites }: Spoken): string[] {
  return [...new Set(sites.flatMap(({ languages }) => languages))];
}

/** The language in an address, if the program has it; otherwise the first one. */
export function languageNamed(program: Spoken, word: string | undefined): string {
  const languages = languagesOf(program);
  return languages.find((language) => language === word) ?? languages[0]!;
}

const names = new Map<string, Intl.DisplayNames>();

/** "de" → "German", for readers of a language. A text that is no tag stays unchanged. */
export function languageName({ language }: Pick<ConsoleWording, 'language'>, tag: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  names.set(language, known);
  try {
    return known.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
