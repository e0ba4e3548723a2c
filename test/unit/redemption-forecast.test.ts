import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backTest,
  type EarnedMonth,
  forecastRedemptions,
} from '../../src/domain/books/redemption-forecast.ts';

/** Months of 1,000 points, of which 10 % are redeemed in each of the first five months, and none later. */
function steadyMonths(count: number, earned = (_index: number) => 1000): EarnedMonth[] {
  return Array.from({ length: count }, (_, index) => ({
    earned: earned(index),
    redeemed: Array.from({ length: count - index }, (_, age) => (earned(index) * Math.min(5, age + 1)) / 10),
  }));
}

describe('the forecast of redemptions', () => {
  it('expects of each month as much as of the months before', () => {
    const forecast = forecastRedemptions(steadyMonths(10))!;
    expect(forecast.ultimate_rate).toBeCloseTo(0.5, 10);
    expect(forecast.expected).toBeCloseTo(400 + 300 + 200 + 100, 6);
    expect(forecast.by_month.slice(0, 5).map(Math.round)).toEqual([400, 300, 200, 100, 0]);
    expect(forecast.by_month).toHaveLength(12);
  });

  it('takes a month of which nothing was redeemed yet for a usual one', () => {
    const months = steadyMonths(10);
    months[9] = { earned: 1000, redeemed: [0] };
    const forecast = forecastRedemptions(months)!;
    expect(forecast.ultimate_rate).toBeCloseTo(0.5, 10);
    expect(forecast.by_month.slice(0, 4).map(Math.round)).toEqual([400, 300, 200, 100]);
  });

  it('is not made from three months', () => {
    expect(forecastRedemptions(steadyMonths(3))).toBeUndefined();
  });

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

describe('the test of the forecast on the past', () => {
  it('has no error where every month is like the others', () => {
    const { months, error } = backTest(steadyMonths(16), 6)!;
    expect(months).toHaveLength(6);
    for (const { redeemed, expected } of months) expect(expected).toBeCloseTo(redeemed, 6);
    expect(error).toBeCloseTo(0, 10);
  });

  it('says by how much it expected too much, when customers redeem half as much as they used to', () => {
    const months = steadyMonths(16).map(({ earned, redeemed }, index) => ({
      earned,
      // The last six months, by the calendar, bring half as much.
      redeemed: redeemed.map((points, age) => {
        const late = Math.max(0, index + age - 9);
        const before = redeemed[Math.max(-1, age - late)] ?? 0;
        return before + (points - before) / 2;
      }),
    }));
    expect(backTest(months, 6)!.error).toBeCloseTo(1, 10);
  });

  it('needs months before those that it holds out', () => {
    expect(backTest(steadyMonths(8), 6)).toBeUndefined();
  });
});
