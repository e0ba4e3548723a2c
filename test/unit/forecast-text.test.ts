import { describe, expect, it } from 'vitest';
import { forecastText } from '../../src/cli/forecast.ts';
import type { PointsForecast, VintageRow } from '../../src/domain/reports/forecast.ts';

const MONTHS = 15;
const triangle = Array.from({ length: MONTHS }, (_, index): VintageRow => {
  const ages = Array.from({ length: MONTHS - index }, (_age, age) => age);
  const month = new Date(Date.UTC(2025, 8 + index, 1)).toISOString().slice(0, 7);
  return {
    month,
    earned: index === 4 ? 0 : 1_204_500,
    redeemed: ages.map((age) => (index === 4 ? 0 : Math.min(age, 8) * 120_450)),
    expired: ages.map(() => 0),
  };
});

const known: PointsForecast = {
  as_of: { at: Date.parse('2026-12-03T09:00:00Z'), transaction_id: 9 },
  through: '2026-11',
  triangle,
  expectation: {
    factors: [],
    first_age: 1,
    redemption_rate: 0.8071,
    redemption_rate_error: 0.0412,
    redemptions: 1_234_567,
    redemptions_error: 89_012,
    months: [
      { month: '2026-12', redemptions: 512_000, expiries: 0 },
      { month: '2027-01', redemptions: 98_765, expiries: 1_200 },
    ],
    back_test: { months: [{ month: '2026-11', expected: 10_400, redeemed: 10_000 }], error: 0.04 },
  },
};

describe('the forecast as text', () => {
  const lines = forecastText(known).split('\n');

  it('begins with what a manager asks, and says how far to trust it', () => {
    expect(lines.slice(0, 9)).toEqual([
      'Of 100 points earned, 81 are expected to be redeemed, ± 4.',
      'Of those earned up to 2026-11, 1,234,567 are still to be redeemed, ± 89,012.',
      'Six months ago it would have expected 10,400 redeemed points for the six months',
      'since; they were 10,000: 4 % too many.',
      '',
      'Month      Redemptions     Expiries',
      '2026-12        512,000            0',
      '2027-01         98,765        1,200',
      '',
    ]);
  });

  it('shows what was redeemed of each month, by months since', () => {
    expect(lines.slice(9, 12)).toEqual([
      'Redeemed, in percent of the points of a month, by months since:',
      'Month         Points   0   1   2   3   4   5   6   7   8   9  10  11  12',
      '2025-09    1,204,500   0  10  20  30  40  50  60  70  80  80  80  80  80',
    ]);
    expect(lines.at(-1)).toBe('2026-11    1,204,500   0');
    expect(lines.find((line) => line.startsWith('2026-01'))).toMatch(/^2026-01 +0( {3}-)+$/);
  });

  it('is at most 80 columns wide', () => {
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says that there is too little history, and shows it', () => {
    const young = { ...known, triangle: triangle.slice(-1), expectation: null };
    expect(forecastText(young).split('\n').slice(0, 2)).toEqual([
      'Too little history for a forecast: points of 1 whole month up to 2026-11.',
      'It takes four at least, with redemptions in each age, and months that are alike.',
    ]);
  });
});
