import { type Static, Type } from '@sinclair/typebox';
import { getWebhook } from '../../domain/operations/manage-webhooks.ts';
import { WEBHOOK_TOPICS } from '../../domain/outbox/topics.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { type DeliveryRecord, listDeliveries } from '../../domain/webhooks/delivery-listing-store.ts';
import { KEPT_DAYS } from '../../domain/webhooks/tidy-webhooks.ts';
import type { App } from '../app-types.ts';
import { Id, Nullable, nullableTimestamp, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';

const DeliverySchema = Type.Object(
  {
    id: Type.Integer({ description: 'The id that `loyaltyd webhook replay` takes.' }),
    message_id: Type.String({
      description: 'The `webhook-id` of the message. It is the same for every address and every attempt.',
    }),
    topic: StringEnum(WEBHOOK_TOPICS),
    state: StringEnum(['pending', 'delivered', 'failed', 'cancelled'], {
      description:
        'failed: all attempts failed. cancelled: it is not sent, because the webhook was deleted or was disabled for 30 days, the reward that it asks for was refunded or handed over, or the customer was erased.',
    }),
    created_at: Timestamp({
      description: 'The moment by the wall clock. All moments of deliveries are by the wall clock.',
    }),
    finished_at: Nullable(Timestamp()),
    next_attempt_at: Nullable(
      Timestamp({
        description:
          'The moment of the next attempt. Null also while an earlier delivery about the same customer waits.',
      }),
    ),
    attempts: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          at: Timestamp(),
          duration_ms: Type.Integer(),
          response_status: Nullable(Type.Integer()),
          error: Nullable(
            Type.String({
              description: 'The reason why there was no answer. Null: there was one.',
              examples: ['timeout', 'connection_refused', 'private_address'],
            }),
          ),
        },
        { title: 'DeliveryAttempt' },
      ),
      { description: 'The recorded attempts, oldest first.' },
    ),
  },
  { title: 'WebhookDelivery' },
);

const ListSchema = Type.Object(
  { deliveries: Type.Array(DeliverySchema), cursor: CursorPairSchema },
  { title: 'WebhookDeliveryList' },
);

export function listWebhookDeliveriesRoute(app: App, deps: Deps): void {
  const endpointOf = ({ id }: { id: number }) => `webhook deliveries ${id}`;
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: {
        scope: 'read_configuration',
        ids: 'webhook_ids',
        complaints: (request) =>
          cursorComplaints(deps, endpointOf(request.params as { id: number }))(request),
      },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags: ['Program-level'],
        summary: "List a webhook's deliveries, with every attempt",
        description: `Newest first, or oldest first with \`since_id\`. They are kept for ${KEPT_DAYS} days.`,
        params: Type.Object({ id: Id() }),
        querystring: Type.Object(LISTING_PARAMETERS),
        response: {
          200: {
            description: 'A page of deliveries.',
            headers: LISTING_HEADERS,
            content: { 'application/json': { schema: ListSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const { program, params } = request;
      const endpoint = endpointOf(params);
      const asked = pageRequest(deps, request, endpoint, null);
      const webhook = await getWebhook(deps, program.id, params.id);
      const page = await listDeliveries(deps.db, program.id, webhook.id, asked);
      const path = `/v2/webhooks/${params.id}/deliveries`;
      const list: Static<typeof ListSchema> = {
        deliveries: page.rows.map(presentDelivery),
        cursor: pointToPages(deps, request, reply, { endpoint, path }, asked, page),
      };
      return list;
    },
  );
}

function presentDelivery(delivery: DeliveryRecord): Static<typeof DeliverySchema> {
  return {
    id: delivery.id,
    message_id: delivery.message_id,
    topic: delivery.topic,
    state: delivery.state,
    created_at: timestamp(delivery.created_at),
    finished_at: nullableTimestamp(delivery.finished_at),
    next_attempt_at: nullableTimestamp(delivery.next_attempt_at),
    attempts: delivery.attempts.map(({ number, at, duration_ms, response_status, error }) => ({
      number,
      at: timestamp(at),
      duration_ms,
      response_status,
      error,
    })),
  };
}
