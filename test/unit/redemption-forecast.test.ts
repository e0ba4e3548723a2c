import { describe, expect, it } from 'vitest';
import {
  backTest,
  expectByAge,
  forecastRedemptions,
  isCredible,
} from '../../src/domain/books/redemption-forecast.ts';
import { steadyMonths } from '../support/steady-months.ts';

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
    // The 100 points that others redeem in their first month will not come any more.
    expect(forecast.ultimate_rate).toBeCloseTo(0.49, 10);
    expect(forecast.expected).toBeCloseTo(1000, 6);
    expect(forecast.by_month.slice(0, 4).map(Math.round)).toEqual([400, 300, 200, 100]);
  });

  it('is made where nothing can be redeemed in the first months', () => {
    const late = steadyMonths(12).map(({ earned, redeemed }) => ({
      earned,
      redeemed: [0, 0, ...redeemed].slice(0, redeemed.length),
    }));
    const forecast = forecastRedemptions(late)!;
    expect(forecast.first_age).toBe(2);
    expect(forecast.ultimate_rate).toBeCloseTo(0.5, 10);
    expect(forecast.by_month.slice(0, 7).map(Math.round)).toEqual([500, 500, 400, 300, 200, 100, 0]);
  });

  it('is not made where nothing was redeemed at all', () => {
    const months = steadyMonths(10).map(({ earned, redeemed }) => ({
      earned,
      redeemed: redeemed.map(() => 0),
    }));
    expect(forecastRedemptions(months)).toBeUndefined();
  });

  it('is not made from three months', () => {
    expect(forecastRedemptions(steadyMonths(3))).toBeUndefined();
  });
});

describe('a forecast', () => {
  it('of months that are alike is credible', () => {
    expect(isCredible(forecastRedemptions(steadyMonths(10))!)).toBe(true);
  });

  it('says nothing where few redemptions come before many', () => {
    // A young program: hardly anything is redeemed in the first months, and then much of the oldest points.
    const months = [
      { earned: 400, redeemed: [0, 0, 1, 100] },
      { earned: 3000, redeemed: [0, 1, 300] },
      { earned: 20_000, redeemed: [1, 200] },
      { earned: 30_000, redeemed: [900] },
    ];
    expect(isCredible(forecastRedemptions(months)!)).toBe(false);
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

describe('what is expected by age', () => {
  it('is the part that all vintages of that age saw, also where nothing happened before', () => {
    const months = Array.from({ length: 8 }, (_, index) => ({
      earned: 100 * (index + 1),
      // Half of the points expire after three months.
      amounts: Array.from({ length: 8 - index }, (_, age) => (age < 3 ? 0 : 50 * (index + 1))),
    }));
    expect(expectByAge(months, 4)).toEqual([300, 350, 400, 0]);
  });

  it('is nothing without history', () => {
    expect(expectByAge([], 2)).toEqual([0, 0]);
  });
});
