import type { PageParts } from '../shared/document.tsx';
import { pageHeaders } from '../shared/page-headers.ts';
import { readScript } from '../shared/read-script.ts';
import { readStyles } from '../shared/read-styles.ts';
import { sourceOf } from '../shared/source-of.ts';
import { STYLES_SOURCE } from '../shared/styles.ts';

export const STYLES_FOLDER = new URL('../../../src/http/docs/styles', import.meta.url);

export const DOCS_PARTS = {
  styles: readStyles(STYLES_FOLDER, ['frame', 'menu', 'shelf', 'prose', 'blocks', 'screens', 'print']),
  script: readScript('docs'),
};

/** Nobody may frame these pages, and they ask no other host. `connect`: the source that their script may ask. */
export function headersOf({ styles, script }: Required<PageParts>, connect: string): Record<string, string> {
  return pageHeaders(null, {
    'style-src': [STYLES_SOURCE, sourceOf(styles)],
    'script-src': [sourceOf(script)],
    'connect-src': [connect],
  });
}

export const DOCS_HEADERS = headersOf(DOCS_PARTS, "'none'");
