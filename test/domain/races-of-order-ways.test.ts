import { beforeEach, describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import {
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain({ poolSize: 16 });

/** Every third call takes the ordinary way. */
const way = (index: number) => (index % 3 === 2 ? ORDINARY : undefined);
const record = (index: number, rest: Partial<OrderInput> = {}) =>
  recordOrder(domain.deps, orderInput(domain.program, { merchant_id: `o-${index}`, ...rest }), way(index));
const update = (index: number, state: Partial<OrderState>, hooks = way(index)) =>
  updateOrder(domain.deps, orderUpdate(domain.program, state, `o-${index}`), hooks);
const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** 100 points for an order of 20.00, cards for 100 points. */
const PROGRAM = {
  rules: [
    {
      key: 'purchase',
      definition: ruleDefinition({
        kind: 'purchase',
        properties: {},
        result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
      }),
    },
    { key: 'follow', definition: ruleDefinition() },
  ],
  rewards: [
    { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) },
    { key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 100 } }) },
  ],
};

beforeEach(async () => {
  await domain.begin(PROGRAM);
});

describe('orders of one customer at once, each told the fast or the ordinary way', () => {
  it('earn each once', async () => {
    const { id } = await domain.customer();
    expect(await tally(each(24, (index) => record(index)))).toEqual({ done: 24 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 2_400 });
    const [usage] = await domain.rows('usage_counters');
    expect(usage).toMatchObject({ total: 24, window_count: 24 });
  });

  it('earn only as often as the limit of a rule allows', async () => {
    const [purchase] = PROGRAM.rules;
    const limit = { count: 3, interval: 'day' as const };
    await domain.change({ rules: [{ key: 'purchase', definition: { ...purchase!.definition, limit } }] });
    const { id } = await domain.customer();
    expect(await tally(each(15, (index) => record(index)))).toEqual({ done: 15 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 300 });
    expect(await domain.rows('orders')).toHaveLength(15);
  });

  it('raise the tier once', async () => {
    await domain.change({
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition() },
        {
          key: 'gold',
          definition: tierDefinition({ name: 'Gold', lower_bound: 10_000, entry_reward_keys: ['card'] }),
        },
      ],
    });
    const { id } = await domain.customer();
    await Promise.all(each(12, (index) => record(index)));
    expect(domain.program.tier((await domain.row(id)).tier_id!)!.key).toBe('gold');
    expect(await domain.rows('tier_entries')).toHaveLength(2);
    expect(await domain.claims()).toHaveLength(1);
  });
});

describe('one order told several times at once', () => {
  it('of one customer is recorded once and its states have their effect once', async () => {
    const { id } = await domain.customer();
    const answers = await Promise.all(
      each(18, (index) =>
        recordOrder(
          domain.deps,
          orderInput(domain.program, {
            merchant_id: 'o-0',
            ...(index % 2 ? {} : { payment_status: 'not_paid', paid_minor: 0 }),
          }),
          way(index),
        ),
      ),
    );
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, points_pending: 0 });
    expect(await domain.rows('activities')).toHaveLength(1);
  });

  it('of several customers is recorded of one of them, and the others get nothing', async () => {
    const names = each(9, (index) => `c-${index}`);
    for (const merchant_id of names) await domain.customer({ merchant_id });
    const told = names.flatMap((customer_id) =>
      each(3, (index) => record(index, { customer_id, merchant_id: `shared-${index}` })),
    );
    const answers = await Promise.all(told);
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(3);
    const transactions = await domain.rows('transactions');
    expect(transactions.map(({ points_approved }) => points_approved)).toEqual([100, 100, 100]);
  });

  it('is paid once, and refunded as far as the furthest state says', async () => {
    const { id } = await domain.customer();
    await record(0, { payment_status: 'not_paid' });
    const states = each(24, (index) =>
      update(0, index % 2 ? {} : { refunded_minor: (index % 5) * 100 }, way(index)),
    );
    expect(await tally(states)).toEqual({ done: 24 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 80, points_pending: 0 });
    expect((await domain.rows('orders'))[0]).toMatchObject({ refunded_minor: 400, payment_status: 'paid' });
  });

  it('is paid while it is cancelled, and nothing stays', async () => {
    const { id } = await domain.customer();
    for (const round of each(6, (index) => index)) {
      await record(round, { payment_status: 'not_paid' });
      const calls = each(6, (index) => update(round, index === 3 ? { cancelled: true } : {}, way(index)));
      expect(await tally(calls)).toEqual({ done: 6 });
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 0 });
    }
  });
});

