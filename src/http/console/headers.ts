import { pageHeaders } from '../shared/page-headers.ts';

/**
 * The headers of a screen. Styles and scripts come only from this server's files; the page itself contains none.
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
    // Without a referrer, a browser does not show that a form comes from this server's own page.
    'referrer-policy': 'same-origin',
  };
}

/** The headers of every ordinary screen. */
export const CONSOLE_HEADERS = consoleHeaders();
