import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { TestClock } from '../support/clock.ts';
import { productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce, ORDINARY, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';

const HOUR = 3_600_000;
const domain = testDomain({ poolSize: 16 });

const VOUCHER: RewardDefinition['properties'] = {
  kind: 'cart_discount_voucher',
  discount: { discount_type: 'fixed', amount_minor: 500 },
  applies_to_order_type: 'all',
  recurring_cycle_limit: null,
  supports_active_subscriptions: false,
  minimum_spend_minor: null,
  target_collections: [],
};

async function begin(reward: RewardDefinition, points = 10) {
  await domain.begin({
    rules: [{ key: 'follow', definition: ruleDefinition() }],
    rewards: [{ key: 'reward', definition: reward }],
  });
  return domain.customer({ points });
}

const record = (rest: Partial<OrderInput>, deps: Deps = domain.deps) =>
  recordOrder(deps, orderInput(domain.program, rest));
const pathOf = (index: number) => (index % 2 ? ORDINARY : undefined);

describe('a claim that lapses while its customer claims again', () => {
  it('returns its points, its stock and its place exactly once, and they are spent exactly once', async () => {
    const reward = productRewardDefinition({
      cost: { kind: 'fixed', points: 10 },
      stock: 1,
      limit: { count: 1, interval: null },
    });
    const { id } = await begin(reward);
    await domain.claim('reward', { variant_id: '902' });
    for (let round = 1; round <= 10; round += 1) {
      domain.clock.advance(24 * HOUR);
      const settling = atOnce(5, () => domain.settle(id));
      const sweeping = atOnce(2, () => sweepOnce(domain.deps));
      const claiming = tally(
        atOnce(10, (index) => domain.claim('reward', { variant_id: '902' }, { hooks: pathOf(index) })),
      );
      await Promise.all([...settling, ...sweeping]);
      expect(await claiming).toEqual({ done: 1, reward_limit_reached: 9 });
      const states = (await domain.claims()).map((claimed) => claimed.state);
      expect(states).toEqual([...Array.from({ length: round }, () => 'void'), 'approved']);
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: 10 });
      expect(await domain.stock()).toMatchObject({ '': 0 });
    }
  });
});

describe('a voucher that lapses while an order uses it', () => {
  it('is used or given back, never both, however the clocks of two servers differ', async () => {
    await begin(
      rewardDefinition({
        cost: { kind: 'fixed', points: 10 },
        auto_refund_seconds: 3600,
        properties: VOUCHER,
      }),
    );
    const behind = new TestClock(domain.clock.real());
    const other = depsOn(domain.database, behind);
    for (let round = 0; round < 30; round += 1) {
      const owner = await domain.customer({ merchant_id: `c-${round}`, points: 10 });
      behind.advance(domain.clock.real() - behind.real());
      await domain.claim('reward', {}, { customer: owner.merchant_id, hooks: pathOf(round) });
      const voucher = (await domain.claims()).at(-1)!;
      domain.clock.advance(HOUR);
      behind.advance(HOUR - 1);
      const use = {
        merchant_id: `o-${round}`,
        customer_id: round % 2 ? owner.merchant_id : 'somebody else',
        discount_codes: [{ code: voucher.code!, amount_minor: 500 }],
      };
      await Promise.all([record(use, other), domain.settle(owner.id), sweepOnce(domain.deps)]);
      const after = (await domain.claims()).at(-1)!;
      const { points_approved, points_spent } = await domain.row(owner.id);
      expect([after.state, after.usage_status, points_approved, points_spent]).toEqual(
        after.usage_status === 'used' ? ['approved', 'used', 0, 10] : ['void', 'not_used', 10, 0],
      );
    }
  });
});

