import { type Static, Type } from '@sinclair/typebox';
import { WEBHOOK_TOPICS } from '../../domain/outbox/topics.ts';
import type { WebhookRecord } from '../../domain/webhooks/subscription-store.ts';
import { Nullable, nullableTimestamp, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';

export const WebhookSchema = Type.Object(
  {
    id: Type.Integer(),
    topic: StringEnum(WEBHOOK_TOPICS),
    address: Type.String(),
    created_at: Timestamp(),
    state: StringEnum(['enabled', 'paused', 'disabled'], {
      description:
        'paused: deliveries have failed, and the server tries one at a time until the address answers. ' +
        'disabled: the server sends nothing more. Send the same topic and address again to enable it.',
    }),
    paused_until: Nullable(
      Timestamp({
        description: 'The moment of the next attempt while the webhook is paused. Null otherwise.',
      }),
    ),
    failing_since: Nullable(
      Timestamp({
        description: 'The moment since when no delivery has got through. Null: deliveries get through.',
      }),
    ),
    disabled_at: Nullable(Timestamp()),
    disabled_reason: Nullable(
      StringEnum(['gone', 'failing'], {
        description: 'gone: the address answered 410. failing: no delivery got through for three days.',
      }),
    ),
  },
  { title: 'Webhook' },
);

/** The secret of an address: it signs the messages. */
export const WebhookSecretSchema = Type.String({
  description: 'The secret that signs all messages to this address, for all topics.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

/** `now` is the time of the wall clock, in ms. */
export function presentWebhook(webhook: WebhookRecord, now: number): Static<typeof WebhookSchema> {
  const { paused_until, disabled_at } = webhook;
  const paused = disabled_at === null && paused_until !== null && paused_until > now;
  return {
    id: webhook.id,
    topic: webhook.topic,
    address: webhook.address,
    created_at: timestamp(webhook.created_at),
    state: disabled_at !== null ? 'disabled' : paused ? 'paused' : 'enabled',
    paused_until: paused ? timestamp(paused_until) : null,
    failing_since: nullableTimestamp(webhook.failing_since),
    disabled_at: nullableTimestamp(disabled_at),
    disabled_reason: webhook.disabled_reason,
  };
}