describe('an order beside', () => {
  it('claims, completions and adjustments of its customer loses nothing and spends nothing twice', async () => {
    const { id } = await domain.customer({ points: 300 });
    const calls = [
      ...each(12, (index) => outcomeOf(record(index))),
      ...each(20, (index) => outcomeOf(domain.claim('card', {}, { hooks: way(index) }))),
      ...each(9, (index) => outcomeOf(domain.complete('follow', { hooks: way(index) }))),
      ...each(4, () =>
        outcomeOf(
          adjustPoints(domain.deps, {
            program: domain.program,
            customer_id: id,
            points: 10,
            note: null,
            by: TESTER,
          }),
        ),
      ),
    ];
    const outcomes = await Promise.all(calls);
    const claimed = outcomes.slice(12, 32).filter((outcome) => outcome === 'done').length;
    expect(await domain.claims()).toHaveLength(claimed);
    const { points_approved, points_spent } = await domain.row(id);
    expect([points_approved, points_spent]).toEqual([
      300 + 12 * 100 + 9 * 50 + 4 * 10 - claimed * 100,
      claimed * 100,
    ]);
    expect(points_approved).toBeGreaterThanOrEqual(0);
  });

  it('refunds of the orders before it takes what it took alone', async () => {
    const { id } = await domain.customer();
    for (const index of each(8, (index) => index)) await record(index);
    await Promise.all([
      ...each(8, (index) => update(index, { refunded_minor: 500 })),
      ...each(8, (index) => update(index, { refunded_minor: 400 }, way(index + 1))),
      ...each(8, (index) => record(index + 8)),
    ]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 8 * 75 + 8 * 100 });
  });

  it('the merge of its customer ends with the survivor', async () => {
    for (const round of each(5, (index) => index)) {
      const [from, into] = [`from-${round}`, `into-${round}`];
      await domain.customer({ merchant_id: from });
      const { id } = await domain.customer({ merchant_id: into });
      const merge = mergeCustomers(domain.deps, {
        program: domain.program,
        merchant_id: from,
        into,
        by: TESTER,
      });
      const orders = each(8, (index) =>
        record(index, { merchant_id: `m-${round}-${index}`, customer_id: index % 2 ? from : into }),
      );
      await Promise.all([merge, ...orders]);
      expect(await domain.row(id)).toMatchObject({ points_approved: 800 });
      const own = (await domain.rows('orders')).filter(({ merchant_id }) =>
        merchant_id.startsWith(`m-${round}`),
      );
      expect(new Set(own.map(({ customer_id }) => customer_id))).toEqual(new Set([id]));
    }
  });

  it('the same states beside a merge keep what the order is worth', async () => {
    await domain.customer({ merchant_id: 'from' });
    const { id } = await domain.customer({ merchant_id: 'into' });
    for (const index of each(8, (index) => index))
      await record(index, { customer_id: index % 2 ? 'from' : 'into', payment_status: 'not_paid' });
    const { program } = domain;
    await Promise.all([
      ...each(8, (index) => update(index, {})),
      mergeCustomers(domain.deps, { program, merchant_id: 'from', into: 'into', by: TESTER }),
      ...each(8, (index) => update(index, { refunded_minor: 1_000 }, way(index + 2))),
    ]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 400, points_pending: 0 });
  });

  it('a change of the program that makes points expire gives every point its lot', async () => {
    const { id } = await domain.customer();
    const settings = programSettings({ points_expiry: { mode: 'after_earning', duration_months: 6 } });
    const definition = programDefinition({ key: domain.program.key, ...PROGRAM, settings });
    await Promise.all([
      ...each(10, (index) => record(index)),
      applyProgram(domain.deps, definition, TESTER),
      ...each(10, (index) => record(index + 10)),
    ]);
    await Promise.all(each(10, (index) => update(index, { refunded_minor: 1_000 })));
    const { points_approved } = await domain.settle(id);
    expect(points_approved).toBe(10 * 50 + 10 * 100);
    const lots = (await domain.rows('lots')).reduce((sum, { remaining }) => sum + remaining, 0);
    expect(lots).toBe(points_approved);
  });

  it('the approval of what it waited for keeps every point', async () => {
    const [purchase] = PROGRAM.rules;
    const definition = { ...purchase!.definition, approval_period_seconds: 3_600 };
    await domain.change({ rules: [{ key: 'purchase', definition }] });
    const { id } = await domain.customer();
    for (const index of each(6, (index) => index)) await record(index);
    domain.clock.advance(3_600_000);
    await Promise.all([
      ...each(6, (index) => record(index + 6)),
      ...each(3, () => sweepOnce(domain.deps)),
      ...each(6, (index) => update(index, { refunded_minor: 500 })),
    ]);
    await domain.settle(id);
    expect(await domain.row(id)).toMatchObject({ points_approved: 6 * 75, points_pending: 600 });
  });

  it('the use of its voucher marks it used once', async () => {
    await domain.customer({ points: 1_000 });
    for (const round of each(5, (index) => index)) {
      await domain.claim('voucher');
      const { code } = (await domain.claims()).at(-1)!;
      const use = useVoucher(domain.deps, {
        program: domain.program,
        code: code!,
        order_merchant_id: `o-${round}`,
        amount: undefined,
      });
      const order = record(round, { discount_codes: [{ code: code!, amount_minor: 500 }] });
      await Promise.all([outcomeOf(use), order]);
      const { order_id } = await order;
      expect((await domain.claims()).at(-1)).toMatchObject({
        usage_status: 'used',
        used_by_order_id: order_id,
      });
    }
  });
});

