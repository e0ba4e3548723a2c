import { readScript } from './read-script.ts';
import { sourceOf } from './source-of.ts';

/** The page's one script, inline like its style sheet. */
export const SCRIPT = readScript('page');

/** The script's source in the Content-Security-Policy: no other script may run. */
export const SCRIPT_SOURCE = sourceOf(SCRIPT);
