import { describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const domain = testDomain();

const FOLLOW = (hours: number) => ruleDefinition({ approval_period_seconds: hours * 3600 });
const SLOW_RULES = [
  { key: 'three_hours', definition: FOLLOW(3) },
  { key: 'one_hour', definition: FOLLOW(1) },
];

async function begin(rewards: Record<string, RewardDefinition> = {}) {
  await domain.begin({
    rules: SLOW_RULES,
    rewards: Object.entries(rewards).map(([key, definition]) => ({ key, definition })),
  });
  return domain.customer({ points: 1000 });
}

describe('settling a customer', () => {
  it('changes nothing as long as nothing is due', async () => {
    const { id } = await begin();
    await domain.complete('one_hour');
    domain.clock.advance(HOUR - 1);
    const before = await domain.row(id);
    expect(await domain.settle(id)).toEqual(before);
    expect(await domain.row(id)).toEqual(before);
  });

  it('approves at the very moment that points are due', async () => {
    const { id } = await begin();
    await domain.complete('one_hour');
    domain.clock.advance(HOUR);
    const settled = await domain.settle(id);
    expect(settled).toMatchObject({ points_approved: 1050, points_pending: 0, next_due_at: null });
    expect(settled).toEqual(await domain.row(id));
    const [activity] = await domain.rows('activities');
    expect(activity).toMatchObject({ state: 'approved', resolved_at: domain.clock.real() });
    expect((await domain.rows('transactions')).at(-1)).toMatchObject({
      points_approved: 50,
      points_pending: -50,
      activity_id: activity!.id,
      created_at: domain.clock.real(),
    });
  });

  it('does what is due in the order in which it fell due, whatever order it was made in', async () => {
    const { id } = await begin({ mug: productRewardDefinition({ auto_refund_seconds: 2 * 3600 }) });
    const slow = await domain.complete('three_hours');
    const { claimed_reward_id } = await domain.claim('mug', { variant_id: '901' });
    const quick = await domain.complete('one_hour');
    domain.clock.advance(4 * HOUR);
    await domain.settle(id);
    const done = (await domain.rows('transactions')).slice(-3);
    expect(done.map((row) => row.activity_id ?? row.claimed_reward_id)).toEqual([
      quick.actions[0]!.id,
      claimed_reward_id,
      slow.actions[0]!.id,
    ]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 1100, points_pending: 0, points_spent: 0 });
  });

  it('leaves what is not due, and knows when it will be', async () => {
    const { id } = await begin();
    await domain.complete('three_hours');
    const due = domain.clock.real() + 3 * HOUR;
    await domain.complete('one_hour');
    domain.clock.advance(HOUR);
    expect(await domain.settle(id)).toMatchObject({
      points_approved: 1050,
      points_pending: 50,
      next_due_at: due,
    });
  });

  it('records what it does no earlier than what stands there, when the clock has stepped back', async () => {
    const { id } = await begin();
    await domain.complete('one_hour');
    domain.clock.advance(5 * HOUR);
    await adjustPoints(domain.deps, {
      program: domain.program,
      customer_id: id,
      points: 1,
      note: null,
      by: TESTER,
    });
    const latest = domain.clock.real();
    domain.clock.advance(-4 * HOUR);
    expect(await domain.settle(id)).toMatchObject({ points_approved: 1051, last_entry_at: latest });
    const moments = (await domain.rows('transactions')).map((row) => row.created_at);
    expect(moments.slice(-2)).toEqual([latest, latest]);
    expect((await domain.rows('activities'))[0]).toMatchObject({ state: 'approved', resolved_at: latest });
  });
});

describe('a lapse', () => {
  it('returns points, stock, the place in the limit and the room in the cart', async () => {
    const product = productRewardDefinition({ limit: { count: 1, interval: null }, stock: 5 });
    if (product.properties.kind === 'product_cart') product.properties.max_redemptions_per_cart = 1;
    const { id } = await begin({ mug: product });
    await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    expect(await domain.stock()).toEqual({ '': 4, '901': 9 });
    expect(await outcomeOf(domain.claim('mug', { variant_id: '901', cart_id: 'cart' }))).toBe(
      'reward_limit_reached',
    );
    domain.clock.advance(24 * HOUR);
    expect(await domain.settle(id)).toMatchObject({
      points_approved: 1000,
      points_spent: 0,
      next_due_at: null,
    });
    expect(await domain.stock()).toEqual({ '': 5, '901': 10 });
    expect(await domain.claims()).toEqual([
      expect.objectContaining({ state: 'void', resolved_at: domain.clock.real(), usage_status: 'not_used' }),
    ]);
    expect(await domain.rows('usage_counters')).toEqual([
      expect.objectContaining({ total: 0, window_count: 0, last_at: null }),
    ]);
    expect(await outcomeOf(domain.claim('mug', { variant_id: '901', cart_id: 'cart' }))).toBe('done');
  });

  it('gives the place back only in the window in which it was taken', async () => {
    const { id } = await begin({ mug: productRewardDefinition({ limit: { count: 2, interval: 'day' } }) });
    const first = domain.clock.real();
    await domain.claim('mug', { variant_id: '901' });
    domain.clock.advance(20 * HOUR);
    await domain.claim('mug', { variant_id: '901' });
    const second = domain.clock.real();
    domain.turnTo(first + 24 * HOUR);
    await domain.settle(id);
    expect(await domain.rows('usage_counters')).toEqual([
      expect.objectContaining({ total: 1, window_count: 1, last_at: second }),
    ]);
  });

  it('returns what was paid, also after the reward has become dearer', async () => {
    const { id } = await begin({ mug: productRewardDefinition() });
    await domain.claim('mug', { variant_id: '901' });
    await domain.change({
      rewards: [
        { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 999 } }) },
      ],
    });
    domain.clock.advance(24 * HOUR);
    expect(await domain.settle(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });

  it('happens also when the reward has left the program, and to a blocked customer', async () => {
    const { id } = await begin({ mug: productRewardDefinition() });
    await domain.claim('mug', { variant_id: '901' });
    await domain.change({ rewards: [] });
    await domain.block(id);
    domain.clock.advance(24 * HOUR);
    expect(await domain.settle(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });
});

describe('an expiry', () => {
  const expiring = (rest: Partial<RewardDefinition> = {}) =>
    rewardDefinition({ expires_after_seconds: 3600, ...rest });

  it('ends the claim and keeps its points spent, its stock and its place', async () => {
    const { id } = await begin({ card: expiring({ stock: 5, limit: { count: 1, interval: null } }) });
    await domain.claim('card');
    domain.clock.advance(HOUR);
    expect(await domain.settle(id)).toMatchObject({
      points_approved: 500,
      points_spent: 500,
      next_due_at: null,
    });
    expect(await domain.claims()).toEqual([
      expect.objectContaining({ state: 'expired', resolved_at: domain.clock.real() }),
    ]);
    expect(await domain.stock()).toEqual({ '': 4 });
    expect(await outcomeOf(domain.claim('card'))).toBe('reward_limit_reached');
  });

  it.each([
    ['the lapse, where that comes first', 1800, 'void', 1000],
    ['the lapse, where both come at once', 3600, 'void', 1000],
    ['the expiry, where that comes first', 7200, 'expired', 500],
  ])('of a claim that also lapses is %s', async (_, auto_refund_seconds, state, points) => {
    const { id } = await begin({ card: expiring({ auto_refund_seconds }) });
    await domain.claim('card');
    domain.clock.advance(3 * HOUR);
    expect(await domain.settle(id)).toMatchObject({ points_approved: points });
    expect((await domain.claims())[0]!.state).toBe(state);
  });
});
