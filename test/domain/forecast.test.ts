import { describe, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { readForecast } from '../../src/domain/reports/forecast.ts';
import { adjust } from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const forecast = async () => {
  await countFigures(domain.deps);
  return readForecast(domain.deps, domain.program);
};

/** The 15th of the month that lies so many months after January 2026. */
const monthOf = (month: number) => new Date(Date.UTC(2026, month, 15, 12)).toISOString();

/** In each month a customer gets 400 points, and redeems half of them in the next. Ends in the month after. */
async function playMonths(count: number): Promise<void> {
  for (let month = 0; month < count; month += 1) {
    domain.turnTo(monthOf(month));
    const { id } = await domain.customer({ merchant_id: `of-${month}` });
    await adjust(domain, id, 400);
    if (month > 0) await domain.claim('mug', { variant_id: '902' }, { customer: `of-${month - 1}` });
  }
  domain.turnTo(monthOf(count));
}

describe('the forecast of what becomes of points', () => {
  it('expects of the last months what became of those before, and says how far that can be trusted', async () => {
    await domain.begin();
    await playMonths(12);
    const { through, triangle, expectation } = await forecast();
    expect(through).toBe('2026-12');
    expect(triangle.map(({ earned }) => earned)).toEqual(new Array(12).fill(400));
    expect(triangle[9]).toEqual({
      month: '2026-10',
      earned: 400,
      redeemed: [0, 200, 200],
      expired: [0, 0, 0],
    });
    expect(expectation).toMatchObject({
      first_age: 1,
      redemption_rate: 0.5,
      redemption_rate_error: 0,
      redemptions: 200,
      redemptions_error: 0,
    });
    expect(expectation!.months).toHaveLength(12);
    expect(expectation!.months.slice(0, 2)).toEqual([
      { month: '2027-01', redemptions: 200, expiries: 0 },
      { month: '2027-02', redemptions: 0, expiries: 0 },
    ]);
  });

  it('is tested on the last six months, as if they had not been yet', async () => {
    await domain.begin();
    await playMonths(12);
    const { back_test } = (await forecast()).expectation!;
    // Points got since are no part of it: of those got before July, 200 were left to be redeemed, in July.
    expect(back_test).toEqual({
      months: ['07', '08', '09', '10', '11', '12'].map((month) => ({
        month: `2026-${month}`,
        ...(month === '07' ? { expected: 200, redeemed: 200 } : { expected: 0, redeemed: 0 }),
      })),
      error: 0,
    });
  });

  it('takes months that are over, in the zone in which they end last', async () => {
    await domain.begin();
    await playMonths(2);
    domain.turnTo('2026-06-01T00:30:00Z');
    expect((await forecast()).through).toBe('2026-04');
    domain.turnTo('2026-06-01T12:00:00Z');
    expect((await forecast()).through).toBe('2026-05');
  });

  it('is not made from too little history, which is shown all the same', async () => {
    await domain.begin();
    expect(await forecast()).toMatchObject({ triangle: [], expectation: null });
    await playMonths(3);
    const { triangle, expectation } = await forecast();
    expect([triangle.length, expectation]).toEqual([3, null]);
  });

  it('leaves out the points that were undone, and those of other programs', async () => {
    const { id: other } = await domain.begin().then(() => domain.customer());
    domain.turnTo(monthOf(0));
    await adjust(domain, other, 50);
    await countFigures(domain.deps);
    await domain.begin();
    const { id } = await domain.customer();
    domain.turnTo(monthOf(0));
    await adjust(domain, id, 100);
    await adjust(domain, id, -30);
    domain.turnTo(monthOf(1));
    expect((await forecast()).triangle).toMatchObject([{ month: '2026-01', earned: 70 }]);
  });
});
