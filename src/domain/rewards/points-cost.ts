import { currencyDigits } from '../core/money.ts';
import type { Reward, RewardVariant } from '../programs/configuration.ts';
import { leavesAmountOpen } from '../programs/reward-kinds.ts';

/** A discount in minor units of a currency; `rate` units of it are one unit of the program's currency. */
interface PricedDiscount {
  minor: number;
  currency: string;
  rate: number;
}

/**
 * The cost of a claim of `quantity`, in points: a fixed cost each, or ceil(points per unit × discount), with the
 * discount in units of the program's currency. The sum is exact and rounded once, at the end.
 */
export function pointsCost(
  { cost }: Pick<RewardVariant, 'cost'>,
  discount: PricedDiscount | null,
  quantity: number,
): number {
  if (cost.kind === 'fixed') return cost.points * quantity;
  if (discount === null) return 0;
  const [units, scale] = fractionOf(discount.rate);
  const points = BigInt(cost.points_per_unit) * BigInt(discount.minor) * BigInt(quantity) * scale;
  const perPoint = 10n ** BigInt(currencyDigits(discount.currency)) * units;
  return Number((points + perPoint - 1n) / perPoint);
}

/**
 * A cost belongs to the configuration of one reward, so it can be the key of the cache. Storefronts ask for every
 * reward.
 */
const leastCosts = new WeakMap<RewardVariant['cost'], number>();

/** The least cost of a claim. If the discount is open, it is the cost of the minimum. */
export function leastCost(reward: Reward, variant: Pick<RewardVariant, 'cost'>, currency: string): number {
  if (variant.cost.kind === 'fixed') return variant.cost.points;
  let cost = leastCosts.get(variant.cost);
  if (cost === undefined) {
    const { properties } = reward;
    const minor = leavesAmountOpen(properties) ? properties.minimum_discount_minor : 0;
    cost = pointsCost(variant, { minor, currency, rate: 1 }, 1);
    leastCosts.set(variant.cost, cost);
  }
  return cost;
}

/** A number's shortest decimal as numerator and denominator: 145.3 → 1453 / 10. */
function fractionOf(rate: number): [bigint, bigint] {
  const [digits = '', exponent = '0'] = rate.toExponential().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const power = Number(exponent) - decimals.length;
  const numerator = BigInt(whole + decimals);
  return power >= 0 ? [numerator * 10n ** BigInt(power), 1n] : [numerator, 10n ** BigInt(-power)];
}
