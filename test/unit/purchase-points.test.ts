import { describe, expect, it } from 'vitest';
import { type OrderLine, redemptionIds } from '../../src/domain/orders/order.ts';
import { spendMinor } from '../../src/domain/orders/order-state.ts';
import { purchasePoints } from '../../src/domain/orders/purchase-points.ts';

const per = (points: number, per_currency_unit_minor: number | null) =>
  ({ kind: 'points', points, per_currency_unit_minor }) as const;

describe('points for a purchase', () => {
  it.each([
    [5, 100, 2000, 100],
    [5, 100, 1999, 99],
    [5, 100, 19, 0],
    [5, 100, 20, 1],
    [1, 1000, 999, 0],
    [1, 1000, 1000, 1],
    [3, 200, 199, 2],
    [5, 100, 0, 0],
  ])(
    '%i points per %i minor units of an order of %i are %i, rounded down once',
    (points, unit, amount, earned) => {
      expect(purchasePoints(per(points, unit), amount).points).toBe(earned);
    },
  );

  it('are flat where no unit is named, also for an order of nothing', () => {
    expect(purchasePoints(per(250, null), 0).points).toBe(250);
    expect(purchasePoints(per(250, null), 1_000_000).points).toBe(250);
  });

  it('come with what they were computed from', () => {
    expect(purchasePoints(per(5, 100), 1234)).toEqual({
      points: 61,
      basis: { amount_minor: 1234, points: 5, per_currency_unit_minor: 100 },
    });
  });
});

describe('spend', () => {
  it.each([
    [10_000, 0, 0, 10_000],
    [10_000, 0, 900, 9_100],
    [10_000, 4_000, 900, 5_100],
    [500, 0, 900, 0],
    [10_000, 10_000, 900, 0],
  ])('of %i paid, %i refunded and %i shipping is %i', (paid_minor, refunded_minor, shipping_minor, spend) => {
    expect(spendMinor({ paid_minor, refunded_minor, shipping_minor })).toBe(spend);
  });
});

describe('cart redemptions of an order', () => {
  it('are named by an attribute of its lines', () => {
    const line = (attributes: OrderLine['attributes']): OrderLine => ({
      id: null,
      product_id: '1',
      variant_id: '2',
      collection_ids: [],
      quantity: 1,
      price_minor: 0,
      attributes,
    });
    expect(
      redemptionIds([
        line([]),
        line([
          { key: 'colour', value: 'red' },
          { key: '_loyalty_redemption_id', value: 'ABC' },
        ]),
        line([{ key: '_loyalty_redemption_id', value: 'DEF' }]),
        line([{ key: '_LOYALTY_REDEMPTION_ID', value: 'no' }]),
      ]),
    ).toEqual(['ABC', 'DEF']);
  });
});
