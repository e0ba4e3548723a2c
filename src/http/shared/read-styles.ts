import { readFileSync } from 'node:fs';

/** The style sheets of a folder as one text, in the order of `names`. */
export function readStyles(folder: URL, names: readonly string[]): string {
  return names
    .map((name) => compactCss(readFileSync(new URL(`${name}.css`, `${folder.href}/`), 'utf8')))
    .join('');
}

/** A style sheet without its comments and the white space that only people need. Texts in quotes stay. */
export function compactCss(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\/\s*/gs, '')
    .replaceAll(
      /("[^"]*")|(?:;?\s*)(\})\s*|\s*([{;,])\s*|(:)\s+|\s+/g,
      (_white, text?: string, end?: string, mark?: string, colon?: string) =>
        text ?? end ?? mark ?? colon ?? ' ',
    );
}
