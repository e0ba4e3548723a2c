import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Deps } from '../domain/programs/deps.ts';
import type { App } from './app-types.ts';
import { FixedText } from './fixed-text.ts';
import { type ApiDocument, finishDocument } from './openapi-document.ts';

/** Collects the routes registered later into the OpenAPI document, and serves it. */
export async function publishOpenApi(
  app: App,
  deps: Deps,
  version: string,
  webhooks: () => object,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'loyaltyd',
        version,
        description:
          'A loyalty program server. The customer-facing family (`/headless/2025-06`) acts for one enrolled customer of a storefront; the program-level family (`/v2`) is for back-end integrations. Every operation takes an API key, or an app’s access token, as a bearer token.',
      },
      servers: [{ url: deps.publicUrl }],
      tags: [
        { name: 'Customer-facing', description: 'For a storefront that acts for one enrolled customer.' },
        { name: 'Program-level', description: 'For back-end integrations.' },
        { name: 'Webhooks', description: 'The messages to addresses that subscribed to a topic.' },
        { name: 'Health', description: 'For load balancers and container runtimes.' },
      ],
      components: {
        securitySchemes: {
          api_key: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key of the program, or the access token of an app (OAuth 2.0). Each operation names the scope that it needs; `write_x` includes `read_x`.',
          },
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'The same key as user name or as password, for clients that know nothing else.',
          },
        },
      },
    },
    stripBasePath: false,
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => ({ schema: withSecurity(schema, route), url }),
    transformObject: (made) =>
      'openapiObject' in made
        ? finishDocument({ ...made.openapiObject, webhooks: webhooks() } as ApiDocument)
        : {},
  });

  // The document is built for its first reader.
  let document: FixedText | undefined;
  app.get('/openapi.json', { config: { scope: 'public' }, schema: { hide: true } }, (request, reply) => {
    document ??= new FixedText(JSON.stringify(app.swagger()), 'application/json; charset=utf-8');
    return document.send(request, reply);
  });
}

/** Adds the callers that may use a route. Routes without a schema of their own are not part of the interface. */
function withSecurity(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const scope = route.config?.scope;
  if (!schema || scope === undefined) return { ...schema, hide: true };
  if (scope === 'public') return { ...schema, security: [] };
  const needed =
    scope === 'any_key' ? 'Any key of the program may call it.' : `Needs the scope \`${scope}\`.`;
  return {
    ...schema,
    security: [{ api_key: scope === 'any_key' ? [] : [scope] }, { basic: [] }],
    description: [schema.description, needed].filter(Boolean).join('\n\n'),
  };
}
