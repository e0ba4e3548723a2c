import { describe, expect, it } from 'vitest';
import { listActivities } from '../../src/domain/listings/activity-store.ts';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { previewOrder } from '../../src/domain/operations/preview-order.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { programSettings, rewardDefinition, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

const record = (rest: Partial<OrderInput> = {}) => recordOrder(domain.deps, orderInput(domain.program, rest));
const update = (state: Partial<OrderState> = {}, merchantId?: string) =>
  updateOrder(domain.deps, orderUpdate(domain.program, state, merchantId));

/** Five points per dollar, pending for two weeks. */
const purchase = (rest: Partial<RuleDefinition> = {}) => ({
  key: 'purchase',
  definition: ruleDefinition({
    kind: 'purchase',
    result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    properties: {},
    approval_period_seconds: (14 * DAY) / 1000,
    ...rest,
  }),
});
const AT_ONCE = { approval_period_seconds: 0 };

async function begin(rule = purchase(), rest: Parameters<typeof domain.begin>[0] = {}) {
  await domain.begin({ rules: [rule], ...rest });
  return domain.customer();
}

const balance = async (id: number) => {
  const { points_approved, points_pending } = await domain.row(id);
  return [points_approved, points_pending];
};
const activity = async () => (await domain.rows('activities'))[0]!;

describe('paying an order that was not paid', () => {
  it('begins the approval period of its points, however long it waited', async () => {
    const { id } = await begin();
    await record({ payment_status: 'not_paid' });
    domain.clock.advance(30 * DAY);
    await update();
    const paid = domain.clock.real();
    expect(await activity()).toMatchObject({ state: 'pending', approves_at: paid + 14 * DAY });
    expect(await domain.row(id)).toMatchObject({ next_due_at: paid + 14 * DAY });
    domain.clock.advance(14 * DAY);
    await domain.settle(id);
    expect(await balance(id)).toEqual([100, 0]);
  });

  it('approves them at once where the rule has no period', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record({ payment_status: 'partially_paid', paid_minor: 100 });
    expect(await balance(id)).toEqual([0, 100]);
    await update();
    expect(await balance(id)).toEqual([100, 0]);
    expect((await domain.rows('orders'))[0]).toMatchObject({ paid_minor: 2000, spend_minor: 2000 });
  });

  it('gives the rewards of its rules, and once', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition() }];
    await begin(purchase({ result: { kind: 'reward', reward_key: 'card' } }), { rewards });
    await record({ payment_status: 'not_paid' });
    await update();
    await update();
    expect(await domain.claims()).toHaveLength(1);
  });

  it('gives no reward beside the points that a rule gave before it gave rewards', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition() }];
    const { id } = await begin(purchase(AT_ONCE), { rewards });
    await record({ payment_status: 'not_paid' });
    await domain.change({
      rules: [purchase({ ...AT_ONCE, result: { kind: 'reward', reward_key: 'card' } })],
    });
    await update();
    expect([await balance(id), await domain.claims()]).toEqual([[100, 0], []]);
  });

  it('gives nothing for an order of whoever was blocked when it was recorded', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition() }];
    const { id } = await begin(purchase({ result: { kind: 'reward', reward_key: 'card' } }), { rewards });
    await domain.block(id);
    await record({ payment_status: 'not_paid' });
    await domain.unblock(id);
    await update();
    expect(await domain.claims()).toEqual([]);
  });

  it('is what a repeated POST says too', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record({ payment_status: 'not_paid' });
    expect(await record()).toMatchObject({ recorded: false });
    expect(await balance(id)).toEqual([100, 0]);
    await record({ refund_status: 'refunded', refunded_minor: 2000 });
    expect(await balance(id)).toEqual([0, 0]);
  });
});

