import { pageHeaders } from '../shared/page-headers.ts';

/** The headers of every screen. Styles and scripts come from this server's files alone; nothing stands in the page. */
export const CONSOLE_HEADERS = {
  ...pageHeaders(null, {
    'style-src': ["'self'"],
    'script-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
  }),
  // Without a referrer a browser does not say that a form is of this very page.
  'referrer-policy': 'same-origin',
};
