import swaggerUi from '@fastify/swagger-ui';
import type { Deps } from '../deps.ts';
import type { App } from './app-types.ts';

/** The interface as a page to read and to try, from this server alone. */
export async function publishReference(app: App, deps: Deps): Promise<void> {
  const { origin, pathname } = new URL(deps.publicUrl);
  await app.register(async (reference) => {
    reference.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'public' };
    });
    reference.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    });
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
        'connect-src': ["'self'", origin],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    });
  });
}
