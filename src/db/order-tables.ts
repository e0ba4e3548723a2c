import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type PaymentStatus = 'not_paid' | 'partially_paid' | 'paid';
export type RefundStatus = 'not_refunded' | 'partially_refunded' | 'refunded';

export interface OrdersTable {
  program_id: number;
  id: Generated<number>;
  merchant_id: string;
  merchant_key: string;
  customer_id: number;
  number: string | null;
  total_minor: number;
  shipping_minor: number;
  tax_minor: Generated<number>;
  discounts_minor: Generated<number>;
  paid_minor: number;
  refunded_minor: Generated<number>;
  spend_minor: number;
  payment_status: PaymentStatus;
  refund_status: Generated<RefundStatus>;
  cancelled_at: Timestamp | null;
  paid_at: Timestamp | null;
  channel: string | null;
  line_items: Json;
  discount_codes: Json;
  claimed_reward_ids: Generated<number[]>;
  awaits_enrolment: Generated<boolean>;
  earns: Generated<boolean>;
  date: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  site_id: Generated<number | null>;
  currency: Generated<string | null>;
  currency_rate: Generated<number | null>;
  changed_id: Generated<number | null>;
}

/** The reports of orders, append-only. */
export interface OrderStatesTable {
  program_id: number;
  order_id: number;
  id: Generated<number>;
  source: 'post' | 'put' | 'correction' | 'reconstructed';
  told: Json;
  led_to: Json;
  actor_kind: 'key' | 'app' | 'operator' | 'command' | 'server' | null;
  actor_id: number | null;
  told_at: Timestamp;
}

/**
 * Orders that are older than the table `order_states` get their rows there afterwards: orders of a program up to
 * `done_to` have theirs.
 */
export interface OrderReconstructionsTable {
  program_id: number;
  done_to: number;
  until: number;
}
