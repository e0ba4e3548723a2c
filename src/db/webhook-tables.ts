import type { Generated, JSONColumnType } from 'kysely';
import type { Timestamp } from './column-types.ts';

export interface WebhookEndpointsTable {
  program_id: number;
  id: Generated<number>;
  address: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Timestamp | null;
  failing_since: Timestamp | null;
  failures_in_row: Generated<number>;
  paused_until: Timestamp | null;
  disabled_at: Timestamp | null;
  disabled_reason: 'gone' | 'failing' | null;
  listens_until: Timestamp | null;
  created_at: Timestamp;
}

export interface WebhooksTable {
  program_id: number;
  id: Generated<number>;
  endpoint_id: number;
  topic: string;
  created_at: Timestamp;
}

export type WebhookEventKind =
  | 'customer_changed'
  | 'enrolled'
  | 'activity'
  | 'claim'
  | 'tier_entered'
  | 'referral_completed'
  /** A customer's progress towards a tier. */
  | 'progressed'
  | 'approaching_tier_upgrade'
  | 'approaching_points_expiration'
  | 'approaching_reward_expiration'
  | 'points_removed'
  | 'points_expired'
  | 'claim_refunded'
  | 'order_undone'
  | 'voucher_reused'
  /** A claim that the store's own webhook fulfils. */
  | 'fulfillment';

/** The subject of a reminder, or of a code that was used again; moments in ms. */
export type EventDetails =
  | { tier_id: number; needed: number }
  | { points: number; expires_at: number }
  | { ends_at: number }
  | { order: { id: number; merchant_id: string } };

export interface WebhookEventsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  kind: WebhookEventKind;
  subject_id: number | null;
  details: JSONColumnType<EventDetails | null, string | null, string | null>;
  created_at: Timestamp;
}

type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled';

export interface WebhookDeliveriesTable {
  program_id: number;
  id: Generated<number>;
  endpoint_id: number;
  webhook_id: number;
  customer_id: number | null;
  message_id: string;
  topic: string;
  body: string;
  state: DeliveryState;
  attempts: Generated<number>;
  attempts_before: Generated<number>;
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface WebhookAttemptsTable {
  program_id: number;
  delivery_id: number;
  number: number;
  at: Timestamp;
  duration_ms: number;
  response_status: number | null;
  error: string | null;
}

export interface WebhookRemindersTable {
  program_id: number;
  customer_id: number;
  kind: 'tier_upgrade' | 'points_expiration' | 'reward_expiration';
  occasion: string;
  created_at: Timestamp;
}
