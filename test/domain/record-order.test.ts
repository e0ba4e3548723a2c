import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { processDue } from '../../src/domain/operations/process-due.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { programDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const domain = testDomain();

const record = (rest: Partial<OrderInput> = {}) => recordOrder(domain.deps, orderInput(domain.program, rest));

/** Five points per dollar. */
const purchase = (rest: Partial<RuleDefinition> = {}) => ({
  key: 'purchase',
  definition: ruleDefinition({
    kind: 'purchase',
    result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    properties: {},
    ...rest,
  }),
});

async function begin(rule = purchase(), rest: Parameters<typeof domain.begin>[0] = {}) {
  await domain.begin({ rules: [rule], ...rest });
  return domain.customer();
}

describe('a paid order', () => {
  it('earns by the purchase rule, rounded down over the whole order, without shipping', async () => {
    const { id } = await begin();
    const { order_id, recorded } = await record({ total_minor: 2499, shipping_minor: 500 });
    expect(recorded).toBe(true);
    expect(await domain.row(id)).toMatchObject({ points_approved: 99, points_pending: 0 });
    expect(await domain.rows('activities')).toEqual([
      expect.objectContaining({
        name: '$purchase',
        value: 99,
        state: 'approved',
        resource: 'order',
        order_id,
        basis: { amount_minor: 1999, points: 5, per_currency_unit_minor: 100 },
      }),
    ]);
    expect(await domain.rows('orders')).toEqual([
      expect.objectContaining({ total_minor: 2499, spend_minor: 1999, paid_at: domain.clock.real() }),
    ]);
  });

  it('holds its points for the approval period, counted from its date', async () => {
    const { id } = await begin(purchase({ approval_period_seconds: 14 * 24 * 3600 }));
    const now = domain.clock.real();
    await record();
    await record({ merchant_id: 'earlier', date: now - 10 * DAY });
    await record({ merchant_id: 'long ago', date: now - 20 * DAY });
    expect(await domain.row(id)).toMatchObject({
      points_approved: 100,
      points_pending: 200,
      next_due_at: now + 4 * DAY,
    });
    domain.clock.advance(4 * DAY);
    await processDue(domain.deps, domain.program, await domain.row(id));
    expect(await domain.row(id)).toMatchObject({ points_approved: 200, points_pending: 100 });
  });

  it('shows its date in history and limits, and is recorded when it arrives', async () => {
    await begin();
    const now = domain.clock.real();
    await record({ date: now - 3 * DAY });
    expect((await domain.rows('activities'))[0]).toMatchObject({ date: now - 3 * DAY, created_at: now });
    expect((await domain.rows('transactions'))[0]).toMatchObject({ created_at: now });
  });

  it('that a clock a little ahead dates into the future is taken as placed now; further ahead it is refused', async () => {
    await begin();
    const now = domain.clock.real();
    await record({ date: now + 20 * HOUR });
    expect((await domain.rows('orders'))[0]!.date).toBe(now);
    expect(await outcomeOf(record({ merchant_id: 'order-2', date: now + 25 * HOUR }))).toBe(
      'invalid_request',
    );
  });

  it('of less than a point earns nothing and takes no place in the limit', async () => {
    const { id } = await begin(purchase({ limit: { count: 1, interval: 'day' } }));
    await record({ total_minor: 19 });
    expect(await domain.rows('activities')).toEqual([]);
    await record({ merchant_id: 'order-2', total_minor: 2000 });
    await record({ merchant_id: 'order-3', total_minor: 2000 });
    expect((await domain.row(id)).points_approved).toBe(100);
  });

  it('that is reported late takes its place in the window of its date, however late', async () => {
    const { id } = await begin(purchase({ limit: { count: 1, interval: 'day' } }));
    const now = domain.clock.real();
    await record({ merchant_id: 'today', date: now });
    await record({ merchant_id: 'yesterday', date: now - DAY });
    await record({ merchant_id: 'yesterday too', date: now - DAY + 1 });
    await record({ merchant_id: 'the day before', date: now - 2 * DAY });
    await record({ merchant_id: 'today too', date: now });
    expect((await domain.row(id)).points_approved).toBe(300);
    expect(await domain.rows('usage_counters')).toEqual([
      expect.objectContaining({ total: 3, window_count: 1, last_at: now }),
    ]);
  });
});

