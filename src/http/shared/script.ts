import { readScript } from './read-script.ts';
import { sourceOf } from './source-of.ts';

/** The page's one script. It is inline, like the style sheet. */
export const SCRIPT = readScript('page');

/** The script's source for the Content-Security-Policy: no other script may run. */
export const SCRIPT_SOURCE = sourceOf(SCRIPT);
