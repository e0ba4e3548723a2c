import { type GivenCart, totalsOf } from '../claims/carts/cart.ts';
import { areMet, hasRequirements, holdAgainst } from '../claims/carts/requirements.ts';
import { isLimitReached, limitState, type UsageCounter } from '../core/limits.ts';
import { isOffered, type Program, type Reward, variantFor } from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import { isInForm, needsSubscriptions, type ProductCartProperties } from '../programs/reward-kinds.ts';
import { holdsFewer, isCartFull, pointsMissing, stockChoices } from '../rewards/claim-conditions.ts';
import { leastCost } from '../rewards/points-cost.ts';
import type {
  AvailableReward,
  AvailableRule,
  CanRedeem,
  CartRedemption,
  CustomerAtMoment,
  StockLevels,
} from './customer.ts';
import type { UsageTuple } from './statement.ts';

interface Request {
  channel: Channel;
  country: string | null;
  cart?: GivenCart | null;
  /** The customer's active redemptions in any cart. */
  cart_redemptions: readonly CartRedemption[];
}

export function usageById(rows: readonly UsageTuple[]): ReadonlyMap<number, UsageCounter> {
  return new Map(
    rows.map(([subject, total, window_start, window_count, last_at]) => [
      subject,
      { total, window_start, window_count, last_at },
    ]),
  );
}

/** The rules that are enabled for the customer's tier, with the customer's use of each. */
export function availableRules(
  program: Program,
  { row, home, now }: CustomerAtMoment,
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

/** The rewards that are enabled for the customer's tier and offered to this channel and country. */
export function availableRewards(
  program: Program,
  { row, home, now }: CustomerAtMoment,
  usage: ReadonlyMap<number, UsageCounter>,
  stock: StockLevels,
  request: Request,
): AvailableReward[] {
  const available: AvailableReward[] = [];
  const cart = requestCart(request);
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
      can_redeem: canRedeem(
        reward,
        pointsMissing(leastCost(reward, variant, program.currency), row),
        isLimitReached(limit),
        stock,
        cart,
      ),
    });
  }
  return available;
}

/** The cart of a request: its contents, and how many of a reward it contains. */
interface RequestCart {
  total_minor: number;
  item_count: number;
  redeemed(rewardId: number): number;
}

const EMPTY_CART: RequestCart = { total_minor: 0, item_count: 0, redeemed: () => 0 };

function requestCart({ cart, cart_redemptions }: Request): RequestCart | null {
  if (!cart) return null;
  if (cart.kind === 'empty') return EMPTY_CART;
  const inCart = cart_redemptions.filter((claim) => claim.cart_id === cart.id);
  return {
    ...totalsOf(cart),
    redeemed: (rewardId) => inCart.filter((claim) => claim.reward_id === rewardId).length,
  };
}

/**
 * The first state that applies, in the order of a claim's conditions. `missing`: the points that the customer lacks for
 * the smallest claim.
 */
function canRedeem(
  reward: Reward,
  missing: number,
  limitReached: boolean,
  stock: StockLevels,
  cart: RequestCart | null,
): CanRedeem {
  if (limitReached) return { state: 'claim_limit_reached' };
  if (isOutOfStock(reward, stock)) return { state: 'out_of_stock' };
  if (missing > 0) return { state: 'insufficient_points', additional_points_required: missing };
  if (needsSubscriptions(reward.kind)) return { state: 'unknown' };
  return isInForm(reward.properties, 'cart_line')
    ? canRedeemInto(cart, reward, reward.properties)
    : { state: 'redeemable' };
}

/** The part of the answer that depends on the cart. */
function canRedeemInto(
  cart: RequestCart | null,
  reward: Reward,
  { cart_requirements }: ProductCartProperties,
): CanRedeem {
  if (!cart) return { state: hasRequirements(cart_requirements) ? 'unknown' : 'redeemable' };
  if (isCartFull(reward, cart.redeemed(reward.id))) return { state: 'max_redemptions_for_cart_reached' };
  const cart_requirements_detail = holdAgainst(cart_requirements, cart);
  if (areMet(cart_requirements_detail)) return { state: 'redeemable' };
  return { state: 'cart_requirements_not_met', cart_requirements_detail };
}

/** Whether every choice that a claim can make needs a stock that is empty. */
export function isOutOfStock(reward: Reward, stock: StockLevels): boolean {
  return stockChoices(reward).every((ids) => ids.some((id) => holdsFewer(stock.remaining(reward.id, id), 1)));
}
