import { describeMistake, ProgramFileError } from '../../src/program-file/mistakes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';

/** The first five lines of a program file, without a mistake; two languages. */
export const HEAD = `key: shop
name: Shop
currency: USD
sites:
  main: { name: Shop, url: https://shop.example, languages: [en, fr], time_zone: Europe/Berlin }
`;

/** The mistakes in a program file, as an operator reads them. */
export function mistakesIn(text: string): string[] {
  try {
    parseProgramFile(text);
    return [];
  } catch (error) {
    if (error instanceof ProgramFileError) return error.mistakes.map(describeMistake);
    throw error;
  }
}

/** The mistakes in the lines after a correct head of five lines. */
export function mistakesAfterHead(...lines: string[]): string[] {
  return mistakesIn(HEAD + lines.join('\n'));
}
