import type { Selectable } from 'kysely';
import type { ActivityState, ClaimState, CustomersTable } from '../../db/tables.ts';
import type { ClaimView } from '../claims/claim-record.ts';
import type { LimitState } from '../limits.ts';
import type { Reward, RewardVariant, Rule, RuleVariant, Site } from '../programs/configuration.ts';
import type { TierStanding } from '../tiers/standing.ts';

export type CustomerRow = Selectable<CustomersTable>;

export type HistoryEntry =
  | {
      kind: 'earned_points_from_rule';
      id: number;
      date: number;
      rule: Rule | undefined;
      points: number;
      state: ActivityState;
      approves_at: number | null;
      expires_at: number | null;
    }
  | {
      kind: 'redeemed_points_for_reward';
      id: number;
      date: number;
      reward: Reward;
      title: string;
      points_cost: number;
      state: ClaimState;
    }
  | {
      kind: 'received_reward';
      id: number;
      date: number;
      reward: Reward;
      title: string;
      rule: Rule | undefined;
      state: ClaimState;
    }
  | { kind: 'points_added' | 'points_removed'; id: number; date: number; points: number; note: string | null }
  | { kind: 'entered_tier'; id: number; date: number; tier_id: number };

export interface AvailableRule {
  rule: Rule;
  variant: RuleVariant;
  last_completed_at: number | null;
  completion_count: number;
  limit: LimitState;
}

export type CanRedeem =
  | { state: 'redeemable' }
  | { state: 'insufficient_points'; additional_points_required: number }
  | { state: 'claim_limit_reached' }
  | { state: 'out_of_stock' }
  | { state: 'max_redemptions_for_cart_reached' }
  /** The reward has cart requirements and the request brought no cart to hold against them. */
  | { state: 'unknown' };

export interface AvailableReward {
  reward: Reward;
  variant: RewardVariant;
  last_claimed_at: number | null;
  claim_count: number;
  limit: LimitState;
  can_redeem: CanRedeem;
}

/** What is left of tracked stock, by reward and variant ('' for the reward as a whole). */
export interface StockLevels {
  remaining(rewardId: number, variantId: string): number | null;
}

/** A customer as a storefront sees it, all of one snapshot; moments in ms, amounts in minor units. */
export interface StorefrontCustomer {
  row: CustomerRow;
  home: Site;
  now: number;
  tier: TierStanding | null;
  /** The latest 20, newest first. */
  claims: ClaimView[];
  /** Every active one, also beyond the latest 20 claims. */
  cart_redemptions: ClaimView[];
  /** The latest 100, newest first. */
  history: HistoryEntry[];
  rules: AvailableRule[];
  rewards: AvailableReward[];
  stock: StockLevels;
}