describe('orders that use the same', () => {
  it('voucher: one of them does', async () => {
    await begin(rewardDefinition({ cost: { kind: 'fixed', points: 10 }, properties: VOUCHER }));
    await domain.claim('reward');
    const { code } = (await domain.claims())[0]!;
    const orders = atOnce(20, (index) =>
      record({
        merchant_id: `o-${index}`,
        customer_id: String(1000 + (index % 4)),
        discount_codes: [{ code: code!, amount_minor: 500 }],
      }),
    );
    expect(await tally(orders)).toEqual({ done: 20 });
    const used = (await domain.claims())[0]!;
    expect(used.usage_status).toBe('used');
    expect((await domain.rows('orders')).map((order) => order.id)).toContain(used.used_by_order_id);
  });

  it('gift card: together they take what was on it', async () => {
    await begin(
      rewardDefinition({
        cost: { kind: 'fixed', points: 10 },
        properties: { kind: 'gift_card', initial_balance_minor: 1000 },
      }),
    );
    const { full_code } = await domain.claim('reward');
    const orders = atOnce(9, (index) =>
      record({
        merchant_id: `o-${index}`,
        customer_id: String(1000 + (index % 4)),
        discount_codes: [{ code: full_code!, amount_minor: 110 }],
      }),
    );
    await Promise.all(orders);
    expect((await domain.claims())[0]).toMatchObject({
      current_balance_minor: 10,
      usage_status: 'partially_used',
    });
    await Promise.all(
      atOnce(5, (index) =>
        record({ merchant_id: `p-${index}`, discount_codes: [{ code: full_code!, amount_minor: 7 }] }),
      ),
    );
    expect((await domain.claims())[0]).toMatchObject({ current_balance_minor: 0, usage_status: 'used' });
  });

  it('customers in opposite order end one after the other: nobody hears of a deadlock', async () => {
    await begin(rewardDefinition({ cost: { kind: 'fixed', points: 1 }, properties: VOUCHER }));
    const merchants = Array.from({ length: 6 }, (_, index) => `c-${index}`);
    for (const merchant_id of merchants) await domain.customer({ merchant_id, points: 100 });
    const codes = new Map<string, string>();
    for (const merchant_id of merchants) {
      await domain.claim('reward', {}, { customer: merchant_id });
      codes.set(merchant_id, (await domain.claims()).at(-1)!.code!);
    }
    const orders = atOnce(120, (index) => {
      const customer_id = merchants[index % 6]!;
      const others = [merchants[(index + 1 + (index % 5)) % 6]!, merchants[(index * 5) % 6]!];
      const order = orderInput(domain.program, {
        merchant_id: `o-${index}`,
        customer_id,
        discount_codes: others.map((other) => ({ code: codes.get(other)!, amount_minor: 100 })),
      });
      return recordOrder(domain.deps, order, ORDINARY);
    });
    expect(await tally(orders)).toEqual({ done: 120 });
    // A victim of a deadlock would have been run again, and nobody have heard of it.
    const { rows } = await domain.database.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
    expect((await domain.claims()).every((claimed) => claimed.usage_status === 'used')).toBe(true);
  });
});

describe('entries of one customer', () => {
  it('never go back in time, however the clock jumps while many write', async () => {
    const { id } = await begin(
      rewardDefinition({ cost: { kind: 'fixed', points: 1 }, auto_refund_seconds: 5 }),
      1000,
    );
    for (let round = 0; round < 12; round += 1) {
      domain.clock.advance(round % 3 ? 7_000 : -20_000);
      const calls = atOnce<unknown>(8, (index) => {
        if (index === 4) domain.clock.advance(-3_000);
        if (index === 6) domain.clock.advance(9_000);
        const hooks = pathOf(index);
        return index % 4 === 3 ? domain.claim('reward', {}, { hooks }) : domain.complete('follow', { hooks });
      });
      await Promise.all([...calls, record({ merchant_id: `o-${round}` }), domain.settle(id)]);
    }
    for (const table of ['transactions', 'activities'] as const) {
      const moments = (await domain.rows(table)).map((row) => row.created_at);
      expect(moments.length).toBeGreaterThan(50);
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
    }
  });
});
