import type { Program, Site } from '../programs/configuration.ts';

/**
 * The site's own tag for a requested language: the same tag, otherwise one of the same language, otherwise its default.
 */
export function sessionLanguage(site: Site, asked: string | undefined): string {
  const fallback = site.languages[0]!;
  if (asked === undefined) return fallback;
  const wanted = asked.toLowerCase();
  return (
    site.languages.find((tag) => tag.toLowerCase() === wanted) ??
    site.languages.find((tag) => primary(tag) === primary(wanted)) ??
    fallback
  );
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-', 1)[0]!;
}

/** The requested currency if the program can show amounts in it, otherwise the site's. */
export function sessionCurrency(program: Program, site: Site, asked: string | undefined): string {
  const wanted = asked?.toUpperCase();
  const supported =
    wanted !== undefined &&
    (wanted === site.currency ||
      wanted === program.currency ||
      Object.hasOwn(program.settings.currency_rates, wanted));
  return supported ? wanted : site.currency;
}
