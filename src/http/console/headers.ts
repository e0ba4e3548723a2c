import { pageHeaders } from '../shared/page-headers.ts';

/** The headers of every screen. Styles and scripts come from this server's files alone; nothing stands in the page. */
export const CONSOLE_HEADERS = pageHeaders(null, {
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
});
