import type { Theme, ThemeColours } from '../../src/domain/programs/program-settings.ts';
import { contrast } from '../../src/program-file/colours.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { HEAD, mistakesAfterHead } from './program-file.ts';

/** The theme of a program file. Its pictures lie in the folder. */
export function themeOf(theme: object, folder?: string): Theme {
  return parseProgramFile(`${HEAD}theme: ${JSON.stringify(theme)}\n`, folder).definition.settings.theme!;
}

/** The mistakes in the theme of a program file, by their path. */
export function themeMistakes(theme: object): string[] {
  return mistakesAfterHead(`theme: ${JSON.stringify(theme)}`).map((line) => line.replace(/^\d+:\d+ /, ''));
}

/** The contrasts of a mode that WCAG has something to say of, each over the least that it asks for. */
export function margins({ background, surface, text, muted, accent, on_accent }: ThemeColours): number[] {
  const grounds = [background, surface];
  return [
    ...grounds.flatMap((ground) => [contrast(text, ground) / 4.5, contrast(muted, ground) / 4.5]),
    ...grounds.map((ground) => contrast(accent, ground) / 3),
    contrast(on_accent, accent) / 4.5,
  ];
}
