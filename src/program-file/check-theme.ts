import type { ThemeColours } from '../domain/programs/program-settings.ts';
import type { RemainingFile, Report } from './check-values.ts';
import { CONTROL_CONTRAST, contrast, nearestShade, TEXT_CONTRAST } from './colours.ts';
import type { Path } from './mistakes.ts';
import { type GivenColours, type Mode, themeColours } from './to-theme.ts';

interface Need {
  grounds: readonly (keyof ThemeColours)[];
  least: number;
}

/** The grounds with which each colour must have contrast. */
const NEEDS = {
  text: { grounds: ['background', 'surface'], least: TEXT_CONTRAST },
  muted: { grounds: ['background', 'surface'], least: TEXT_CONTRAST },
  accent: { grounds: ['background', 'surface'], least: CONTROL_CONTRAST },
  on_accent: { grounds: ['accent'], least: TEXT_CONTRAST },
} as const satisfies Partial<Record<keyof ThemeColours, Need>>;

/** People with weak sight must be able to read the page and to find its controls, in light and in dark mode. */
export function checkTheme(file: RemainingFile, report: Report): void {
  const { theme } = file;
  if (!theme) return;
  for (const mode of ['light', 'dark'] as const) {
    const colours = themeColours(theme, mode);
    for (const name of ['text', 'muted', 'accent', 'on_accent'] as const) {
      const { grounds, least }: Need = NEEDS[name];
      const on = (colour: string) => (ground: keyof ThemeColours) => contrast(colour, colours[ground]);
      const found = Math.min(...grounds.map(on(colours[name])));
      if (found >= least) continue;
      const ground = grounds.find((one) => on(colours[name])(one) === found)!;
      const better = nearestShade(colours[name], (shade) =>
        grounds.map(on(shade)).every((has) => has >= least),
      );
      report(
        pathOf(theme, mode, name, ground),
        `${name} ${colours[name]} on ${ground} ${colours[ground]} has a contrast of ${figure(found)} to 1; WCAG 2.2 AA asks for at least ${least}${better ? `, as ${better} has` : ''}`,
      );
    }
  }
}

/** The path of a colour that the file gives: the colour itself, or else its ground. The accent may be the store's. */
function pathOf(
  theme: NonNullable<RemainingFile['theme']>,
  mode: Mode,
  ...names: readonly (keyof ThemeColours)[]
): Path {
  const given: GivenColours = theme[mode] ?? {};
  const name = names.find((one) => given[one] !== undefined);
  if (name !== undefined) return ['theme', mode, name];
  return theme.accent !== undefined && names.includes('accent') ? ['theme', 'accent'] : ['theme'];
}

/** Rounded down, so that the shown contrast is never higher than the real one. */
function figure(found: number): string {
  return (Math.floor(found * 100) / 100).toFixed(2);
}
