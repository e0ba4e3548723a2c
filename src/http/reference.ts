import swaggerUi from '@fastify/swagger-ui';
import type { Deps } from '../domain/programs/deps.ts';
import type { App } from './app-types.ts';
import { compressOnce } from './compress-once.ts';
import { cspSource } from './csp-source.ts';

/** Serves the interface as a page to read and to try, from this server alone. */
export async function publishReference(app: App, deps: Deps): Promise<void> {
  const { pathname } = new URL(deps.publicUrl);
  await app.register(async (reference) => {
    reference.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'public' };
    });
    reference.addHook('onSend', async (_request, reply) => {
      reply.header('referrer-policy', 'no-referrer');
    });
    compressOnce(reference);
    await reference.register(swaggerUi, {
      routePrefix: '/reference',
      indexPrefix: pathname === '/' ? '' : pathname,
      uiConfig: { deepLinking: true, docExpansion: 'list', persistAuthorization: false },
      theme: { title: 'loyaltyd reference' },
      staticCSP: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...[cspSource(deps.publicUrl) ?? []].flat()],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    });
  });
}
