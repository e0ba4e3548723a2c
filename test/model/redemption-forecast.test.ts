import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgedPoints, forecastRedemptions } from '../../src/domain/books/redemption-forecast.ts';

/** Months of 1,000 points, of which 10 % are redeemed in each of the first five months, and none later. */
function steadyMonths(count: number, earned = (_index: number) => 1000): AgedPoints[] {
  return Array.from({ length: count }, (_, index) => ({
    earned: earned(index),
    redeemed: Array.from({ length: count - index }, (_, age) => (earned(index) * Math.min(5, age + 1)) / 10),
  }));
}

describe('the forecast of redemptions', () => {
  it('of the months adds up to what is expected, as far as they reach', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(sizes, (earned) => {
        const { by_month, expected } = forecastRedemptions(
          steadyMonths(earned.length, (index) => earned[index]!),
        )!;
        expect(by_month.reduce((sum, points) => sum + points, 0)).toBeCloseTo(expected, 3);
      }),
    );
  });
});
