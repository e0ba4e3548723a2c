import type { Program, Site } from '../../domain/programs/configuration.ts';
import { cspSource } from '../csp-source.ts';
import { SCRIPT_SOURCE } from './script.ts';
import { STYLES_SOURCE } from './styles.ts';
import { themeStyles } from './theme-styles.ts';

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

/** On whose behalf an answer of the page is made. */
export interface PageHost {
  program: Program;
  site: Site;
}

/**
 * The headers of every answer that is a page. Only the site's own origin and those it names may frame it;
 * a page of no site is framed by nobody. Nothing runs or styles it but what is ours to the letter, and nothing is
 * asked of another host. `instead`: directives that this answer has in place of the page's. X-Frame-Options
 * is not sent: it knows no list, and would win in old browsers.
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
 * Who may frame a site's page, and is told what happens on it; each as browsers write it, and none that would say
 * something else in a policy.
 */
export function framingOrigins(site: Site): string[] {
  return [...new Set([site.url, ...site.frame_ancestors].flatMap((url) => cspSource(url) ?? []))];
}

/** An empty list would be a directive without a source; nobody is what it means. */
function framingSources(host: PageHost | null): string[] {
  const origins = host ? framingOrigins(host.site) : [];
  return origins.length > 0 ? origins : ["'none'"];
}
