import { describe, expect, it } from 'vitest';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import { leastCost, pointsCost } from '../../src/domain/rewards/points-cost.ts';
import { requestedDiscount } from '../../src/domain/rewards/requested-discount.ts';
import { programSettings } from '../support/factories.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { sampleProgram } from '../support/sample-program.ts';

describe('the cost of a claim', () => {
  it.each<[perUnit: number, minor: number, currency: string, points: number]>([
    [100, 500, 'USD', 500],
    [100, 501, 'USD', 501],
    // 30 points for 0.01 of a dollar are 0.3 of a point.
    [30, 1, 'USD', 1],
    [30, 10, 'USD', 3],
    [30, 11, 'USD', 4],
    [3, 33, 'USD', 1],
    [3, 34, 'USD', 2],
    [7, 100, 'JPY', 700],
    [7, 1, 'KWD', 1],
    [1000, 1, 'KWD', 1],
    [1001, 1, 'KWD', 2],
    // Far beyond what a double multiplies exactly.
    [1_000_000, 999_999_999_999, 'USD', 9_999_999_999_990_000],
    [999_999, 899_999_999_999, 'USD', 8_999_990_999_990_001],
  ])('at %i a unit, for %i minor units of %s: %i', (points_per_unit, minor, currency, points) => {
    const cost = { kind: 'variable', points_per_unit } as const;
    expect(pointsCost({ cost }, { minor, currency, rate: 1 }, 1)).toBe(points);
  });

  it.each([
    // ¥161 at 145.3 are $1.10805: 110.8 points; as a cent more, $1.11, it would be 111 either way, as ¥162 112.
    [100, 161, 'JPY', 145.3, 111],
    [1000, 161, 'JPY', 145.3, 1109],
    [100, 331, 'KWD', 0.305, 109],
    [100, 331, 'KWD', 0.331, 100],
    [10, 401, 'HUF', 401, 10],
    [10, 402, 'HUF', 401, 11],
    [7, 1, 'BHD', 1e-7, 70_000],
  ])(
    'at %i a unit, for %i minor units of %s at %f: %i, rounded up once',
    (points_per_unit, minor, currency, rate, points) => {
      const cost = { kind: 'variable', points_per_unit } as const;
      expect(pointsCost({ cost }, { minor, currency, rate }, 1)).toBe(points);
    },
  );

  it('is a fixed cost as often as is claimed', () => {
    const cost = { kind: 'fixed', points: 70 } as const;
    expect(pointsCost({ cost }, null, 1)).toBe(70);
    expect(pointsCost({ cost }, null, 100)).toBe(7000);
  });

  it('is at least what the smallest discount costs', () => {
    const program = sampleProgram({
      rewards: [rewardOfKind('cart_variable_discount_voucher'), rewardOfKind('gift_card')],
    });
    const least = (index: number) => {
      const reward = program.rewards[index]!;
      return leastCost(reward, reward.variants.get(null)!, program.currency);
    };
    expect(least(0)).toBe(500);
    expect(least(1)).toBe(500);
  });
});

describe('a discount that was asked for', () => {
  const ask = (
    amount_minor: number,
    currency = 'USD',
    rates: ProgramSettings['currency_rates'] = {},
    bounds: [number, number] = [500, 2000],
    own = 'USD',
  ) =>
    requestedDiscount(
      { currency: own, settings: programSettings({ currency_rates: rates }) },
      {
        ...PROPERTIES.cart_variable_discount_voucher,
        minimum_discount_minor: bounds[0],
        maximum_discount_minor: bounds[1],
      },
      { amount_minor, currency },
    );

  it('lies within the bounds, which belong to it', () => {
    expect(ask(500)).toMatchObject({ discount_minor: 500 });
    expect(ask(2000)).toMatchObject({ discount_minor: 2000 });
    expect(ask(499)).toEqual({ complaint: 'must be between 5.00 and 20.00 USD' });
    expect(ask(2001)).toEqual({ complaint: 'must be between 5.00 and 20.00 USD' });
    expect(ask(0)).toHaveProperty('complaint');
  });

  it("becomes the program's currency", () => {
    expect(ask(900, 'EUR', { EUR: 0.9 })).toMatchObject({ discount_minor: 1000 });
    expect(ask(1513, 'JPY', { JPY: 151.3 })).toMatchObject({ discount_minor: 1000 });
    expect(ask(449, 'EUR', { EUR: 0.9 })).toEqual({ complaint: 'must be between 4.50 and 18.00 EUR' });
  });

  it('is exactly what was asked, in any currency', () => {
    const rates = { JPY: 145.3, KWD: 0.305, HUF: 361 };
    for (const [minor, currency] of [
      [800, 'JPY'],
      [2331, 'KWD'],
      [3611, 'HUF'],
    ] as const) {
      expect(ask(minor, currency, rates)).toMatchObject({
        asked: { minor, currency },
        priced: { minor, currency, rate: rates[currency] },
      });
    }
  });

  it('may be what the bounds read as in the currency that it is in, and never leaves them', () => {
    // $20 reads as ¥3,027, which is $19.997; 9.999 dinars as $32.50, which is 10.000.
    expect(ask(3027, 'JPY', { JPY: 151.37 })).toMatchObject({ discount_minor: 2000 });
    expect(ask(3028, 'JPY', { JPY: 151.37 })).toHaveProperty('complaint');
    expect(ask(3250, 'USD', { USD: 3.25 }, [1000, 9999], 'KWD')).toMatchObject({ discount_minor: 9999 });
  });
});
