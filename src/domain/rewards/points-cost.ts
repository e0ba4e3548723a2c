import { currencyDigits } from '../money.ts';
import type { Reward, RewardVariant } from '../programs/configuration.ts';

/**
 * What a claim of `quantity` costs, in points: a fixed cost each time, or ceil(points per unit × discount),
 * the discount in units of `currency`, the program's, and in `discountMinor` its minor units. Exact.
 */
export function pointsCost(
  { cost }: Pick<RewardVariant, 'cost'>,
  currency: string,
  discountMinor: number | null,
  quantity: number,
): number {
  if (cost.kind === 'fixed') return cost.points * quantity;
  const minorPerUnit = 10n ** BigInt(currencyDigits(currency));
  const points = BigInt(cost.points_per_unit) * BigInt(discountMinor ?? 0) * BigInt(quantity);
  return Number((points + minorPerUnit - 1n) / minorPerUnit);
}

/** The least that a claim costs: where the discount is open, what its minimum does. */
export function leastCost(reward: Reward, variant: Pick<RewardVariant, 'cost'>, currency: string): number {
  const { properties } = reward;
  const least =
    properties.kind === 'cart_variable_discount_voucher' ? properties.minimum_discount_minor : null;
  return pointsCost(variant, currency, least, 1);
}
