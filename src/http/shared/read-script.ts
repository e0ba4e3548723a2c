import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../src/http/browser', import.meta.url);

/** A script in the form that browsers get: without its comments, its types and its indentation. */
export function readScript(name: string): string {
  return compactScript(readFileSync(new URL(`${name}.js`, `${FOLDER.href}/`), 'utf8'));
}

/** Comments that begin in the middle of a line stay, except types: a string could contain the sign of a comment. */
export function compactScript(script: string): string {
  return script
    .replaceAll(/\/\*\*.*?\*\/\s*/gs, '')
    .replaceAll(/^ *\/\/.*\n/gm, '')
    .replaceAll(/^\s+/gm, '');
}
