import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderUpdate } from '../../src/domain/orders/update-order-in.ts';
import { programSettings, type RuleSketch, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain({ poolSize: 12 });
const DAY = 24 * 3_600_000;

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ properties: {}, ...rest }),
});
/** An order of 20.00 earns 100 points at once. */
const PURCHASE = rule('purchase', {
  kind: 'purchase',
  result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
});

async function begin(rest: Parameters<typeof domain.begin>[0] = {}) {
  await domain.begin({ rules: [PURCHASE], ...rest });
  return domain.customer();
}
const record = (rest: Parameters<typeof orderInput>[1] = {}) =>
  recordOrder(domain.deps, orderInput(domain.program, rest));
const update = (told: Parameters<typeof orderUpdate>[1] = {}) =>
  updateOrder(domain.deps, orderUpdate(domain.program, told));
const correct = (
  told: Parameters<typeof orderUpdate>[1] = {},
  edits: Exclude<OrderUpdate['correct'], undefined> = {},
) => updateOrder(domain.deps, { ...orderUpdate(domain.program, told), correct: edits });
const balance = async (id: number) => {
  const { points_approved, points_pending } = await domain.row(id);
  return [points_approved, points_pending];
};
const order = async () => (await domain.rows('orders'))[0]!;

describe('a correction', () => {
  it('gives again what a refund that was told by mistake took, as a transaction of its own, audited', async () => {
    const { id } = await begin();
    await record();
    await update({ refunded_minor: 800 });
    expect(await balance(id)).toEqual([60, 0]);
    await correct();
    expect(await balance(id)).toEqual([100, 0]);
    expect(await order()).toMatchObject({
      refunded_minor: 0,
      refund_status: 'not_refunded',
      spend_minor: 2000,
    });
    const moves = (await domain.rows('transactions')).map(({ points_approved }) => points_approved);
    expect(moves).toEqual([100, -40, 40]);
    const [entry] = (await domain.rows('audit_entries')).filter(({ action }) => action === 'order.corrected');
    expect(entry).toMatchObject({
      subject_kind: 'order',
      details: { customer_id: id, fields: ['refund_status', 'refunded_minor'] },
    });
    await correct();
    expect(await balance(id)).toEqual([100, 0]);
  });

  it.each([
    ['a full refund', { refund_status: 'refunded', refunded_minor: 2000 }],
    ['a cancellation', { cancelled: true }],
  ] as const)('gives again what %s took, and goes on from there as any order', async (_, undone) => {
    const { id } = await begin();
    await record();
    await update(undone);
    expect(await balance(id)).toEqual([0, 0]);
    await correct();
    expect(await balance(id)).toEqual([100, 0]);
    expect(await order()).toMatchObject({ cancelled_at: null, refund_status: 'not_refunded' });
    await update({ refunded_minor: 500 });
    expect(await balance(id)).toEqual([75, 0]);
    await correct({ refunded_minor: 300 });
    expect(await balance(id)).toEqual([85, 0]);
    await update({ refunded_minor: 400 });
    expect(await balance(id)).toEqual([80, 0]);
    await update(undone);
    expect(await balance(id)).toEqual([0, 0]);
  });

  it('earns by the edited total and lines, at the rate of then', async () => {
    const mugs = rule('mugs', {
      kind: 'product_purchase',
      properties: { product_ids: ['900'] },
      result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
    });
    const { id } = await begin({ rules: [PURCHASE, mugs] });
    await record();
    await domain.change({
      rules: [
        rule('purchase', {
          kind: 'purchase',
          result: { kind: 'points', points: 50, per_currency_unit_minor: 100 },
        }),
        mugs,
      ],
    });
    await correct({ paid_minor: 3000 }, { total_minor: 3000 });
    expect(await balance(id)).toEqual([150, 0]);
    await correct({ paid_minor: 1000 }, { total_minor: 1000 });
    expect(await balance(id)).toEqual([50, 0]);
    await update({ paid_minor: 1000, refunded_minor: 500 });
    expect(await balance(id)).toEqual([25, 0]);
    await correct({ paid_minor: 1000 }, { line_items: [orderLine({ price_minor: 700 })] });
    expect(await balance(id)).toEqual([57, 0]);
    expect(await order()).toMatchObject({ total_minor: 1000, line_items: [{ price_minor: 700 }] });
    expect(await outcomeOf(correct({ paid_minor: 1000, refunded_minor: 1001 }))).toBe('implausible_amount');
  });

  it('is one completion of the rule: its place in the limit is taken once and given back once', async () => {
    const limited = rule('purchase', {
      kind: 'purchase',
      limit: { count: 1, interval: null },
      result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    });
    const { id } = await begin({ rules: [limited] });
    await record();
    for (let round = 0; round < 3; round += 1) {
      await update({ refunded_minor: 500 });
      await correct();
    }
    const counted = async () => (await domain.rows('usage_counters')).map(({ total }) => total);
    expect(await counted()).toEqual([1]);
    await update({ cancelled: true });
    expect(await counted()).toEqual([0]);
    await correct();
    expect([await counted(), await balance(id)]).toEqual([[1], [100, 0]]);
    await record({ merchant_id: 'second' });
    expect(await balance(id)).toEqual([100, 0]);
  });

  it('gives nothing again that expired', async () => {
    const { id } = await begin({
      settings: programSettings({ points_expiry: { mode: 'after_earning', duration_months: 1 } }),
    });
    await record();
    domain.clock.advance(40 * DAY);
    await domain.settle(id);
    await update({ cancelled: true });
    expect(await balance(id)).toEqual([0, 0]);
    await correct();
    expect(await balance(id)).toEqual([0, 0]);
  });

  it.each([0, 5 * 24 * 3600])(
    'gives nothing again that a hand took, after an approval of %d s',
    async (approval) => {
      const { id } = await begin({
        rules: [
          rule('purchase', {
            kind: 'purchase',
            approval_period_seconds: approval,
            result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
          }),
        ],
      });
      await record();
      const { name, id: activityId } = (await domain.rows('activities'))[0]!;
      await resolveActivityReport(domain.deps, {
        program: domain.program,
        name,
        merchant_id: String(activityId),
        state: 'void',
        by: TESTER,
      });
      await update({ cancelled: true });
      await correct();
      expect(await balance(id)).toEqual([0, 0]);
    },
  );

  it.each(['allow', 'within_balance'] as const)(
    'of points that were spent loses and mints none (%s)',
    async (policy) => {
      const { id } = await begin({
        settings: programSettings({ negative_balance: policy }),
        rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) }],
      });
      await record();
      const { claimed_reward_id } = await domain.claim('card');
      for (let round = 0; round < 3; round += 1) {
        await update({ cancelled: true });
        expect(await balance(id)).toEqual([policy === 'allow' ? -100 : 0, 0]);
        await correct();
        expect(await balance(id)).toEqual([0, 0]);
      }
      await refundReward(domain.deps, {
        program: domain.program,
        claimed_reward_id,
        customer_id: id,
      } as never);
      expect(await balance(id)).toEqual([100, 0]);
      await update({ cancelled: true });
      expect(await balance(id)).toEqual([0, 0]);
    },
  );

  it('gives again to what waits: the rest is approved when its time comes', async () => {
    const slow = rule('purchase', {
      kind: 'purchase',
      approval_period_seconds: 5 * 24 * 3600,
      result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    });
    const { id } = await begin({ rules: [slow] });
    await record();
    await update({ refunded_minor: 800 });
    await correct({ refunded_minor: 200 });
    expect(await balance(id)).toEqual([0, 90]);
    domain.clock.advance(6 * DAY);
    await domain.settle(id);
    expect(await balance(id)).toEqual([90, 0]);
  });

  it('of an order that came undone earns what it would have earned', async () => {
    const { id } = await begin();
    await record({ cancelled: true });
    expect(await balance(id)).toEqual([0, 0]);
    await correct();
    expect(await balance(id)).toEqual([100, 0]);
  });

  it.each([
    ['is paid and edited at once', {}, 3000],
    ['was told cancelled and not paid', { cancelled: true }, 2000],
  ])('of an order that %s gives the reward of its rule once', async (_, first, total_minor) => {
    const { id } = await begin({
      rules: [rule('gift', { kind: 'purchase', result: { kind: 'reward', reward_key: 'card' } })],
      rewards: [{ key: 'card', definition: rewardDefinition() }],
    });
    await record({ ...first, payment_status: 'not_paid' });
    expect(await domain.claims()).toEqual([]);
    await correct({ paid_minor: total_minor }, { total_minor });
    expect((await domain.claims()).map(({ customer_id, state }) => [customer_id, state])).toEqual([
      [id, 'approved'],
    ]);
  });

  it('gives no second reward beside one that was used and that the undone order left, and takes its place once', async () => {
    await begin({
      rules: [
        rule('gift', {
          kind: 'purchase',
          limit: { count: 1, interval: null },
          result: { kind: 'reward', reward_key: 'shipping' },
        }),
      ],
      rewards: [
        {
          key: 'shipping',
          definition: rewardDefinition({
            properties: { kind: 'free_shipping_voucher', max_shipping_minor: null },
          }),
        },
      ],
    });
    await record();
    const given = (await domain.claims())[0]!.id;
    await record({ merchant_id: 'later', claimed_reward_ids: [given] });
    const held = async () => [
      (await domain.claims()).map(({ id, usage_status }) => [id, usage_status]),
      (await domain.rows('usage_counters'))
        .filter(({ subject_id }) => subject_id === domain.program.rules[0]!.id)
        .map(({ total }) => total),
    ];
    for (let round = 1; round <= 2; round += 1) {
      await update({ cancelled: true });
      expect(await held()).toEqual([[[given, 'used']], [0]]);
      await correct();
      await correct({}, { total_minor: 2000 + round });
      expect(await held()).toEqual([[[given, 'used']], [1]]);
    }
  });

  it('that tells the same lines again says nothing new, and is neither kept nor audited', async () => {
    const { id } = await begin();
    const told = { total_minor: 5000, line_items: [orderLine({ attributes: [{ key: 'a', value: 'b' }] })] };
    await record(told);
    const gift = rule('gift', {
      kind: 'purchase',
      result: { kind: 'points', points: 70, per_currency_unit_minor: null },
    });
    await domain.change({ rules: [PURCHASE, gift] });
    await record({ ...told, correct: true });
    expect(await balance(id)).toEqual([250, 0]);
    const corrections = (await domain.rows('audit_entries')).filter(
      ({ action }) => action === 'order.corrected',
    );
    expect(corrections).toEqual([]);
  });

  it('of a free order leaves the points that do not depend on its amount', async () => {
    const flat = rule('flat', {
      kind: 'product_purchase',
      properties: { product_ids: ['900'] },
      result: { kind: 'points', points: 70, per_currency_unit_minor: null },
    });
    const { id } = await begin({ rules: [flat] });
    await record({ total_minor: 0, line_items: [orderLine({ price_minor: 0 })] });
    expect(await balance(id)).toEqual([70, 0]);
    await correct({ paid_minor: 0 }, { line_items: [orderLine({ price_minor: 0, quantity: 2 })] });
    expect(await balance(id)).toEqual([70, 0]);
    await correct({ paid_minor: 0 }, { line_items: [orderLine({ product_id: '1', price_minor: 0 })] });
    expect(await balance(id)).toEqual([0, 0]);
  });

  it('is what a repeated POST with `correct` is taken as', async () => {
    const { id } = await begin();
    await record();
    await record({ total_minor: 5000, correct: true });
    expect(await balance(id)).toEqual([250, 0]);
    expect(await order()).toMatchObject({ total_minor: 5000, paid_minor: 5000 });
  });
});

