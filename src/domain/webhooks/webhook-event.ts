import type { ClaimRecord } from '../claims/claim-record.ts';
import type { ListedActivity } from '../listings/activity-store.ts';
import type { CustomerRecord } from '../listings/customer-store.ts';
import type { ListedCustomer } from '../listings/listed-customer.ts';
import type { Program, Tier } from '../programs/configuration.ts';
import type { BoundaryMode } from '../programs/program-settings.ts';
import type { StockLevels } from '../storefront/customer.ts';

/**
 * The content of an event of a topic, and its customer. The customer, claims and activities have the state at the time
 * when the event is rendered.
 */
export type WebhookEvent = { customer: CustomerRecord } & (
  | { topic: 'customers/update' }
  | { topic: 'program_events/customer.enrolled' }
  | {
      topic: 'program_events/customer.points_earned' | 'program_events/customer.rule_completed';
      activity: ListedActivity;
    }
  | { topic: 'program_events/customer.claimed_reward'; claim: ClaimRecord; stock: StockLevels }
  | {
      topic: 'program_events/customer.tier_upgraded' | 'program_events/customer.tier_downgraded';
      tier: Tier;
      previous: Tier;
    }
  | { topic: 'program_events/customer.referral_complete'; referral: ReferralInEvent }
  | {
      topic: 'program_events/customer.approaching_tier_upgrade';
      tier: Tier;
      kind: BoundaryMode;
      /** In the unit of `kind`, as in TierProgress. */
      needed: number;
    }
  | { topic: 'program_events/customer.points_removed'; removed: RemovedPoints }
  | { topic: 'program_events/customer.points_expired'; points: number; reason: ExpiryReason }
  | { topic: 'program_events/customer.claim_refunded'; claim: ClaimRecord; stock: StockLevels }
  | { topic: 'program_events/customer.order_undone'; order: UndoneOrder }
  | {
      topic: 'program_events/customer.voucher_reused';
      claim: ClaimRecord;
      stock: StockLevels;
      order: { id: number; merchant_id: string };
    }
  | { topic: 'rewards/fulfillment'; claim: ClaimRecord; stock: StockLevels; address: string }
  | { topic: 'program_events/customer.approaching_points_expiration'; points: number; expires_at: number }
  | {
      topic: 'program_events/customer.approaching_reward_expiration';
      claim: ClaimRecord;
      stock: StockLevels;
      ends_at: number;
    }
);

export type ExpiryReason = 'inactivity' | 'age' | 'calendar_date';

/** Points that were removed in other ways than by a claim or an expiry; both numbers are 0 or more. */
export interface RemovedPoints {
  id: number;
  points: number;
  points_pending: number;
  note: string | null;
  /** The activity that was taken back; null: an adjustment by hand removed the points. */
  activity: ListedActivity | null;
}

export interface UndoneOrder {
  id: number;
  merchant_id: string;
  refunded: boolean;
  cancelled: boolean;
}

/** A referred friend and the order that completed the referral. `order` is null if that order is not recorded. */
export interface ReferralInEvent {
  id: number;
  completed_at: number;
  referee: ListedCustomer | null;
  order: { id: number; merchant_id: string } | null;
}

/**
 * Makes the payload of a message. Callers pass this function in, because the payload's form belongs to the http layer.
 */
export type PresentEvent = (program: Program, event: WebhookEvent) => object;
