import type { Theme, ThemeColours } from '../../domain/programs/program-settings.ts';
import { sourceOf } from './source-of.ts';

interface ThemeStyles {
  css: string;
  /** The style sheet's source for the Content-Security-Policy. */
  source: string;
}

/** A theme is the same object while its program is in memory. */
const made = new WeakMap<Theme, ThemeStyles>();

/**
 * The style sheet of a program's theme: the custom properties that it sets, then its own rules. It comes after the
 * page's own style sheet.
 */
export function themeStyles(theme: Theme | null): ThemeStyles | null {
  if (!theme) return null;
  const known = made.get(theme);
  if (known) return known;
  const css = [
    `:root{--font:${theme.font_family};--radius:${theme.corner_radius_px}px;--paper:${theme.light.background};${colours(theme.light)}}`,
    `@media (prefers-color-scheme:dark){:root{${colours(theme.dark)}}}`,
    theme.css ?? '',
  ].join('');
  const styles = { css, source: sourceOf(css) };
  made.set(theme, styles);
  return styles;
}

function colours({ background, surface, text, muted, accent, on_accent }: ThemeColours): string {
  const properties = {
    ground: background,
    surface,
    ink: text,
    muted,
    accent,
    'on-accent': on_accent,
  };
  return Object.entries(properties)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}
