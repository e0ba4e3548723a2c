import { readFileSync } from 'node:fs';
import { DOCS_PARTS, headersOf } from './own-parts.ts';

const STYLES = readFileSync(new URL('../../../src/http/docs/reference.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('../../../src/http/docs/try-it.js', import.meta.url), 'utf8');

export const REFERENCE_PARTS = {
  styles: DOCS_PARTS.styles + STYLES,
  script: DOCS_PARTS.script + SCRIPT,
};

/** "Try it" sends its request to this server, and nowhere else. */
export const REFERENCE_HEADERS = headersOf(REFERENCE_PARTS, "'self'");
