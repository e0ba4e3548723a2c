import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import {
  listWebhooks,
  MOST_WEBHOOKS,
  rotateSecret,
  subscribe,
  unsubscribe,
} from '../../domain/operations/manage-webhooks.ts';
import { WEBHOOK_TOPICS } from '../../domain/outbox/topics.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App, Complaints } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, Nullable, StringEnum, Text } from '../schema-helpers.ts';
import { presentWebhook, WebhookSchema, WebhookSecretSchema } from './webhook-schema.ts';

const BodySchema = Type.Object(
  {
    webhook: Type.Object(
      {
        topic: StringEnum(WEBHOOK_TOPICS),
        address: Text({
          maxLength: 2_000,
          description:
            "An https address on the public internet, unless the server's configuration allows others.",
          examples: ['https://shop.example/hooks/loyalty'],
        }),
      },
      { title: 'NewWebhook' },
    ),
  },
  { title: 'CreateWebhook' },
);

const ParamsSchema = Type.Object({ id: Id() });

const CreatedSchema = Type.Object(
  {
    webhook: Type.Composite([WebhookSchema, Type.Object({ secret: Nullable(WebhookSecretSchema) })], {
      title: 'CreatedWebhook',
    }),
  },
  { title: 'CreatedWebhookAnswer' },
);
const RotatedSchema = Type.Object(
  { webhook: WebhookSchema, secret: WebhookSecretSchema },
  { title: 'RotatedWebhook' },
);
const ListSchema = Type.Object({ webhooks: Type.Array(WebhookSchema) }, { title: 'WebhookList' });

/** This checks only the text of the address. Each connection checks the hosts behind its name. */
function addressComplaints(deps: Deps): Complaints {
  return ({ body }: Pick<FastifyRequest, 'body'>): Record<string, string> => {
    const { webhook } = (body ?? {}) as { webhook?: { address?: unknown } | null };
    if (typeof webhook?.address !== 'string') return {};
    const complaint = deps.outbound.addressComplaint(webhook.address);
    return complaint === undefined ? {} : { 'webhook.address': complaint };
  };
}

export function createWebhookRoute(app: App, deps: Deps): void {
  app.post(
    '/webhooks',
    {
      config: { scope: 'write_configuration', complaints: addressComplaints(deps) },
      schema: {
        operationId: 'createWebhook',
        tags: ['Program-level'],
        summary: 'Create a webhook',
        description:
          'Messages follow the Standard Webhooks specification: `webhook-id`, `webhook-timestamp` and ' +
          '`webhook-signature` headers, and a body as in the `webhooks` section of this document. An address has one ' +
          'secret for all its topics. The answer gives the secret when the address is new, and null afterwards; ' +
          '`rotate_secret` gives another. Messages about one customer arrive in the order in which things happened. ' +
          'The same topic and address again enable a webhook that was disabled. ' +
          `A program has at most ${MOST_WEBHOOKS} webhooks; one more is a 400.`,
        body: BodySchema,
        response: { 201: CreatedSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { topic, address } = request.body.webhook;
          const program_id = request.program.id;
          return subscribe(deps, { program_id, topic, address, by: actorOf(request) }, hooks);
        },
        present: async ({ webhook, secret }) => {
          const body: Static<typeof CreatedSchema> = {
            webhook: { ...presentWebhook(webhook, deps.clock.real()), secret },
          };
          return { status: 201, body };
        },
      }),
  );
}

export function listWebhooksRoute(app: App, deps: Deps): void {
  app.get(
    '/webhooks',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Program-level'],
        summary: 'List webhooks and their states',
        response: { 200: ListSchema },
      },
    },
    async ({ program }): Promise<Static<typeof ListSchema>> => {
      const now = deps.clock.real();
      const webhooks = await listWebhooks(deps, program.id);
      return { webhooks: webhooks.map((webhook) => presentWebhook(webhook, now)) };
    },
  );
}

export function deleteWebhookRoute(app: App, deps: Deps): void {
  app.delete(
    '/webhooks/:id',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Program-level'],
        summary: 'Delete a webhook',
        description: 'Waiting deliveries are cancelled.',
        params: ParamsSchema,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async (request, reply) => {
      const { program, params } = request;
      await unsubscribe(deps, { program_id: program.id, id: params.id, by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}

export function rotateWebhookSecretRoute(app: App, deps: Deps): void {
  app.post(
    '/webhooks/:id/rotate_secret',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['Program-level'],
        summary: "Give a webhook's address a new secret",
        description: 'For 24 hours messages are also signed with the previous secret.',
        params: ParamsSchema,
        response: { 200: RotatedSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, params } = request;
          return rotateSecret(deps, { program_id: program.id, id: params.id, by: actorOf(request) }, hooks);
        },
        present: async ({ webhook, secret }) => {
          const body: Static<typeof RotatedSchema> = {
            webhook: presentWebhook(webhook, deps.clock.real()),
            secret,
          };
          return { status: 200, body };
        },
      }),
  );
}
