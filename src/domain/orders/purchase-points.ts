import type { RuleVariant } from '../programs/configuration.ts';

/** The points of a purchase rule for an order, and their basis, kept with the activity. */
export interface PurchaseEarning {
  points: number;
  basis: { amount_minor: number; points: number; per_currency_unit_minor: number | null };
}

/**
 * The points for `amountMinor`, the amount of an order that a rule counts. A flat result is taken as it is. Per
 * currency unit: amount × points ÷ unit, rounded down to whole points once over the whole order. Exact for any safe
 * integers.
 */
export function purchasePoints(
  result: Extract<RuleVariant['result'], { kind: 'points' }>,
  amountMinor: number,
): PurchaseEarning {
  const { points, per_currency_unit_minor } = result;
  const earned =
    per_currency_unit_minor === null
      ? points
      : Number((BigInt(amountMinor) * BigInt(points)) / BigInt(per_currency_unit_minor));
  return { points: earned, basis: { amount_minor: amountMinor, points, per_currency_unit_minor } };
}
