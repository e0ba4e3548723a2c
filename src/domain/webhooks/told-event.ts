import type { ClaimRecord } from '../claims/claim-record.ts';
import type { CustomerRecord } from '../customers/listing-store.ts';
import type { ListedActivity, ListedCustomer } from '../ledger/listings.ts';
import type { Program, Tier } from '../programs/configuration.ts';
import type { BoundaryMode } from '../programs/program-settings.ts';
import type { StockLevels } from '../storefront/customer.ts';

/** What is told under a topic, and of whom. The customer, claims and activities are as they are when it is put into words. */
export type ToldEvent = { customer: CustomerRecord } & (
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
  | { topic: 'program_events/customer.referral_complete'; referral: ToldReferral }
  | {
      topic: 'program_events/customer.approaching_tier_upgrade';
      tier: Tier;
      kind: BoundaryMode;
      /** In the unit of `kind`, as in TierProgress. */
      needed: number;
    }
  | { topic: 'program_events/customer.approaching_points_expiration'; points: number; expires_at: number }
  | {
      topic: 'program_events/customer.approaching_reward_expiration';
      claim: ClaimRecord;
      stock: StockLevels;
      ends_at: number;
    }
);

/** A friend who was brought, and by which order; the order's is null where the friend's was not kept. */
export interface ToldReferral {
  id: number;
  completed_at: number;
  referee: ListedCustomer | null;
  order: { id: number; merchant_id: string } | null;
}

/** Makes the payload of a message. It is handed in, since wire shapes belong to the edge. */
export type PresentEvent = (program: Program, event: ToldEvent) => object;
