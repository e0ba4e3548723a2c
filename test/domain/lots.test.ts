import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, adjust, expired, expiring, openLots, resolve } from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const domain = testDomain();

const cost = (points: number, rest: Partial<RewardDefinition> = {}) =>
  rewardDefinition({ cost: { kind: 'fixed', points }, ...rest });

async function begin(settings: Parameters<typeof expiring>[1] = {}) {
  await domain.begin({
    ...expiring(AFTER_A_YEAR, settings),
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 10 * 24 * 3600 }) },
    ],
    rewards: [
      { key: 'card_70', definition: cost(70) },
      { key: 'card_20', definition: cost(20) },
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 70 },
          auto_refund_seconds: 24 * 3600,
        }),
      },
    ],
  });
  return domain.customer();
}

/** Three times 50 points, each a month after the other: they expire on 14 January, February and March 2027. */
async function threeLots(settings: Parameters<typeof expiring>[1] = {}) {
  const customer = await begin(settings);
  const activities: number[] = [];
  for (const month of ['01', '02', '03']) {
    domain.turnTo(`2026-${month}-14T12:00:00Z`);
    activities.push((await domain.complete('now')).actions[0]!.id);
  }
  return { id: customer.id, activities };
}

const PURCHASE = {
  key: 'purchase',
  definition: ruleDefinition({
    kind: 'purchase',
    properties: {},
    result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
  }),
};

/** Three times 50 points, of which the second expire first: they are of an order that was told late. */
async function lotsOutOfOrder() {
  const { id } = await begin();
  await domain.change({ rules: [{ key: 'now', definition: ruleDefinition() }, PURCHASE] });
  domain.turnTo('2026-06-30T12:00:00Z');
  await adjust(domain, id, 50);
  const date = Date.parse('2026-05-31T12:00:00Z');
  await recordOrder(domain.deps, orderInput(domain.program, { date, total_minor: 5000 }));
  domain.turnTo('2026-07-01T12:00:00Z');
  const last = (await domain.complete('now')).actions[0]!.id;
  expect(await openLots(domain, id)).toEqual(['2027-05-31: 50', '2027-06-30: 50', '2027-07-01: 50']);
  return { id, last };
}

describe('points that come in', () => {
  it('form lots that expire a year after they were earned', async () => {
    const { id } = await threeLots();
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 50', '2027-02-14: 50', '2027-03-14: 50']);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 150,
      next_due_at: Date.parse('2027-01-14T12:00:00Z'),
    });
  });

  it('count from when they were earned, also where they are approved later', async () => {
    const { id } = await begin();
    await domain.complete('later');
    expect(await openLots(domain, id)).toEqual([]);
    domain.clock.advance(30 * DAY);
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 50']);
  });

  it('by hand form one too, and those of an order count from its date', async () => {
    const { id } = await begin();
    await domain.change({ rules: [PURCHASE] });
    domain.turnTo('2026-06-30T12:00:00Z');
    await adjust(domain, id, 5);
    await recordOrder(domain.deps, orderInput(domain.program, { date: Date.parse('2026-05-31T12:00:00Z') }));
    expect(await openLots(domain, id)).toEqual(['2027-05-31: 20', '2027-06-30: 5']);
  });

  it('that are older than their period expire in the moment in which they come', async () => {
    const { id } = await begin();
    await domain.change({ rules: [PURCHASE] });
    domain.turnTo('2028-06-30T12:00:00Z');
    await adjust(domain, id, 5);
    await recordOrder(domain.deps, orderInput(domain.program, { date: Date.parse('2026-05-31T12:00:00Z') }));
    expect(await openLots(domain, id)).toEqual(['2029-06-30: 5']);
    expect(await expired(domain, id)).toEqual(['2027-05-31: 20 (age)']);
    expect((await domain.row(id)).points_approved).toBe(5);
  });

  it('pay a debt first and form a lot of the rest', async () => {
    const { id, activities } = await threeLots();
    await adjust(domain, id, -150);
    await resolve(domain, id, activities[0]!, 'void');
    await resolve(domain, id, activities[1]!, 'void');
    expect((await domain.row(id)).points_approved).toBe(-100);
    await adjust(domain, id, 30);
    expect(await openLots(domain, id)).toEqual([]);
    await domain.complete('now');
    expect(await openLots(domain, id)).toEqual([]);
    await domain.complete('now');
    expect(await openLots(domain, id)).toEqual(['2027-03-14: 30']);
  });
});

describe('points that go out', () => {
  it('are those that expire soonest', async () => {
    const { id } = await threeLots();
    await domain.claim('card_70');
    expect(await openLots(domain, id)).toEqual(['2027-02-14: 30', '2027-03-14: 50']);
    await adjust(domain, id, -40);
    expect(await openLots(domain, id)).toEqual(['2027-03-14: 40']);
  });

  it('are those that expire soonest, also where these came last', async () => {
    const { id } = await lotsOutOfOrder();
    await domain.claim('card_70');
    expect(await openLots(domain, id)).toEqual(['2027-06-30: 30', '2027-07-01: 50']);
    await adjust(domain, id, -40);
    expect(await openLots(domain, id)).toEqual(['2027-07-01: 40']);
  });

  it('by a void are its own first, then those that expire soonest, then debt', async () => {
    const { id, activities } = await threeLots();
    await resolve(domain, id, activities[1]!, 'void');
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 50', '2027-03-14: 50']);
    await domain.claim('card_20');
    await resolve(domain, id, activities[0]!, 'void');
    expect(await openLots(domain, id)).toEqual(['2027-03-14: 30']);
    await adjust(domain, id, -20);
    await resolve(domain, id, activities[2]!, 'void');
    expect(await openLots(domain, id)).toEqual([]);
    expect((await domain.row(id)).points_approved).toBe(-40);
  });

  it('by a void stay within the balance where the program says so', async () => {
    const { id, activities } = await threeLots({ negative_balance: 'within_balance' });
    await adjust(domain, id, -130);
    await resolve(domain, id, activities[0]!, 'void');
    expect(await openLots(domain, id)).toEqual([]);
    expect((await domain.row(id)).points_approved).toBe(0);
  });
});

