import { describe, expect, it } from 'vitest';
import { advanceClock } from '../../src/domain/operations/advance-clock.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, ruleDefinition } from '../support/factories.ts';
import {
  AFTER_A_YEAR,
  AT_YEARS_END,
  adjust,
  expired,
  expiring,
  INACTIVE_HALF_A_YEAR,
  openLots,
  resolve,
} from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();
const SINCE_PURCHASE: PointsExpiry = { mode: 'inactivity_since_purchase', duration_months: 6 };

async function begin(expiry: PointsExpiry, rest: Partial<ProgramDefinition> = {}) {
  await domain.begin({
    ...expiring(expiry),
    ...rest,
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 10 * 24 * 3600 }) },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 30 },
          auto_refund_seconds: 30 * 24 * 3600,
        }),
      },
    ],
  });
  return domain.customer();
}

const points = async (id: number) => (await domain.settle(id)).points_approved;
const order = (date: string | null = null) =>
  recordOrder(
    domain.deps,
    orderInput(domain.program, {
      merchant_id: `o-${domain.clock.real()}`,
      date: date === null ? null : Date.parse(date),
    }),
  );

describe('so long after earning', () => {
  it('each lot expires at its moment and not before', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.turnTo('2026-02-14T12:00:00Z');
    await adjust(domain, id, 20);
    domain.turnTo(Date.parse('2027-01-14T12:00:00Z') - 1);
    expect(await points(id)).toBe(70);
    domain.turnTo('2027-01-14T12:00:00Z');
    const settled = await domain.settle(id);
    expect(settled).toMatchObject({
      points_approved: 20,
      points_spent: 0,
      next_due_at: Date.parse('2027-02-14T12:00:00Z'),
    });
    expect(settled).toEqual(await domain.row(id));
    const [expiry] = await domain.rows('expiries');
    expect(expiry).toMatchObject({
      points: 50,
      reason: 'age',
      date: Date.parse('2027-01-14T12:00:00Z'),
      created_at: domain.clock.real(),
    });
    expect((await domain.rows('transactions')).at(-1)).toMatchObject({
      points_approved: -50,
      points_pending: 0,
      points_spent: 0,
      resource: 'expiry',
      expiry_id: expiry!.id,
    });
  });

  it('lots of one date expire together', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await domain.complete('now');
    await adjust(domain, id, 7);
    domain.turnTo('2027-03-01T00:00:00Z');
    expect(await points(id)).toBe(0);
    expect(await expired(domain, id)).toEqual(['2027-01-14: 107 (age)']);
  });

  it('what was missed expires in order of its date, amid what else was due', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.turnTo('2026-06-01T12:00:00Z');
    await adjust(domain, id, 20);
    // Due on 9 February 2027, after the first lot and before the second.
    domain.turnTo('2027-01-10T12:00:00Z');
    await domain.claim('mug', { variant_id: '902' });
    await domain.complete('later');
    domain.turnTo('2028-03-01T00:00:00Z');
    expect(await points(id)).toBe(0);
    expect(await expired(domain, id)).toEqual([
      '2027-01-14: 20 (age)',
      '2027-01-14: 30 (age)',
      '2027-06-01: 20 (age)',
      '2028-01-10: 50 (age)',
    ]);
  });

  it('pending points are not touched', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.change({
      rules: [{ key: 'later', definition: ruleDefinition({ approval_period_seconds: 800 * 24 * 3600 }) }],
    });
    await domain.complete('later');
    domain.turnTo('2027-06-01T00:00:00Z');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 0, points_pending: 50 });
    // Older than a year when they are approved.
    domain.turnTo('2028-06-01T00:00:00Z');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 0, points_pending: 0 });
    expect(await expired(domain, id)).toEqual(['2027-01-14: 50 (age)']);
  });
});

describe('on a calendar date', () => {
  it('everything earned before expires at its end, a full year after the mode was turned on', async () => {
    const { id } = await begin(AT_YEARS_END);
    await domain.complete('now');
    domain.turnTo('2027-12-31T20:00:00Z');
    await adjust(domain, id, 20);
    expect(await openLots(domain, id)).toEqual(['2028-01-01: 50', '2028-01-01: 20']);
    // Midnight in New York.
    domain.turnTo('2028-01-01T05:00:00Z');
    await adjust(domain, id, 3);
    expect(await points(id)).toBe(3);
    expect(await expired(domain, id)).toEqual(['2028-01-01: 70 (calendar_date)']);
    expect(await openLots(domain, id)).toEqual(['2029-01-01: 3']);
  });
});

