import { readStyles } from './read-styles.ts';
import { sourceOf } from './source-of.ts';

/** The style sheet of every page. It is inline, so that a page takes one request and asks no other address. */
export const STYLES = readStyles(new URL('../../../src/http/shared/styles', import.meta.url), [
  'base',
  'layout',
  'cards',
  'offers',
  'lists',
  'controls',
  'contents',
  'tabs',
  'media',
]);

/** The style sheet's source for the Content-Security-Policy: no other styles apply. */
export const STYLES_SOURCE = sourceOf(STYLES);
