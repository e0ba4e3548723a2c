import { readScript } from '../shared/read-script.ts';
import { readStyles } from '../shared/read-styles.ts';
import { DOCS_PARTS, headersOf, STYLES_FOLDER } from './own-parts.ts';

const STYLES = readStyles(STYLES_FOLDER, ['operations', 'operation', 'try-it']);
const SCRIPT = readScript('try-it');

export const REFERENCE_PARTS = {
  styles: DOCS_PARTS.styles + STYLES,
  script: DOCS_PARTS.script + SCRIPT,
};

/** "Try it" sends its request to this server, and nowhere else. */
export const REFERENCE_HEADERS = headersOf(REFERENCE_PARTS, "'self'");
