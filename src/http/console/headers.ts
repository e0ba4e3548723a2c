import { pageHeaders } from '../shared/page-headers.ts';

/**
 * The headers of a screen. Styles and scripts come from this server's files alone; nothing stands in the page.
 * `instead`: directives that replace the console's in this answer.
 */
export function consoleHeaders(instead: Readonly<Record<string, readonly string[]>> = {}) {
  return {
    ...pageHeaders(null, {
      'style-src': ["'self'"],
      'script-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      ...instead,
    }),
    // Without a referrer a browser does not say that a form is of this very page.
    'referrer-policy': 'same-origin',
  };
}

/** The headers of every screen that needs no others. */
export const CONSOLE_HEADERS = consoleHeaders();
