import type { Site } from '../../domain/programs/configuration.ts';
import { STYLES_SOURCE } from './styles.ts';

/** What a page of loyalty has no use for, in whatever frame it stands. */
const FEATURES = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
];

/**
 * The headers of every answer that is a page. Only the site's own origin and those it names may frame it;
 * a page of no site is framed by nobody. `formTargets`: where its forms and their answers' redirects may lead. X-Frame-Options is not sent: it knows no list, and would win in old browsers.
 */
export function pageHeaders(site: Site | null, formTargets = ["'none'"]): Record<string, string> {
  const ancestors = site ? [new URL(site.url).origin, ...site.frame_ancestors] : ["'none'"];
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${STYLES_SOURCE}`,
      "img-src 'self'",
      "base-uri 'none'",
      `form-action ${formTargets.join(' ')}`,
      `frame-ancestors ${[...new Set(ancestors)].join(' ')}`,
    ].join('; '),
    'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  };
}