describe('a partial refund', () => {
  it.each(['a request that names the customer', 'the sweep'])('lowers what %s approves', async (approver) => {
    const { id } = await begin();
    await record();
    await record({ merchant_id: 'unpaid', payment_status: 'not_paid' });
    await update({ refunded_minor: 500 });
    expect(await balance(id)).toEqual([0, 175]);
    expect(await activity()).toMatchObject({ state: 'pending', value: 100, taken_back: 25 });
    domain.clock.advance(14 * DAY);
    if (approver === 'the sweep') await sweepOnce(domain.deps);
    else await domain.settle(id);
    expect(await balance(id)).toEqual([75, 100]);
  });

  it('shows in history and listings what the order is worth now, and each step in the transactions', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record();
    await update({ refunded_minor: 500 });
    const shown = async () => {
      const question = { program: domain.program, customer_id: id, channel: 'web', country: null } as const;
      const { history } = await loadStorefrontCustomer(domain.deps, question);
      const filters = { customer_id: null, since_id: null, created_at_min: null, created_at_max: null };
      const page = { order: 'newest_first', filters, from: null, limit: 10, offset: 0 } as const;
      const { rows } = await listActivities(domain.deps, domain.program.id, page);
      return [history[0], rows[0]];
    };
    expect(await shown()).toMatchObject([
      { points: 75, state: 'approved' },
      { value: 75, state: 'approved' },
    ]);
    await update({ cancelled: true });
    expect(await shown()).toMatchObject([
      { points: 100, state: 'void' },
      { value: 100, state: 'void' },
    ]);
    expect((await domain.rows('transactions')).map((row) => row.points_approved)).toEqual([100, -25, -75]);
  });

  it('takes approved points at the rate at which they were earned, also when the rule has changed or gone', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record();
    await domain.change({
      rules: [purchase({ ...AT_ONCE, result: { kind: 'points', points: 50, per_currency_unit_minor: 100 } })],
      settings: programSettings({ earning_amount: { shipping: true, tax: false, discounts: true } }),
    });
    await update({ refunded_minor: 500 });
    expect(await balance(id)).toEqual([75, 0]);
    await domain.change({ rules: [] });
    await update({ refunded_minor: 1000 });
    expect(await balance(id)).toEqual([50, 0]);
    await update({ refund_status: 'refunded', refunded_minor: 2000 });
    expect(await balance(id)).toEqual([0, 0]);
  });

  it('has its effect once, whenever and however often it is told', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record();
    for (const refunded_minor of [500, 500, 1500, 0, 1000]) await update({ refunded_minor });
    expect(await balance(id)).toEqual([25, 0]);
    expect((await domain.rows('orders'))[0]).toMatchObject({
      refund_status: 'partially_refunded',
      refunded_minor: 1500,
      spend_minor: 500,
    });
    expect(await domain.rows('transactions')).toHaveLength(3);
  });

  it('that leaves less than a point leaves none, nor a place in the limit', async () => {
    const { id } = await begin(purchase({ ...AT_ONCE, limit: { count: 1, interval: null } }));
    await record();
    await update({ refunded_minor: 1990 });
    expect(await balance(id)).toEqual([1, 0]);
    await update({ refunded_minor: 1999 });
    expect(await balance(id)).toEqual([1, 0]);
    await record({ merchant_id: 'other', total_minor: 2010 });
    expect(await balance(id)).toEqual([1, 0]);
    await update({ refund_status: 'refunded' });
    await record({ merchant_id: 'third', total_minor: 2010 });
    expect(await balance(id)).toEqual([100, 0]);
    await update({ refunded_minor: 2000 }, 'third');
    expect((await domain.rows('activities')).at(-1)).toMatchObject({ state: 'void' });
    expect(await domain.rows('usage_counters')).toEqual([expect.objectContaining({ total: 0 })]);
  });

  it('goes below zero or spares what was spent, as the program says, and asks for that never again', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await domain.change({ settings: programSettings({ negative_balance: 'within_balance' }) });
    await record();
    await adjust(domain, id, -90);
    await update({ refunded_minor: 500 });
    expect(await balance(id)).toEqual([0, 0]);
    expect(await activity()).toMatchObject({ taken_back: 25, spared: 15 });
    await adjust(domain, id, 200);
    await update({ refunded_minor: 500 });
    expect(await balance(id)).toEqual([200, 0]);
    await update({ refund_status: 'refunded' });
    expect(await balance(id)).toEqual([125, 0]);
    await domain.change({ settings: programSettings() });
    await record({ merchant_id: 'order-2' });
    await adjust(domain, id, -225);
    await update({ refunded_minor: 500 }, 'order-2');
    expect(await balance(id)).toEqual([-25, 0]);
  });

  it('takes points for certain lines in proportion', async () => {
    const rule = purchase({
      ...AT_ONCE,
      kind: 'product_purchase',
      properties: { product_ids: ['900'] },
    } as Partial<RuleDefinition>);
    const { id } = await begin(rule);
    await record({ total_minor: 2000, line_items: [orderLine({ price_minor: 500 })] });
    expect(await balance(id)).toEqual([25, 0]);
    await update({ refunded_minor: 800 });
    expect(await balance(id)).toEqual([15, 0]);
  });
});

