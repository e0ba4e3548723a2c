import type { ClaimState } from '../../db/claim-tables.ts';
import type { ActivityState } from '../../db/ledger-tables.ts';
import type { CartContents } from '../claims/carts/cart.ts';
import type { CartRequirementsDetail } from '../claims/carts/requirements.ts';
import type { ClaimRecord, ClaimView } from '../claims/claim-record.ts';
import type { LimitState } from '../core/limits.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Reward, RewardVariant, Rule, RuleVariant, Site } from '../programs/configuration.ts';
import type { TierStatus } from '../tiers/tier-status.ts';

export type HistoryEntry =
  | {
      kind: 'earned_points_from_rule';
      id: number;
      date: number;
      rule: Rule | undefined;
      points: number;
      /** expired: a part of the points expired unspent. */
      state: ActivityState | 'expired';
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
  | {
      kind: 'points_added';
      id: number;
      date: number;
      points: number;
      state: 'approved' | 'void' | 'expired';
      expires_at: number | null;
    }
  | { kind: 'points_removed'; id: number; date: number; points: number }
  /** `points`: the number of expired points. */
  | { kind: 'points_expired'; id: number; date: number; points: number }
  /** `from_tier_id`: the tier before; null: this is the first tier. */
  | { kind: 'entered_tier'; id: number; date: number; tier_id: number; from_tier_id: number | null };

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
  | { state: 'cart_requirements_not_met'; cart_requirements_detail: CartRequirementsDetail }
  /** The reward has cart requirements, and the request contained no cart to compare. */
  | { state: 'unknown' };

export interface AvailableReward {
  reward: Reward;
  variant: RewardVariant;
  last_claimed_at: number | null;
  claim_count: number;
  limit: LimitState;
  can_redeem: CanRedeem;
}

/** The rest of counted stock, by reward and variant ('' for the reward as a whole). */
export interface StockLevels {
  remaining(rewardId: number, variantId: string): number | null;
}

/** An unused product claim that was not taken back, with the last known state of its cart. */
export type CartRedemption = ClaimView & Pick<ClaimRecord, 'seen_in_cart_at' | 'linked_to_cart_at'>;

/** The number of claims that a storefront reads. */
export const LATEST_CLAIMS = 20;

/** A customer with its home site, at the moment (ms) for which it is read. */
export type CustomerAtMoment = Pick<StorefrontCustomer, 'row' | 'home' | 'now'>;

/** The data of a customer that a storefront shows, all from one snapshot; moments in ms, amounts in minor units. */
export interface StorefrontCustomer {
  row: CustomerRow;
  home: Site;
  now: number;
  /** A mark that changes with every write to the data shown here. `findMark` finds the present one. */
  mark: string;
  /** The part of the mark that all customers of the program share; null: the program has no stocks. */
  stock_hash: string | null;
  /** Until this moment the clock alone changes nothing here, except the time left until a limit is reset. */
  steady_until: number;
  tier: TierStatus | null;
  /** The points that expire next, and their moment, unless the customer spends them before; null: none will expire. */
  next_expiry: { points: number; at: number } | null;
  /** The latest `LATEST_CLAIMS`, newest first. */
  claims: ClaimView[];
  /** Every active redemption, even if it is not among the latest claims. */
  cart_redemptions: CartRedemption[];
  /** Products that were claimed without a cart and are not in a cart yet. */
  unlinked_redemptions: CartRedemption[];
  /** The stored contents of the request's cart; null: the request named no cart or an unknown one. */
  stored_cart: CartContents | null;
  /** The latest 100, newest first. */
  history: HistoryEntry[];
  rules: AvailableRule[];
  rewards: AvailableReward[];
  stock: StockLevels;
}
