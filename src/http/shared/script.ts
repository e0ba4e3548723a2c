import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The page's one script, inline like its style sheet. It is sent as written and needs no build. */
export const SCRIPT = readFileSync(
  new URL('../../../src/http/shared/page-script.js', import.meta.url),
  'utf8',
);

/** The script's source in the Content-Security-Policy: no other script may run. */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