describe('an order that is not paid', () => {
  it.each(['not_paid', 'partially_paid'] as const)(
    '(%s) earns points that wait without an end',
    async (status) => {
      const { id } = await begin();
      await record({ payment_status: status, paid_minor: 500 });
      expect(await domain.row(id)).toMatchObject({
        points_approved: 0,
        points_pending: 100,
        next_due_at: null,
      });
      expect((await domain.rows('activities'))[0]).toMatchObject({ state: 'pending', approves_at: null });
      expect((await domain.rows('orders'))[0]).toMatchObject({ paid_at: null, spend_minor: 500 });
    },
  );

  it('gives no reward, which could not wait', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition() }];
    const rule = purchase({ result: { kind: 'reward', reward_key: 'card' } });
    await begin(rule, { rewards });
    await record({ payment_status: 'not_paid' });
    expect(await domain.claims()).toEqual([]);
    await record({ merchant_id: 'order-2' });
    expect(await domain.claims()).toHaveLength(1);
  });

  it('is recorded also where the reward that it would give is out of stock', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition({ stock: 1 }) }];
    await begin(purchase({ result: { kind: 'reward', reward_key: 'card' } }), { rewards });
    await record();
    await record({ merchant_id: 'order-2' });
    expect(await domain.rows('orders')).toHaveLength(2);
    expect(await domain.claims()).toHaveLength(1);
    expect(await domain.rows('activities')).toHaveLength(1);
  });
});

describe('the same order again', () => {
  it('has no effect, in whatever form its id is given and whatever it says', async () => {
    const { id } = await begin();
    const first = await record({ merchant_id: '77' });
    const before = await domain.row(id);
    const again = await record({ merchant_id: 'gid://shop/Order/77', total_minor: 9900 });
    expect(again).toEqual({ ...first, recorded: false, edited: true });
    const { version: _, ...after } = await domain.row(id);
    expect(before).toMatchObject(after);
    expect(await domain.rows('transactions')).toHaveLength(1);
  });

  it('at the same time is recorded once, and every caller learns which it is', async () => {
    const { id } = await begin();
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? record() : recordOrder(domain.deps, orderInput(domain.program), ORDINARY),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.recorded)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1);
    expect((await domain.row(id)).points_approved).toBe(100);
  });
});

describe('the customer of an order', () => {
  const GUESTS = { settings: { ...programDefinition().settings, enrol_on_sight: false } };

  it('guests have orders and earn nothing', async () => {
    const { id } = await begin(purchase(), GUESTS);
    await record();
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, enrolled_at: null });
    expect(await domain.rows('orders')).toHaveLength(1);
    expect(await domain.rows('activities')).toEqual([]);
  });

  it('the blocked have orders and earn nothing', async () => {
    const { id } = await begin();
    await domain.block(id);
    await record();
    expect((await domain.row(id)).points_approved).toBe(0);
    expect(await domain.rows('orders')).toHaveLength(1);
    expect(await domain.rows('activities')).toEqual([]);
  });

  it('an unknown customer is created, enrolled where the program does so, and earns', async () => {
    await begin();
    const { customer_id } = await record({ customer_id: '2002', customer_email: 'New@shop.example' });
    expect(await domain.row(customer_id)).toMatchObject({
      merchant_id: '2002',
      email: 'New@shop.example',
      points_approved: 100,
      site_id: domain.program.sites[0]!.id,
    });
  });

  it('an email that another customer has stays with that one', async () => {
    await begin();
    await domain.customer({ merchant_id: '1', email: 'ada@shop.example' });
    const { customer_id } = await record({ customer_id: '2', customer_email: 'ADA@shop.example' });
    expect(await domain.row(customer_id)).toMatchObject({ email: null, points_approved: 100 });
  });

  it('orders of one unknown customer at once create it once', async () => {
    await begin();
    const calls = Array.from({ length: 12 }, (_, index) =>
      record({ merchant_id: `o-${index}`, customer_id: '3003', customer_email: 'three@shop.example' }),
    );
    expect(await tally(calls)).toEqual({ done: 12 });
    const customer = await findCustomer(domain.deps.db, domain.program.id, '3003');
    expect(customer).toMatchObject({ points_approved: 1200, email: 'three@shop.example' });
  });
});
