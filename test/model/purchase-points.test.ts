import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purchasePoints } from '../../src/domain/orders/purchase-points.ts';

const per = (points: number, per_currency_unit_minor: number | null) =>
  ({ kind: 'points', points, per_currency_unit_minor }) as const;

describe('points for a purchase', () => {
  it('are exact: never more than the amount gives, never a whole point less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9e12 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (amount, points, unit) => {
          const earned = BigInt(purchasePoints(per(points, unit), amount).points);
          const exact = BigInt(amount) * BigInt(points);
          expect(earned * BigInt(unit) <= exact).toBe(true);
          expect((earned + 1n) * BigInt(unit) > exact).toBe(true);
        },
      ),
    );
  });
});
