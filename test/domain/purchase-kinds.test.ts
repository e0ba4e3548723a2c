import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { entryMoment, lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { giveRewardsOfPaidOrder } from '../../src/domain/orders/earn-from-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { findOrder } from '../../src/domain/orders/store.ts';
import { type RuleSketch, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderLine } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ properties: {}, ...rest }),
});
const per = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: 100 }) as const;

const record = (rest: Partial<OrderInput> = {}) => recordOrder(domain.deps, orderInput(domain.program, rest));

/** The points that the order earned, by the name of the rule. */
const earned = async () =>
  Object.fromEntries((await domain.rows('activities')).map((activity) => [activity.name, activity.value]));

describe('an order', () => {
  it('earns by every rule that counts something of it', async () => {
    await domain.begin({
      rules: [
        rule('purchase', { kind: 'purchase', result: per(1) }),
        rule('retail', { kind: 'retail_purchase', result: per(10) }),
        rule('mugs', { kind: 'product_purchase', properties: { product_ids: ['900'] }, result: per(2) }),
        rule('sale', { kind: 'collection_purchase', properties: { collection_ids: ['77'] }, result: per(3) }),
        rule('never', { kind: 'product_purchase', properties: { product_ids: ['999'] }, result: per(7) }),
      ],
    });
    await domain.customer();
    const line_items = [
      orderLine({ product_id: '900', quantity: 3, price_minor: 199, collection_ids: ['77'] }),
      orderLine({ product_id: '901', quantity: 1, price_minor: 1_000, collection_ids: ['77'] }),
    ];
    const { order_id } = await record({ total_minor: 2_000, shipping_minor: 500, line_items });
    // 5.97 of mugs, 15.97 on sale, 15.00 in all: each rounded down once, over the whole sum.
    expect(await earned()).toEqual({ $purchase: 15, $product_purchase: 11, $collection_purchase: 47 });
    expect((await domain.rows('activities')).map(({ order_id }) => order_id)).toEqual(
      Array(3).fill(order_id),
    );
    await record({ merchant_id: 'order-2', channel: 'pos', total_minor: 1_000 });
    expect(await earned()).toMatchObject({ $purchase: 15, $retail_purchase: 100 });
  });

  it('that names a product gives flat points once, however many it has', async () => {
    await domain.begin({
      rules: [rule('mugs', { kind: 'product_purchase', properties: { product_ids: ['900'] } })],
    });
    const { id } = await domain.customer();
    await record({ line_items: [orderLine({ quantity: 4 }), orderLine()] });
    await record({ merchant_id: 'order-2', line_items: [orderLine({ product_id: '1' })] });
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('of more points than a balance can hold is refused by what makes them, whoever placed it', async () => {
    await domain.begin({
      rules: [
        rule('purchase', { kind: 'purchase', result: per(1_000_000) }),
        rule('mugs', {
          kind: 'product_purchase',
          properties: { product_ids: ['900'] },
          result: per(1_000_000),
        }),
      ],
    });
    const details = async (rest: Partial<OrderInput>) =>
      record(rest).then(
        () => undefined,
        (error) => error.extra?.details,
      );
    const much = { total_minor: 100_000_100 };
    expect(Object.keys(await details(much))).toEqual(['total']);
    expect(Object.keys(await details({ line_items: [orderLine({ price_minor: 100_000_100 })] }))).toEqual([
      'line_items',
    ]);
    const { id } = await domain.customer();
    await domain.block(id);
    expect(await outcomeOf(record(much))).toBe('invalid_request');
    expect(await domain.rows('orders')).toEqual([]);
  });

  it('is when its customer last bought something, unless a later one is known', async () => {
    await domain.begin({ rules: [] });
    const { id } = await domain.customer();
    const now = domain.clock.real();
    await record({ date: now - 5 * HOUR });
    expect((await domain.row(id)).last_purchase_at).toBe(now - 5 * HOUR);
    await record({ merchant_id: 'earlier', date: now - 9 * HOUR });
    expect((await domain.row(id)).last_purchase_at).toBe(now - 5 * HOUR);
    await record({ merchant_id: 'later' });
    expect((await domain.row(id)).last_purchase_at).toBe(now);
  });
});

describe('once it is paid, an order that was not', () => {
  it('gives the rewards that it could not give before, and no points again', async () => {
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition() }],
      rules: [
        rule('purchase', { kind: 'purchase' }),
        rule('card', { kind: 'purchase', result: { kind: 'reward', reward_key: 'card' } }),
      ],
    });
    const { id } = await domain.customer();
    await record({ payment_status: 'not_paid' });
    expect(await domain.claims()).toEqual([]);
    const { deps, program } = domain;
    await runInTransaction(deps, undefined, async (tx) => {
      const customer = await lockCustomer(tx, program.id, id);
      const order = (await findOrder(tx, program.id, 'order-1'))!;
      const at = entryMoment(deps.clock.now(program), customer);
      await giveRewardsOfPaidOrder(tx, deps, program, customer, { ...order, paid_at: at }, at);
    });
    expect(await domain.claims()).toEqual([expect.objectContaining({ source_kind: 'rule_completion' })]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 50 });
  });
});
