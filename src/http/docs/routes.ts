import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-types.ts';
import type { ApiDocument } from '../openapi-document.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;
export type Handlers<Name extends string> = Readonly<Record<Name, Handler>>;

/**
 * `GET /docs`, `/docs/*`, `/reference`, `/reference/{operation}`. Pages and libraries are loaded at the first request:
 * most servers never get one, and the OpenAPI document is complete only after all routes are registered.
 */
export function docsRoutes(app: App, demo?: { site_id: number }): void {
  let opened: ReturnType<typeof openDocs> | undefined;
  const open = () => {
    opened ??= openDocs(app.swagger() as ApiDocument, demo).catch((error) => {
      // The next request tries again.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const options = { config: { scope: 'public' }, schema: { hide: true } } as const;
  app.get('/docs', options, async (...asked) => (await open()).docs.index(...asked));
  app.get('/docs/*', options, async (...asked) => (await open()).docs.page(...asked));
  app.get('/reference', options, async (...asked) => (await open()).reference.index(...asked));
  app.get('/reference/:operation', options, async (...asked) => (await open()).reference.operation(...asked));
}

async function openDocs(document: ApiDocument, demo: { site_id: number } | undefined) {
  const [{ docsHandlers }, { referenceHandlers }] = await Promise.all([
    import('./show-docs.tsx'),
    import('./show-reference.tsx'),
  ]);
  const { handlers, operations } = referenceHandlers(document, demo);
  return { docs: docsHandlers(operations), reference: handlers };
}
