interface Spoken {
  sites: readonly { languages: readonly string[] }[];
}

/** The languages of a program's sites, the first site's first. */
export function languagesOf({ sites }: Spoken): string[] {
  return [...new Set(sites.flatMap(({ languages }) => languages))];
}

/** The language that an address names, if the program has it. */
export function languageNamed(program: Spoken, word: string | undefined): string {
  const languages = languagesOf(program);
  return languages.find((language) => language === word) ?? languages[0]!;
}

const names = new Intl.DisplayNames('en', { type: 'language' });

/** "de" → "German"; a tag that is none stays as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
