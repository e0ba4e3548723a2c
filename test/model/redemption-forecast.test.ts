import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastRedemptions } from '../../src/domain/books/redemption-forecast.ts';
import { steadyMonths } from '../support/steady-months.ts';

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