describe('a full refund', () => {
  it.each([
    ['told by its status', { refund_status: 'refunded', refunded_minor: 0 }],
    ['told by its amount', { refunded_minor: 2000 }],
    ['and a cancellation', { cancelled: true }],
  ] as const)('%s takes back the rest, for good', async (_, state) => {
    const { id } = await begin();
    await record();
    await update({ refunded_minor: 333 });
    await update(state);
    expect(await balance(id)).toEqual([0, 0]);
    expect(await activity()).toMatchObject({ state: 'declined' });
    expect((await domain.rows('orders'))[0]).toMatchObject({ spend_minor: 0 });
    await update();
    expect(await balance(id)).toEqual([0, 0]);
  });

  it('of an order that is not paid yet leaves it so: a payment that is told later earns nothing', async () => {
    const { id } = await begin();
    await record({ payment_status: 'not_paid' });
    await update({ payment_status: 'not_paid', paid_minor: 0, cancelled: true });
    await update();
    expect(await balance(id)).toEqual([0, 0]);
    expect((await domain.rows('orders'))[0]).toMatchObject({ payment_status: 'paid', spend_minor: 0 });
  });

  it('takes back the reward that the order gave, unless it was used', async () => {
    const rewards = [{ key: 'card', definition: rewardDefinition({ stock: 5 }) }];
    await begin(purchase({ result: { kind: 'reward', reward_key: 'card' } }), { rewards });
    await record();
    expect(await domain.stock()).toEqual({ '': 4 });
    await update({ cancelled: true });
    expect(await domain.claims()).toMatchObject([{ state: 'void' }]);
    expect(await domain.stock()).toEqual({ '': 5 });
  });

  it('of an order that comes refunded finds nothing to take: it is kept and has no effect', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    await record({ refund_status: 'refunded', refunded_minor: 2000 });
    expect(await domain.rows('transactions')).toEqual([]);
    expect(await domain.rows('orders')).toMatchObject([{ refund_status: 'refunded', spend_minor: 0 }]);
    await record({ merchant_id: 'order-2', refunded_minor: 500 });
    expect(await balance(id)).toEqual([75, 0]);
  });
});

