import type { Theme, ThemeColours } from '../domain/programs/program-settings.ts';
import type { Remaining } from './check-shape.ts';
import { CONTROL_CONTRAST, contrast, isDark, mix, nearestShade, TEXT_CONTRAST } from './colours.ts';
import type { Assets } from './read-assets.ts';
import type { ProgramFile } from './schema.ts';

type ThemeFile = Remaining<NonNullable<ProgramFile['theme']>>;
export type GivenColours = { [Name in keyof ThemeColours]?: string | undefined };
export type Mode = 'light' | 'dark';

/** The colours of the page's own style sheet. */
const DEFAULTS: Record<Mode, ThemeColours> = {
  light: {
    background: '#f6f4ef',
    surface: '#ffffff',
    text: '#1d1c1a',
    muted: '#605b53',
    accent: '#2d3a8c',
    on_accent: '#ffffff',
  },
  dark: {
    background: '#121317',
    surface: '#1c1e25',
    text: '#f1f0ed',
    muted: '#afb1bb',
    accent: '#8f9df5',
    on_accent: '#10142e',
  },
};

const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif';
const CORNER_RADIUS_PX = 14;

export function toTheme(theme: ThemeFile, { logo, logo_dark, banner, css }: Assets): Theme {
  return {
    light: themeColours(theme, 'light'),
    dark: themeColours(theme, 'dark'),
    font_family: theme.font_family ?? FONT_FAMILY,
    logo,
    ...(logo_dark && { logo_dark }),
    ...(banner && { banner }),
    ...(css && { css }),
    corner_radius_px: theme.corner_radius ?? CORNER_RADIUS_PX,
  };
}

/**
 * All colours of a mode: the given ones unchanged, and matching ones for the rest. A matching colour is readable if the
 * given colours allow a readable one.
 */
export function themeColours(theme: ThemeFile, mode: Mode): ThemeColours {
  const given: GivenColours = theme[mode] ?? {};
  const ours = DEFAULTS[mode];
  const background = given.background ?? ours.background;
  const surface = given.surface ?? (given.background === undefined ? ours.surface : raised(background));
  const grounds = [background, surface];
  const reads = (colour: string) => grounds.every((ground) => contrast(colour, ground) >= TEXT_CONTRAST);

  const text = given.text ?? firstOf([ours.text, isDark(background) ? '#ffffff' : '#000000'], reads);
  const muted = given.muted ?? mutedOf(text, background, ours.muted, reads);
  const accent = given.accent ?? accentOf(theme.accent, mode, grounds);
  const on_accent =
    given.on_accent ??
    firstOf(
      accent === ours.accent ? [ours.on_accent] : ['#ffffff', '#1d1c1a', '#000000'],
      (colour) => contrast(colour, accent) >= TEXT_CONTRAST,
    );
  return { background, surface, text, muted, accent, on_accent };
}

/** The colour of a surface that lies above a ground. */
function raised(background: string): string {
  return mix(background, '#ffffff', isDark(background) ? 0.94 : 0.4);
}

/** The text colour, mixed with as much of its ground as readability allows. */
function mutedOf(text: string, background: string, ours: string, reads: (colour: string) => boolean): string {
  const mixtures = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((share) => mix(text, background, share));
  return firstOf([ours, ...mixtures, text], reads);
}

/**
 * In light mode the store's accent is used unchanged, or refused. In dark mode it is lightened until it is as visible
 * as text. The default accent is adapted to the given grounds.
 */
function accentOf(ofStore: string | undefined, mode: Mode, grounds: readonly string[]): string {
  if (ofStore !== undefined && mode === 'light') return ofStore;
  const accent = ofStore ?? DEFAULTS[mode].accent;
  const seen = (least: number) =>
    nearestShade(accent, (shade) => grounds.every((ground) => contrast(shade, ground) >= least));
  return seen(TEXT_CONTRAST) ?? seen(CONTROL_CONTRAST) ?? accent;
}

/** The first colour for which `willDo` is true, or else the last. */
function firstOf(colours: readonly string[], willDo: (colour: string) => boolean): string {
  return colours.find(willDo) ?? colours.at(-1)!;
}
