import type { Program, Site } from '../../domain/programs/configuration.ts';
import { cspSource } from '../csp-source.ts';
import { SCRIPT_SOURCE } from './script.ts';
import { STYLES_SOURCE } from './styles.ts';
import { themeStyles } from './theme-styles.ts';

/** Browser features that a loyalty page never needs, whatever page frames it. */
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

/** The program and site on whose behalf the page answers. */
export interface PageHost {
  program: Program;
  site: Site;
}

/**
 * The headers of every answer that is a page. Only the site's own origin and the origins that it names may frame the
 * page; no one may frame a page without a site. Only the server's own script and styles run, by their hashes, and the
 * page requests nothing from another host. `instead`: directives that replace the page's in this answer.
 * X-Frame-Options is not sent: it cannot list origins, and would win in old browsers.
 */
export function pageHeaders(
  host: PageHost | null,
  instead: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string> {
  const theme = themeStyles(host?.program.settings.theme ?? null);
  const policy = {
    'default-src': ["'none'"],
    'style-src': theme ? [STYLES_SOURCE, theme.source] : [STYLES_SOURCE],
    'script-src': [SCRIPT_SOURCE],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': framingSources(host),
    ...instead,
  };
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  };
}

/**
 * The origins that may frame a site's page and get its messages, as browsers write them. An origin that would have
 * another meaning in a policy is left out.
 */
export function framingOrigins(site: Site): string[] {
  return [...new Set([site.url, ...site.frame_ancestors].flatMap((url) => cspSource(url) ?? []))];
}

/** An empty list would make a directive without a source. 'none' means that nobody may frame the page. */
function framingSources(host: PageHost | null): string[] {
  const origins = host ? framingOrigins(host.site) : [];
  return origins.length > 0 ? origins : ["'none'"];
}