describe('a refund', () => {
  const lapse = () => domain.clock.advance(DAY);

  it('restores each lot with its own date', async () => {
    const { id } = await threeLots();
    await domain.claim('mug', { variant_id: '902' });
    await adjust(domain, id, 7);
    lapse();
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual([
      '2027-01-14: 50',
      '2027-02-14: 50',
      '2027-03-14: 50',
      '2027-03-14: 7',
    ]);
  });

  it('restores what expires last where a debt takes part', async () => {
    const { id, activities } = await threeLots();
    await domain.claim('mug', { variant_id: '902' });
    await adjust(domain, id, -80);
    await resolve(domain, id, activities[2]!, 'void');
    expect((await domain.row(id)).points_approved).toBe(-50);
    lapse();
    await domain.settle(id);
    // 70 came back: 50 paid the debt, and of 50 and 20 taken the 20 that expire later are there again.
    expect(await openLots(domain, id)).toEqual(['2027-02-14: 20']);
  });

  it('restores what expires last where a debt takes part, also where that came first', async () => {
    const { id, last } = await lotsOutOfOrder();
    await domain.claim('mug', { variant_id: '902' });
    await adjust(domain, id, -80);
    await resolve(domain, id, last, 'void');
    expect((await domain.row(id)).points_approved).toBe(-50);
    lapse();
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-06-30: 20']);
  });

  it('restores to nobody what a debt takes whole', async () => {
    const { id, activities } = await threeLots();
    await domain.claim('mug', { variant_id: '902' });
    await adjust(domain, id, -80);
    await resolve(domain, id, activities[2]!, 'void');
    await resolve(domain, id, activities[1]!, 'void');
    lapse();
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual([]);
    expect((await domain.row(id)).points_approved).toBe(-30);
  });

  it('of what is past its date meanwhile expires at once', async () => {
    const { id } = await threeLots();
    domain.turnTo('2027-01-14T11:00:00Z');
    await domain.claim('mug', { variant_id: '902' });
    lapse();
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-02-14: 50', '2027-03-14: 50']);
    expect(await expired(domain, id)).toEqual(['2027-01-14: 50 (age)']);
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, points_spent: 0 });
  });
});

describe('a balance from before', () => {
  it('is one lot from when the mode was turned on, also for a claim that comes back', async () => {
    await domain.begin({
      rewards: [{ key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 30 } }) }],
    });
    const { id } = await domain.customer({ points: 100 });
    await domain.claim('mug', { variant_id: '902' });
    domain.clock.advance(HOUR);
    await domain.change(expiring(AFTER_A_YEAR));
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 70']);
    domain.clock.advance(DAY);
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 70', '2027-01-14: 30']);
    domain.turnTo('2027-01-14T12:59:59.999Z');
    expect((await domain.settle(id)).points_approved).toBe(100);
    domain.turnTo('2027-01-14T13:00:00Z');
    expect((await domain.settle(id)).points_approved).toBe(0);
    expect(await expired(domain, id)).toEqual(['2027-01-14: 100 (age)']);
  });

  it('below zero is none', async () => {
    await domain.begin({ rules: [{ key: 'now', definition: ruleDefinition() }] });
    const { id } = await domain.customer();
    const activity = (await domain.complete('now')).actions[0]!.id;
    await adjust(domain, id, -40);
    await resolve(domain, id, activity, 'void');
    await domain.change(expiring(AFTER_A_YEAR));
    await adjust(domain, id, 60);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 20']);
  });
});

describe('a customer whose points do not expire', () => {
  it('has no lots', async () => {
    await domain.begin({ rules: [{ key: 'now', definition: ruleDefinition() }] });
    const { id } = await domain.customer({ points: 100 });
    await domain.complete('now');
    expect(await domain.rows('lots')).toEqual([]);
    expect((await domain.row(id)).lots_since).toBeNull();
  });
});

describe('points past their date', () => {
  it('cannot be spent, whatever has not been settled', async () => {
    const { id } = await threeLots();
    domain.turnTo('2027-02-14T12:00:00Z');
    expect(await outcomeOf(domain.claim('card_70'))).toBe('insufficient_points');
    expect(await outcomeOf(adjust(domain, id, -51))).toBe('insufficient_points');
    expect(await outcomeOf(adjust(domain, id, -50))).toBe('done');
  });

  it('cannot be spent either when they passed it while it was asked', async () => {
    const { id } = await threeLots();
    domain.turnTo(Date.parse('2027-02-14T12:00:00Z') - 1);
    const begin = async () => domain.turnTo('2027-02-14T12:00:00Z');
    expect(await outcomeOf(domain.claim('card_70', {}, { hooks: { ...ORDINARY, begin } }))).toBe(
      'insufficient_points',
    );
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-03-14: 50']);
  });
});
