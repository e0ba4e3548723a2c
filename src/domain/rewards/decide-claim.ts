import { productVariant } from '../claims/new-claim.ts';
import { DomainError } from '../errors.ts';
import { isLimitReached, limitState, type UsageCounter } from '../limits.ts';
import {
  type Channel,
  isOffered,
  type Program,
  type Reward,
  type RewardKind,
  type RewardVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';

type Standing = Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id' | 'points_approved'>;

export interface ClaimQuestion {
  reward: Reward;
  /** The kind that the caller's address names; undefined: any. */
  kind: RewardKind | undefined;
  variant_id: string | null;
  channel: Channel;
  country: string | null;
  usage: UsageCounter | undefined;
  /** What is left of each stock that the claim would take from. */
  stock: readonly number[];
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

function pointsCost({ cost }: RewardVariant): number {
  return cost.kind === 'fixed' ? cost.points : 0;
}

/**
 * Whether a customer may claim a reward, and at what cost. Pure: decides on what it is handed. Refuses with
 * the first that holds of customer_blocked, customer_not_enrolled, reward_kind_mismatch,
 * reward_not_enabled_for_customer, reward_limit_reached, invalid_variant_id, reward_out_of_stock,
 * max_cart_redemptions_reached, insufficient_points.
 */
export function decideClaim(customer: Standing, question: ClaimQuestion): ClaimDecision {
  const { reward } = question;
  if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
  if (customer.enrolled_at === null)
    throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
  if (question.kind !== undefined && reward.kind !== question.kind) {
    throw new DomainError(
      'reward_kind_mismatch',
      `The reward is of kind ${reward.kind}, not ${question.kind}.`,
    );
  }
  const variant = variantFor(reward, customer.tier_id);
  if (!variant.enabled || !isOffered(reward, question.channel, question.country)) {
    throw new DomainError('reward_not_enabled_for_customer', 'The reward is not enabled for this customer.');
  }
  if (isLimitReached(limitState(reward.limit, question.usage, question.zone, question.at))) {
    throw new DomainError('reward_limit_reached', 'The reward was claimed as often as its limit allows.');
  }
  if (
    reward.kind === 'product_cart' &&
    (question.variant_id === null || !productVariant(reward, question.variant_id))
  ) {
    throw new DomainError('invalid_variant_id', 'The reward has no variant of that id.');
  }
  if (question.stock.some((remaining) => remaining < 1)) {
    throw new DomainError('reward_out_of_stock', 'The reward is out of stock.');
  }
  if (reward.properties.kind === 'product_cart' && question.in_cart !== null) {
    const most = reward.properties.max_redemptions_per_cart;
    if (most !== null && question.in_cart >= most) {
      throw new DomainError(
        'max_cart_redemptions_reached',
        'The cart holds as many of this reward as it may.',
        { limit: most },
      );
    }
  }
  const points_cost = pointsCost(variant);
  if (customer.points_approved < points_cost) {
    const lacking = points_cost - customer.points_approved;
    throw new DomainError('insufficient_points', `${lacking} more points are required.`);
  }
  return { variant, points_cost };
}
