import { describeMistake, ProgramFileError } from '../../src/program-file/mistakes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';

/** The first five lines of a program file, without a mistake; two languages. */
export const HEAD = `key: shop
name: Shop
currency: USD
sites:
  main: { name: Shop, url: https://shop.example, languages: [en, fr], time_zone: Europe/Berlin }
`;

/** What is wrong with a program file, each mistake as an operator reads it. */
export function mistakesIn(text: string): string[] {
  try {
    parseProgramFile(text);
    return [];
  } catch (error) {
    if (error instanceof ProgramFileError) return error.mistakes.map(describeMistake);
    throw error;
  }
}

/** What is wrong with the lines after a head of five lines without a mistake. */
export function mistakesAfterHead(...lines: string[]): string[] {
  return mistakesIn(HEAD + lines.join('\n'));
}