describe('a reward used on an order that is undone', () => {
  const voucher = (stock: number | null = null) => ({
    key: 'voucher',
    definition: rewardDefinition({
      cost: { kind: 'fixed', points: 100 },
      limit: { count: 1, interval: null },
      stock,
      properties: {
        kind: 'cart_discount_voucher',
        discount: { discount_type: 'fixed', amount_minor: 500 },
        applies_to_order_type: 'all',
        recurring_cycle_limit: null,
        supports_active_subscriptions: false,
        minimum_spend_minor: null,
        target_collections: [],
      },
    }),
  });
  const card = { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) };
  const code = (text: string, amount_minor = 500) => ({ code: text, amount_minor });

  it('comes back: points, stock and place in the limit, also when somebody else had claimed it', async () => {
    await domain.begin({ rules: [], rewards: [voucher(3)] });
    const { id } = await domain.customer({ points: 100 });
    await domain.claim('voucher');
    const [claim] = await domain.claims();
    await record({ customer_id: '2002', discount_codes: [code(claim!.code!)] });
    await update({ refunded_minor: 1000 });
    expect(await domain.claims()).toMatchObject([{ state: 'approved', usage_status: 'used' }]);
    await update({ refund_status: 'refunded' });
    await update({ cancelled: true });
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, points_spent: 0 });
    expect(await domain.claims()).toMatchObject([{ state: 'void' }]);
    expect(await domain.stock()).toEqual({ '': 3 });
    expect(await outcomeOf(domain.claim('voucher'))).toBe('done');
  });

  it('comes back to the lots that it was taken from', async () => {
    await domain.begin({
      rules: [],
      rewards: [voucher()],
      settings: programSettings({ points_expiry: { mode: 'after_earning', duration_months: 12 } }),
    });
    const { id } = await domain.customer({ points: 60 });
    domain.clock.advance(DAY);
    await adjust(domain, id, 60);
    const before = await domain.rows('lots');
    await domain.claim('voucher');
    const [claim] = await domain.claims();
    await record({ discount_codes: [code(claim!.code!)] });
    await update({ cancelled: true });
    expect(await domain.rows('lots')).toEqual(before);
  });

  it('of a gift card is its amount, and its points once no order holds any of it', async () => {
    await domain.begin({ rules: [], rewards: [card] });
    const { id } = await domain.customer({ points: 100 });
    const { full_code } = await domain.claim('card');
    await record({ merchant_id: 'a', discount_codes: [code(full_code!, 300)] });
    await record({ merchant_id: 'b', discount_codes: [code(full_code!, 5000)] });
    expect(await domain.claims()).toMatchObject([{ current_balance_minor: 0, usage_status: 'used' }]);
    await update({ cancelled: true }, 'a');
    expect(await domain.claims()).toMatchObject([
      { state: 'approved', current_balance_minor: 300, usage_status: 'partially_used' },
    ]);
    await update({ cancelled: true }, 'b');
    expect(await domain.claims()).toMatchObject([{ state: 'void', current_balance_minor: 1000 }]);
    expect((await domain.row(id)).points_approved).toBe(100);
  });

  it('is found also where it was used before the order was recorded, by whoever', async () => {
    await domain.begin({ rules: [], rewards: [voucher()] });
    const { id } = await domain.customer({ points: 100 });
    await domain.claim('voucher');
    const [claim] = await domain.claims();
    const used = {
      program: domain.program,
      code: claim!.code!,
      order_merchant_id: 'order-1',
      amount: undefined,
    };
    await useVoucher(domain.deps, used);
    await record({ customer_id: '2002', discount_codes: [code(claim!.code!)] });
    await update({ cancelled: true });
    expect(await domain.row(id)).toMatchObject({ points_approved: 100 });
    expect(await domain.claims()).toMatchObject([{ state: 'void' }]);
  });
});

describe('a clawback of an order', () => {
  it('comes from the lot that it had formed first', async () => {
    const { id } = await begin(purchase(AT_ONCE), {
      settings: programSettings({ points_expiry: { mode: 'after_earning', duration_months: 12 } }),
    });
    await adjust(domain, id, 50);
    domain.clock.advance(DAY);
    await record();
    await update({ refunded_minor: 500 });
    expect((await domain.rows('lots')).map(({ points, remaining }) => [points, remaining])).toEqual([
      [50, 50],
      [100, 75],
    ]);
    await adjust(domain, id, -60);
    await update({ refund_status: 'refunded' });
    expect((await domain.rows('lots')).map(({ remaining }) => remaining)).toEqual([0, 0]);
    expect(await balance(id)).toEqual([-10, 0]);
  });

  it('lowers what counts for tiers at once, and the tier only when it ends', async () => {
    const tier = (name: string, lower_bound: number) => ({
      key: name,
      definition: tierDefinition({ name, lower_bound }),
    });
    for (const [tier_boundary_mode, bound] of [
      ['spend', 2000],
      ['points', 100],
      ['orders', 1],
    ] as const) {
      const { id } = await begin(purchase(AT_ONCE), {
        settings: programSettings({
          tier_boundary_mode,
          tier_membership: { mode: 'rolling', duration_months: 12 },
        }),
        tiers: [tier('base', 0), tier('gold', bound)],
      });
      const question = { program: domain.program, customer_id: id, channel: 'web', country: null } as const;
      const standing = async () => {
        const { tier } = await loadStorefrontCustomer(domain.deps, question);
        return [domain.program.tier(tier!.tier_id)!.key, tier!.progress!.now];
      };
      await record({ payment_status: 'not_paid', paid_minor: 0 });
      expect(await standing()).toEqual(['base', 0]);
      await update();
      expect(await standing()).toEqual(['gold', bound]);
      await update({ refunded_minor: 1000 });
      expect(await standing()).toEqual(['gold', tier_boundary_mode === 'orders' ? 1 : bound / 2]);
      await update({ cancelled: true });
      expect(await standing()).toEqual(['gold', 0]);
    }
  });
});