describe('inactivity since the last change of the balance', () => {
  it('takes the whole balance, pending points stay', async () => {
    const { id } = await begin(INACTIVE_HALF_A_YEAR);
    await domain.complete('now');
    domain.turnTo('2026-03-14T12:00:00Z');
    await adjust(domain, id, -10);
    await domain.complete('later');
    domain.turnTo('2026-03-24T12:00:00Z');
    await domain.settle(id);
    domain.turnTo(Date.parse('2026-09-24T12:00:00Z') - 1);
    await domain.complete('later');
    expect(await points(id)).toBe(90);
    domain.turnTo('2026-09-24T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({
      points_approved: 0,
      points_pending: 50,
      balance_changed_at: Date.parse('2026-03-24T12:00:00Z'),
    });
    expect(await expired(domain, id)).toEqual(['2026-09-24: 90 (inactivity)']);
    expect(await domain.rows('lots')).toEqual([]);
  });

  it('comes in its order with what was due meanwhile, which begins another period', async () => {
    const { id } = await begin(INACTIVE_HALF_A_YEAR);
    await domain.complete('now');
    domain.turnTo('2026-07-10T12:00:00Z');
    await domain.complete('later');
    // The approval fell due on 20 July, after the deadline of 14 July: what came before is lost.
    domain.turnTo('2026-12-01T12:00:00Z');
    expect(await points(id)).toBe(50);
    expect(await expired(domain, id)).toEqual(['2026-07-14: 50 (inactivity)']);
    domain.turnTo('2027-01-15T12:00:00Z');
    await domain.complete('later');
    // The balance expired on 20 January, before what was due on the 25th.
    domain.turnTo('2027-06-01T12:00:00Z');
    expect(await points(id)).toBe(50);
    expect(await expired(domain, id)).toHaveLength(2);
  });

  it('that was missed is found late and dated as it was', async () => {
    const { id } = await begin(INACTIVE_HALF_A_YEAR);
    await domain.complete('later');
    domain.turnTo('2028-01-01T12:00:00Z');
    expect(await points(id)).toBe(0);
    expect(await expired(domain, id)).toEqual(['2026-07-24: 50 (inactivity)']);
    expect((await domain.row(id)).next_due_at).toBeNull();
  });

  it('leaves a debt alone', async () => {
    const { id } = await begin(INACTIVE_HALF_A_YEAR);
    const activity = (await domain.complete('now')).actions[0]!.id;
    await adjust(domain, id, -20);
    await resolve(domain, id, activity, 'void');
    domain.turnTo('2028-01-01T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({ points_approved: -20, next_due_at: null });
    expect(await domain.rows('expiries')).toEqual([]);
  });
});

describe('inactivity since the last purchase', () => {
  it('is counted from the order, and other changes do not help', async () => {
    const { id } = await begin(SINCE_PURCHASE);
    domain.turnTo('2026-02-01T12:00:00Z');
    await domain.complete('now');
    await order();
    domain.turnTo('2026-07-31T12:00:00Z');
    await domain.complete('now');
    expect(await points(id)).toBe(100);
    domain.turnTo('2026-08-01T11:00:00Z');
    expect(await points(id)).toBe(0);
    expect(await expired(domain, id)).toEqual(['2026-08-01: 100 (inactivity)']);
  });

  it('an order put off the expiry, one of an earlier date does not bring it forward', async () => {
    const { id } = await begin(SINCE_PURCHASE);
    await domain.complete('now');
    domain.turnTo('2026-07-01T12:00:00Z');
    await order();
    await order('2026-02-01T12:00:00Z');
    domain.turnTo('2026-12-31T12:00:00Z');
    expect(await points(id)).toBe(50);
    domain.turnTo('2027-01-01T13:00:00Z');
    expect(await points(id)).toBe(0);
  });

  it('is looked for when a late order says that the purchase was before the points', async () => {
    const { id } = await begin(SINCE_PURCHASE);
    domain.turnTo('2026-07-14T11:00:00Z');
    await domain.complete('now');
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2027-01-14T12:00:00Z'));
    await order('2026-07-13T11:00:00Z');
    domain.turnTo('2027-01-13T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await expired(domain, id)).toEqual(['2027-01-13: 50 (inactivity)']);
  });

  it('leaves points that come in after it their whole period', async () => {
    const { id } = await begin(SINCE_PURCHASE);
    await domain.complete('now');
    domain.turnTo('2026-10-01T12:00:00Z');
    expect(await points(id)).toBe(0);
    await domain.complete('now');
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2027-04-01T12:00:00Z'));
    domain.turnTo(Date.parse('2027-04-01T12:00:00Z') - 1);
    expect(await points(id)).toBe(50);
    domain.turnTo('2027-04-01T12:00:00Z');
    expect(await points(id)).toBe(0);
  });
});

describe('a sweep', () => {
  it.each<[string, PointsExpiry, string]>([
    ['after_earning', AFTER_A_YEAR, '2027-01-14T12:00:00Z'],
    ['calendar_date', AT_YEARS_END, '2028-01-01T05:00:00Z'],
    ['inactivity since a purchase', SINCE_PURCHASE, '2026-07-14T11:00:00Z'],
    ['inactivity since a change', INACTIVE_HALF_A_YEAR, '2026-07-14T11:00:00Z'],
  ])('expires what is due on time: %s', async (_, expiry, due) => {
    const { id } = await begin(expiry);
    await domain.complete('now');
    domain.turnTo(Date.parse(due) - 1);
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).points_approved).toBe(50);
    domain.turnTo(due);
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, next_due_at: null });
    await sweepOnce(domain.deps);
    expect(await domain.rows('expiries')).toHaveLength(1);
  });

  it('approves into lots', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('later');
    domain.clock.advance(10 * DAY);
    await sweepOnce(domain.deps);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 50']);
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2027-01-14T12:00:00Z'));
  });
});

describe("a test program's clock", () => {
  it('plays expiries in between, each at its own moment', async () => {
    const { id } = await begin(AFTER_A_YEAR, { test: true });
    await domain.complete('later');
    await adjust(domain, id, 20);
    await advanceClock(domain.deps, { program: domain.program, advance_ms: 800 * DAY, by: TESTER });
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 0, next_due_at: null });
    const played = (await domain.rows('transactions')).slice(2);
    expect(played.map((row) => [new Date(row.created_at).toISOString(), row.points_approved])).toEqual([
      ['2026-01-24T12:00:00.000Z', 50],
      ['2027-01-14T12:00:00.000Z', -70],
    ]);
  });
});
