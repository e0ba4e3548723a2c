import type { ChosenDiscount } from '../claims/chosen-discount.ts';
import { productVariant } from '../claims/product-variant.ts';
import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import {
  limitRefusals,
  membershipRefusals,
  type RefusalReason,
  refuseFirst,
} from '../core/refusal-reason.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import {
  isEnabledForSome,
  isForChannel,
  isForCountry,
  type Program,
  type Reward,
  type RewardVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import { formOf, needsSubscriptions, type RewardKind } from '../programs/reward-kinds.ts';
import { cartMaximum, holdsFewer, isCartFull, pointsMissing } from './claim-conditions.ts';
import { otherKindRefusals } from './other-kind.ts';
import { pointsCost } from './points-cost.ts';

type CustomerFacts = Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id' | 'points_approved'>;

export interface ClaimQuestion {
  reward: Reward;
  /** The kind that the caller's address names; undefined: any. */
  kind: RewardKind | undefined;
  variant_id: string | null;
  quantity: number;
  /** null if the reward's amount is fixed. */
  discount: ChosenDiscount | null;
  channel: Channel;
  country: string | null;
  usage: UsageCounter | undefined;
  /** The rest of each stock that the claim would take from. */
  stock: readonly number[];
  /** Whether the reward's codes come from a pool that is empty. */
  pool_is_dry: boolean;
  /** Unused redemptions of this reward that are already in the cart; null: no cart. */
  in_cart: number | null;
  zone: string;
  at: number;
}

interface ClaimDecision {
  variant: RewardVariant;
  points_cost: number;
}

/** The reward that a caller names. Throws not_found if the program has no reward of that id. */
export function getReward(program: Program, rewardId: number): Reward {
  const reward = program.reward(rewardId);
  if (!reward) throw new DomainError('not_found', 'There is no such reward.');
  return reward;
}

/**
 * Decides whether a customer may claim a reward, and the cost. Pure: it reads nothing but its arguments. Refuses with
 * the first of `claimRefusals`.
 */
export function decideClaim(customer: CustomerFacts, question: ClaimQuestion): ClaimDecision {
  refuseFirst(claimRefusals(customer, question));
  const variant = variantFor(question.reward, customer.tier_id);
  return { variant, points_cost: costOf(variant, question) };
}

/**
 * The reasons to refuse a claim, in the order of refusal: customer_blocked, customer_not_enrolled,
 * reward_kind_mismatch, reward_not_enabled_for_customer, no_subscription_integration_configured, reward_limit_reached,
 * invalid_variant_id, reward_out_of_stock, max_cart_redemptions_reached, insufficient_points.
 */
export function* claimRefusals(customer: CustomerFacts, question: ClaimQuestion): Generator<RefusalReason> {
  const { reward, usage, zone, at } = question;
  yield* membershipRefusals(customer);
  yield* otherKindRefusals(reward.kind, question.kind);
  yield* notEnabledRefusals(customer, question);
  if (needsSubscriptions(reward.kind)) {
    yield {
      code: 'no_subscription_integration_configured',
      message: 'The reward needs an integration of subscriptions, and the program has none.',
    };
  }
  const message = 'The reward was claimed as often as its limit allows.';
  yield* limitRefusals({ code: 'reward_limit_reached', message }, reward.limit, usage, zone, at);
  yield* unavailableRefusals(question);
  const lacking = pointsMissing(costOf(variantFor(reward, customer.tier_id), question), customer);
  if (lacking > 0) {
    yield {
      code: 'insufficient_points',
      message: `The customer lacks ${lacking} points.`,
      points_missing: lacking,
    };
  }
}

/** The cost of a claim, in points. */
export function costOf(variant: RewardVariant, { discount, quantity }: ClaimQuestion): number {
  return pointsCost(variant, discount?.priced ?? null, quantity);
}

function* notEnabledRefusals(
  customer: CustomerFacts,
  { reward, channel, country }: ClaimQuestion,
): Generator<RefusalReason> {
  const code = 'reward_not_enabled_for_customer';
  if (!variantFor(reward, customer.tier_id).enabled) {
    yield isEnabledForSome(reward)
      ? { code, cause: 'tier', message: "The reward is not enabled in the customer's tier." }
      : { code, cause: 'disabled', message: 'The reward is disabled.' };
  }
  if (!isForChannel(reward, channel))
    yield { code, cause: 'channel', message: `The reward is not for the channel ${channel}.` };
  if (!isForCountry(reward, country)) {
    const where = country === null ? 'an unknown country' : `the country ${country}`;
    yield { code, cause: 'country', message: `The reward is not for ${where}.` };
  }
}

function* unavailableRefusals(question: ClaimQuestion): Generator<RefusalReason> {
  const { reward, variant_id, in_cart } = question;
  const isProduct = formOf(reward.kind) === 'cart_line';
  if (isProduct && (variant_id === null || !productVariant(reward, variant_id)))
    yield { code: 'invalid_variant_id', message: 'The reward has no variant of that id.' };
  if (question.pool_is_dry || question.stock.some((remaining) => holdsFewer(remaining, question.quantity)))
    yield { code: 'reward_out_of_stock', message: 'The reward is out of stock.' };
  if (in_cart !== null && isCartFull(reward, in_cart)) {
    yield {
      code: 'max_cart_redemptions_reached',
      message: 'The cart holds as many of this reward as it may.',
      max_redemptions_per_cart: cartMaximum(reward)!,
    };
  }
}