describe('whatever an order is told and corrected to', () => {
  const amount = fc.integer({ min: 0, max: 5000 });
  const step = fc.record({
    is_correction: fc.boolean(),
    refunded_minor: amount,
    total_minor: fc.option(fc.integer({ min: 1, max: 5000 })),
    cancelled: fc.constantFrom(false, false, false, true),
  });

  it('it has earned in the end what an order of that total earns less what is refunded, as one completion', async () => {
    const { id } = await begin();
    const plans = fc.sample(fc.array(step, { minLength: 1, maxLength: 8 }), {
      numRuns: 40,
      seed: 20_260_122,
    });
    let sum = 0;
    let completions = 0;
    for (const [index, steps] of plans.entries()) {
      const merchant_id = `o-${index}`;
      await record({ merchant_id });
      for (const { is_correction, refunded_minor, total_minor, cancelled } of steps) {
        const told = orderUpdate(
          domain.program,
          { refunded_minor, cancelled, paid_minor: 2000 },
          merchant_id,
        );
        const edits = total_minor === null ? {} : { total_minor };
        await updateOrder(domain.deps, { ...told, force: true, ...(is_correction && { correct: edits }) });
      }
      const last = (await domain.rows('orders')).at(-1)!;
      const undone = last.cancelled_at !== null || last.refund_status === 'refunded';
      const left = Math.floor(last.total_minor / 20) - Math.floor(last.refunded_minor / 20);
      const earned = undone ? 0 : Math.max(0, left);
      sum += earned;
      completions += earned > 0 ? 1 : 0;
      expect([index, await balance(id)]).toEqual([index, [sum, 0]]);
    }
    expect(await domain.rows('usage_counters')).toMatchObject([{ total: completions }]);
  }, 120_000);
});

describe('corrections beside', () => {
  it('refunds leave what the order that stands in the end earns', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await begin();
      await record();
      await Promise.all([
        ...atOnce(3, () => update({ refunded_minor: 1000 })),
        ...atOnce(3, () => correct({ refunded_minor: 200 })),
        ...atOnce(2, () => correct({ paid_minor: 4000 }, { total_minor: 4000 })),
        ...atOnce(2, () => update({ cancelled: true })),
      ]);
      const { refunded_minor, total_minor, cancelled_at, refund_status } = await order();
      const left = cancelled_at !== null || refund_status === 'refunded' ? 0 : total_minor - refunded_minor;
      expect(await balance(id)).toEqual([left / 20, 0]);
      const told = await domain.deps.db
        .selectFrom('order_states')
        .select('led_to')
        .where('program_id', '=', domain.program.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(told.led_to).toMatchObject({ refunded_minor, cancelled: cancelled_at !== null });
    }
  });
});
