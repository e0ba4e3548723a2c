import { titleOf } from '../../../program-file/form-words.ts';
import { words as ar } from '../language/ar/file/words.ts';
import { words as de } from '../language/de/file/words.ts';
import { words as es } from '../language/es/file/words.ts';
import { words as fr } from '../language/fr/file/words.ts';
import { words as ja } from '../language/ja/file/words.ts';
import type { ConsoleLanguage } from '../language/languages.ts';
import type { ConsoleWording } from '../language/wording.ts';

type Translated = Exclude<ConsoleLanguage, 'en'>;
type Reader = Pick<ConsoleWording, 'language'>;

/** The translated words of the program file's schema, by the English words. */
export const FILE_WORDS: Readonly<Record<Translated, Readonly<Record<string, string>>>> = {
  ar,
  de,
  es,
  fr,
  ja,
};

/** A title or an explanation of the schema in the language of its reader. Unknown names stay unchanged. */
export function fileWords({ language }: Reader, english: string): string {
  return language === 'en' ? english : (FILE_WORDS[language][english] ?? english);
}

/** The title of a field, or of a word to choose, by its name in the file. */
export function fileTitle(reader: Reader, name: string): string {
  return fileWords(reader, titleOf(name));
}
