import { readFileSync } from 'node:fs';
import { sourceOf } from './source-of.ts';

/** The page's one script, inline like its style sheet. It is sent as written and needs no build. */
export const SCRIPT = readFileSync(
  new URL('../../../src/http/shared/page-script.js', import.meta.url),
  'utf8',
);

/** The script's source in the Content-Security-Policy: no other script may run. */
export const SCRIPT_SOURCE = sourceOf(SCRIPT);
