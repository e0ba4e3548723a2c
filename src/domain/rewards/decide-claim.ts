import { productVariant } from '../claims/take-supplies.ts';
import { DomainError } from '../errors.ts';
import { isLimitReached, limitState, type UsageCounter } from '../limits.ts';
import {
  isOffered,
  type Program,
  type Reward,
  type RewardVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import { needsSubscriptions, type RewardKind } from '../programs/reward-definition.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { pointsCost } from './points-cost.ts';
import { refuseOtherKind, refuseOutsiders } from './refusals.ts';

type Standing = Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id' | 'points_approved'>;

export interface ClaimQuestion {
  reward: Reward;
  /** The kind that the caller's address names; undefined: any. */
  kind: RewardKind | undefined;
  variant_id: string | null;
  quantity: number;
  /** In minor units of `currency`, the program's; null where the reward leaves nothing open. */
  discount_minor: number | null;
  currency: string;
  channel: Channel;
  country: string | null;
  usage: UsageCounter | undefined;
  /** What is left of each stock that the claim would take from. */
  stock: readonly number[];
  /** Whether the reward's codes come from a pool that holds none. */
  pool_is_dry: boolean;
  /** Unused redemptions of this reward that already wait in the cart; null: no cart. */
  in_cart: number | null;
  zone: string;
  at: number;
}

export interface ClaimDecision {
  variant: RewardVariant;
  points_cost: number;
}

/** The reward that a caller names; 404 when the program has none of that id. */
export function getReward(program: Program, rewardId: number): Reward {
  const reward = program.reward(rewardId);
  if (!reward) throw new DomainError('not_found', 'There is no such reward.');
  return reward;
}

/**
 * Whether a customer may claim a reward, and at what cost. Pure: decides on what it is handed. Refuses with
 * the first that holds of customer_blocked, customer_not_enrolled, reward_kind_mismatch,
 * reward_not_enabled_for_customer, no_subscription_integration_configured, reward_limit_reached,
 * invalid_variant_id, reward_out_of_stock, max_cart_redemptions_reached, insufficient_points.
 */
export function decideClaim(customer: Standing, question: ClaimQuestion): ClaimDecision {
  const { reward } = question;
  const variant = enabledVariant(customer, question);
  if (isLimitReached(limitState(reward.limit, question.usage, question.zone, question.at))) {
    throw new DomainError('reward_limit_reached', 'The reward was claimed as often as its limit allows.');
  }
  refuseUnavailable(question);
  const points_cost = pointsCost(variant, question.currency, question.discount_minor, question.quantity);
  if (customer.points_approved < points_cost) {
    const lacking = points_cost - customer.points_approved;
    throw new DomainError('insufficient_points', `The customer lacks ${lacking} points.`);
  }
  return { variant, points_cost };
}

function enabledVariant(customer: Standing, question: ClaimQuestion): RewardVariant {
  const { reward, kind } = question;
  refuseOutsiders(customer);
  refuseOtherKind(reward.kind, kind);
  const variant = variantFor(reward, customer.tier_id);
  if (!variant.enabled || !isOffered(reward, question.channel, question.country)) {
    throw new DomainError('reward_not_enabled_for_customer', 'The reward is not enabled for this customer.');
  }
  if (needsSubscriptions(reward.kind)) {
    throw new DomainError(
      'no_subscription_integration_configured',
      'The reward needs an integration of subscriptions, and the program has none.',
    );
  }
  return variant;
}

function refuseUnavailable(question: ClaimQuestion): void {
  const { reward, variant_id, in_cart } = question;
  const { properties } = reward;
  if (properties.kind === 'product_cart' && (variant_id === null || !productVariant(reward, variant_id))) {
    throw new DomainError('invalid_variant_id', 'The reward has no variant of that id.');
  }
  if (question.pool_is_dry || question.stock.some((remaining) => remaining < question.quantity)) {
    throw new DomainError('reward_out_of_stock', 'The reward is out of stock.');
  }
  if (properties.kind !== 'product_cart' || in_cart === null) return;
  const most = properties.max_redemptions_per_cart;
  if (most === null || in_cart < most) return;
  throw new DomainError('max_cart_redemptions_reached', 'The cart holds as many of this reward as it may.', {
    limit: most,
  });
}
