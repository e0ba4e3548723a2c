// A sale also sells the points that it gives. A part of the price is deferred for them, and becomes revenue when they
// are redeemed: IFRS 15, paragraphs 74 to 80 and B39 to B43, with the figures of its Example 52.

import { sum } from '../core/sum.ts';

export interface Allocation {
  /** The revenue of the sale itself, in minor units. */
  sale_minor: number;
  /** The part that is deferred for the points, in minor units. Both parts together are the price. */
  points_minor: number;
}

/**
 * Divides a price between the goods and the points, in proportion to the prices that each would have alone.
 * `point_value_minor` is the value of one point in minor units, which need not be whole.
 */
export function allocatePrice(sale: {
  price_minor: number;
  points: number;
  point_value_minor: number;
}): Allocation {
  const alone = sale.points * sale.point_value_minor;
  const both = sale.price_minor + alone;
  const points_minor = both === 0 ? 0 : Math.round((sale.price_minor * alone) / both);
  return { sale_minor: sale.price_minor - points_minor, points_minor };
}

export interface Recognition {
  /**
   * Revenue of the period, in minor units; below 0 if fewer points will be redeemed in total than was expected before.
   */
  recognised_minor: number;
  /** The rest that is still deferred after the period. */
  deferred_minor: number;
}

/**
 * The revenue of successive periods from an amount that was deferred at first. Each period gives the number of points
 * redeemed up to its end, and the number that are then expected to be redeemed in total. This includes breakage:
 * revenue for points that will never be redeemed is recognised in proportion to the redeemed points.
 */
export function recogniseRevenue(
  deferred_minor: number,
  periods: readonly { redeemed: number; expected: number }[],
): Recognition[] {
  let recognised = 0;
  return periods.map(({ redeemed, expected }) => {
    const part = expected > 0 ? Math.min(1, redeemed / expected) : 1;
    const before = recognised;
    recognised = Math.round(deferred_minor * part);
    return { recognised_minor: recognised - before, deferred_minor: deferred_minor - recognised };
  });
}

/** The sales of a period, and the redemptions of the points that they gave. */
export interface SalesPeriod {
  /** Minus refunds, in minor units. */
  sales_minor: number;
  /** The points that the sales gave, minus those that were taken back. */
  points: number;
  /** The value of a redeemed point, in minor units. */
  point_value_minor: number;
  /** The part of the points that was expected to be redeemed, by the knowledge at the end of the period. */
  expected_rate: number;
  /** For each period, beginning with this one: the numbers for `recogniseRevenue`. */
  redemptions: readonly { redeemed: number; expected: number }[];
}

export interface DeferredPeriod extends Recognition {
  /** The amount that was deferred before the period, in minor units. */
  opening_minor: number;
  /** The part of the period's sales that is deferred for its points. */
  added_minor: number;
}

/** The deferred revenue of successive periods. A period whose sales or given points are not above 0 defers nothing. */
export function deferRevenue(periods: readonly SalesPeriod[]): DeferredPeriod[] {
  const added = periods.map(({ sales_minor, points, point_value_minor, expected_rate }) => {
    if (sales_minor <= 0 || points <= 0) return 0;
    const value = point_value_minor * expected_rate;
    return allocatePrice({ price_minor: sales_minor, points, point_value_minor: value }).points_minor;
  });
  const recognitions = periods.map(({ redemptions }, of) => recogniseRevenue(added[of]!, redemptions));
  let opening_minor = 0;
  return periods.map((_, period) => {
    const recognised_minor = sum(
      recognitions.slice(0, period + 1).map((own, of) => own[period - of]?.recognised_minor ?? 0),
    );
    const deferred_minor = opening_minor + added[period]! - recognised_minor;
    const row = { opening_minor, added_minor: added[period]!, recognised_minor, deferred_minor };
    opening_minor = deferred_minor;
    return row;
  });
}
