import { isLimitReached, limitState, type UsageCounter } from '../limits.ts';
import {
  type Channel,
  isOffered,
  type Program,
  type Reward,
  type RewardVariant,
  variantFor,
} from '../programs/configuration.ts';
import type {
  AvailableReward,
  AvailableRule,
  CanRedeem,
  StockLevels,
  StorefrontCustomer,
} from './customer.ts';
import type { UsageTuple } from './statement.ts';

type Standing = Pick<StorefrontCustomer, 'row' | 'home' | 'now'>;

export function usageById(rows: readonly UsageTuple[]): ReadonlyMap<number, UsageCounter> {
  return new Map(
    rows.map(([subject, total, window_start, window_count, last_at]) => [
      subject,
      { total, window_start, window_count, last_at },
    ]),
  );
}

/** The rules enabled for the customer's tier, and where it stands with each. */
export function availableRules(
  program: Program,
  { row, home, now }: Standing,
  usage: ReadonlyMap<number, UsageCounter>,
): AvailableRule[] {
  const available: AvailableRule[] = [];
  for (const rule of program.rules) {
    const variant = variantFor(rule, row.tier_id);
    if (!variant.enabled) continue;
    const counter = usage.get(rule.id);
    available.push({
      rule,
      variant,
      last_completed_at: counter?.last_at ?? null,
      completion_count: counter?.total ?? 0,
      limit: limitState(rule.limit, counter, home.time_zone, now),
    });
  }
  return available;
}

/** The rewards enabled for the customer's tier and offered to this channel and country. */
export function availableRewards(
  program: Program,
  { row, home, now }: Standing,
  usage: ReadonlyMap<number, UsageCounter>,
  stock: StockLevels,
  request: { channel: Channel; country: string | null },
): AvailableReward[] {
  const available: AvailableReward[] = [];
  for (const reward of program.rewards) {
    const variant = variantFor(reward, row.tier_id);
    if (!variant.enabled || !isOffered(reward, request.channel, request.country)) continue;
    const counter = usage.get(reward.id);
    const limit = limitState(reward.limit, counter, home.time_zone, now);
    available.push({
      reward,
      variant,
      last_claimed_at: counter?.last_at ?? null,
      claim_count: counter?.total ?? 0,
      limit,
      can_redeem: canRedeem(reward, variant, row.points_approved, isLimitReached(limit), stock),
    });
  }
  return available;
}

/** The first that holds, in the order in which a redemption is refused; no cart comes with a read. */
function canRedeem(
  reward: Reward,
  variant: RewardVariant,
  points: number,
  limitReached: boolean,
  stock: StockLevels,
): CanRedeem {
  if (limitReached) return { state: 'claim_limit_reached' };
  if (isOutOfStock(reward, stock)) return { state: 'out_of_stock' };
  const lacking = (variant.cost.kind === 'fixed' ? variant.cost.points : 0) - points;
  if (lacking > 0) return { state: 'insufficient_points', additional_points_required: lacking };
  if (reward.properties.kind === 'product_cart') {
    const { minimum_cart_total_minor, minimum_line_item_count } = reward.properties.cart_requirements;
    if (minimum_cart_total_minor !== null || minimum_line_item_count !== null) return { state: 'unknown' };
  }
  return { state: 'redeemable' };
}

/** Nothing left of the reward as a whole, or of any of its variants. */
function isOutOfStock(reward: Reward, stock: StockLevels): boolean {
  if (reward.stock !== null && stock.remaining(reward.id, '') === 0) return true;
  if (reward.properties.kind !== 'product_cart') return false;
  return reward.properties.product.variants.every((variant) => stock.remaining(reward.id, variant.id) === 0);
}