describe('activities that are reported at once', () => {
  const report = (index: number, merchant_id: string, customer_id = '1001') =>
    recordActivity(
      domain.deps,
      {
        program: domain.program,
        name: '$social_follow',
        customer_id,
        customer_email: null,
        merchant_id,
        referral_id: null,
        channel: 'web',
        date: null,
      },
      way(index),
    );

  it('complete their rule once each, beside orders and claims', async () => {
    const { id } = await domain.customer({ points: 200 });
    const reports = each(24, (index) => report(index, `a-${index % 8}`));
    const others = [...each(6, (index) => record(index)), ...each(6, () => outcomeOf(domain.claim('card')))];
    const answers = await Promise.all(reports);
    await Promise.all(others);
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(8);
    const claimed = (await domain.claims()).length;
    const { points_approved } = await domain.row(id);
    expect(points_approved).toBe(200 + 8 * 50 + 6 * 100 - claimed * 100);
    const totals = (await domain.rows('usage_counters')).map(({ total }) => total);
    expect(totals.sort((a, b) => a - b)).toEqual([claimed, 6, 8].sort((a, b) => a - b));
  });

  it('of several customers under one id are recorded of one of them', async () => {
    const names = each(6, (index) => `c-${index}`);
    for (const merchant_id of names) await domain.customer({ merchant_id });
    const answers = await Promise.all(names.map((name, index) => report(index, 'shared', name)));
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect(await domain.rows('transactions')).toHaveLength(1);
  });
});
