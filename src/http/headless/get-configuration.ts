import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadStock } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { isKnownToCaller, strongTag } from '../entity-tag.ts';
import type { Rendered } from '../rendered.ts';
import { type ConfigurationBody, ConfigurationSchema } from './configuration-schemas.ts';
import { heldConfiguration, trackedProducts } from './held-configuration.ts';
import { HeadlessParams } from './site.ts';
import { requestView, storefrontContext } from './storefront-answer.ts';

export function getConfigurationRoute(app: App, deps: Deps): void {
  app.get(
    '/configuration',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'getConfiguration',
        tags: ['Customer-facing'],
        summary: 'Read the configuration of the program',
        description:
          'Rules, rewards and tiers, the same for all customers. The answer has an ETag. A request with this tag in `If-None-Match` gets 304 if the configuration has not changed.',
        params: HeadlessParams,
        headers: Type.Object({
          'If-None-Match': Type.Optional(
            Type.String({ description: 'The ETag of a configuration that the caller has.' }),
          ),
        }),
        response: {
          200: {
            description: 'The configuration.',
            headers: {
              ETag: Type.String({ description: 'The tag of this configuration in this language.' }),
            },
            content: { 'application/json': { schema: ConfigurationSchema } },
          },
          304: Type.Null({ description: 'The configuration has not changed.' }),
        },
      },
    },
    async (request, reply: FastifyReply) => {
      const { text, tag } = await taggedConfiguration(deps, request);
      reply.headers({
        etag: tag,
        'cache-control': 'private, no-cache',
        vary: 'Authorization, X-Loyalty-Channel, X-Loyalty-Language',
      });
      if (isKnownToCaller(request, tag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

interface Tagged {
  text: string;
  tag: string;
}

/** Computed once for a rendered configuration. */
const tags = new WeakMap<Rendered<ConfigurationBody>, string>();

const UNLIMITED = { remaining: () => null };

async function taggedConfiguration(deps: Deps, request: FastifyRequest): Promise<Tagged> {
  const { program, channel, country } = storefrontContext(request);
  const view = requestView(request);
  const offer = { channel, country };
  const stock = trackedProducts(view, offer).length > 0 ? await loadStock(deps, program) : UNLIMITED;
  const rendered = heldConfiguration(view, offer, stock);
  let tag = tags.get(rendered);
  if (tag === undefined) {
    tag = strongTag(rendered.text);
    tags.set(rendered, tag);
  }
  return { text: rendered.text, tag };
}
