import type { PurchaseEarning } from './purchase-points.ts';

/** The basis of the points of an order's activity, kept with the activity. */
export type EarningBasis = PurchaseEarning['basis'] & {
  /** The money that a refund is a part of, in minor units; absent: `amount_minor`. */
  refundable_minor?: number;
};

/**
 * How many of an activity's `value` points are taken back once `refundedMinor` of its order are refunded in all, at the
 * rate at which they were earned. Per currency unit: refunded × points ÷ unit; for a rule that counted certain lines,
 * in proportion to their part of the order. Flat points: value × refunded ÷ paid. The result is rounded down once over
 * all refunds together, so it does not depend on their number. With everything refunded it is the whole value. Exact
 * for any safe integers.
 */
export function clawedBack(value: number, basis: EarningBasis | null, refundedMinor: number): number {
  if (basis === null) return 0;
  const { amount_minor, points, per_currency_unit_minor, refundable_minor = amount_minor } = basis;
  if (refundable_minor <= 0) return 0;
  if (refundedMinor >= refundable_minor) return value;
  const taken =
    per_currency_unit_minor === null
      ? (BigInt(refundedMinor) * BigInt(value)) / BigInt(refundable_minor)
      : (BigInt(refundedMinor) * BigInt(amount_minor) * BigInt(points)) /
        (BigInt(refundable_minor) * BigInt(per_currency_unit_minor));
  return Math.min(value, Number(taken));
}