describe('the amount that earns', () => {
  it.each([
    [{ shipping: false, tax: true, discounts: false }, 75],
    [{ shipping: true, tax: true, discounts: false }, 100],
    [{ shipping: false, tax: false, discounts: false }, 60],
    [{ shipping: false, tax: true, discounts: true }, 95],
  ])(
    'is with %j %i points of 20.00 with 5.00 of shipping, 3.00 of tax and 4.00 off',
    async (counted, points) => {
      const { id } = await begin(purchase(AT_ONCE), {
        settings: programSettings({ earning_amount: counted }),
      });
      await record({ shipping_minor: 500, tax_minor: 300, discounts_minor: 400 });
      expect(await balance(id)).toEqual([points, 0]);
      const money = 2000 - (counted.shipping ? 0 : 500) - (counted.tax ? 0 : 300);
      await update({ refunded_minor: money - 1 });
      expect((await balance(id))[0]).toBeGreaterThan(0);
      await update({ refunded_minor: money });
      expect(await balance(id)).toEqual([0, 0]);
    },
  );
});

describe('a preview', () => {
  it('says what the order then earns', async () => {
    const { id } = await begin(purchase(AT_ONCE));
    for (const total_minor of [2000, 1999, 19]) {
      const order = orderInput(domain.program, { total_minor, merchant_id: `o-${total_minor}` });
      const before = (await balance(id))[0]!;
      const { rules } = await previewOrder(domain.deps, order);
      expect((await balance(id))[0]).toBe(before);
      await recordOrder(domain.deps, order);
      expect((await balance(id))[0]).toBe(before + rules[0]!.points);
    }
  });
});

describe('a guest', () => {
  it('has its orders applied on enrolment as far as they have come by then', async () => {
    await begin(purchase(AT_ONCE), { settings: programSettings({ enrol_on_sight: false }) });
    const { customer_id } = await record({ payment_status: 'not_paid' });
    await record({ merchant_id: 'undone' });
    await update({ refunded_minor: 500 });
    await update({ cancelled: true }, 'undone');
    expect(await domain.rows('activities')).toEqual([]);
    await domain.enrol(customer_id);
    expect(await balance(customer_id)).toEqual([75, 0]);
  });
});

it('an order that nobody recorded is not found', async () => {
  await begin();
  expect(await outcomeOf(update({}, 'nobody'))).toBe('not_found');
});

describe('a reward that an order gave and that the store has handed over', () => {
  it('stays, whatever becomes of the order', async () => {
    const result = { kind: 'reward', reward_key: 'gift' } as const;
    const { id } = await begin(purchase({ ...AT_ONCE, result }), {
      rewards: [{ key: 'gift', definition: rewardOfKind('custom') }],
    });
    await record();
    await record({ merchant_id: 'order-2' });
    const [gift] = await domain.claims();
    await fulfilClaim(domain.deps, {
      program: domain.program,
      customer_id: id,
      claimed_reward_id: gift!.id,
      explanation: null,
      by: TESTER,
    });
    await update({ cancelled: true });
    await update({ cancelled: true }, 'order-2');
    expect((await domain.claims()).map(({ state }) => state)).toEqual(['approved', 'void']);
  });
});
