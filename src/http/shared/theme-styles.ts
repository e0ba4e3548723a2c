import { createHash } from 'node:crypto';
import type { Theme, ThemeColours } from '../../domain/programs/program-settings.ts';

interface ThemeStyles {
  css: string;
  /** The style sheet as the Content-Security-Policy names it. */
  source: string;
}

/** A theme is one object as long as its program is held. */
const made = new WeakMap<Theme, ThemeStyles>();

/** What a program's theme sets of the page's custom properties, to stand behind the page's own style sheet. */
export function themeStyles(theme: Theme | null): ThemeStyles | null {
  if (!theme) return null;
  const known = made.get(theme);
  if (known) return known;
  const css = [
    `:root{--font:${theme.font_family};--radius:${theme.corner_radius_px}px;${colours(theme.light)}}`,
    `@media (prefers-color-scheme:dark){:root{${colours(theme.dark)}}}`,
  ].join('');
  const source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const styles = { css, source };
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
