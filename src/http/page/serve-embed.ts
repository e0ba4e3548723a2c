import type { App } from '../app-types.ts';
import { isKnownToCaller, strongTag } from '../entity-tag.ts';
import { readScript } from '../shared/read-script.ts';

/** The loader of the page, for stores' own pages. */
export const LOADER = readScript('embed');
const TAG = strongTag(LOADER);

/** The loader is the same for everybody. Any page may load it, even with an integrity check (crossorigin). */
export function serveEmbedRoute(app: App): void {
  app.get('/embed.js', { config: { scope: 'public' }, schema: { hide: true } }, async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      etag: TAG,
      'x-content-type-options': 'nosniff',
    });
    if (isKnownToCaller(request, TAG)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(LOADER);
  });
}
