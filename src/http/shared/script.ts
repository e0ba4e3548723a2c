import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The page's one script, inline as its style sheet is. As written: it needs no building. */
export const SCRIPT = readFileSync(
  new URL('../../../src/http/shared/page-script.js', import.meta.url),
  'utf8',
);

/** The script as the Content-Security-Policy names it: nothing else may run. */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
