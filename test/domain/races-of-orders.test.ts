import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { programSettings, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

const record = (rest: Partial<OrderInput> = {}) => recordOrder(domain.deps, orderInput(domain.program, rest));
const update = (state: Partial<OrderState> = {}, merchantId?: string) =>
  updateOrder(domain.deps, orderUpdate(domain.program, state, merchantId));

const purchase = (rest: Partial<RuleDefinition> = {}) => ({
  key: 'purchase',
  definition: ruleDefinition({
    kind: 'purchase',
    result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    properties: {},
    ...rest,
  }),
});
const LATER = { approval_period_seconds: (14 * DAY) / 1000 };
const card = { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) };

const balance = async (id: number) => {
  const { points_approved, points_pending } = await domain.row(id);
  return points_approved + points_pending;
};

describe('states of one order that come at once', () => {
  it('have their effect once, as if they had come one after the other in any order', async () => {
    await domain.begin({ rules: [purchase(LATER)] });
    const { id } = await domain.customer();
    await record({ payment_status: 'not_paid' });
    const states = Array.from({ length: 24 }, (_, index) => ({ refunded_minor: (index % 8) * 100 }));
    expect(await tally(states.map((state) => update(state)))).toEqual({ done: 24 });
    expect(await balance(id)).toBe(65);
    expect((await domain.rows('orders'))[0]).toMatchObject({ refunded_minor: 700, payment_status: 'paid' });
  });

  it('take everything back once, whatever else they say', async () => {
    await domain.begin({ rules: [purchase()], rewards: [card] });
    const { id } = await domain.customer({ points: 100 });
    const { full_code } = await domain.claim('card');
    await record({ discount_codes: [{ code: full_code!, amount_minor: 300 }] });
    const states = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? { cancelled: true } : { refund_status: 'refunded' as const, refunded_minor: index * 10 },
    );
    expect(await tally(states.map((state) => update(state)))).toEqual({ done: 20 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, points_spent: 0 });
    expect(await domain.claims()).toMatchObject([{ state: 'void', current_balance_minor: 1000 }]);
  });

  it('give the rewards of a payment once', async () => {
    await domain.begin({
      rules: [purchase({ result: { kind: 'reward', reward_key: 'card' } })],
      rewards: [card],
    });
    await domain.customer();
    await record({ payment_status: 'not_paid' });
    await Promise.all(Array.from({ length: 12 }, () => update()));
    expect(await domain.claims()).toHaveLength(1);
  });

  it('come also as repeated POSTs, the first of which records it', async () => {
    await domain.begin({ rules: [purchase()] });
    const { id } = await domain.customer();
    const calls = Array.from({ length: 16 }, (_, index) => {
      const refunded_minor = (index % 4) * 200;
      const order = orderInput(domain.program, { refunded_minor, refund_status: 'not_refunded' });
      return recordOrder(domain.deps, order, index % 3 ? undefined : ORDINARY);
    });
    const answers = await Promise.all(calls);
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect(await balance(id)).toBe(70);
  });
});

describe('a refund beside', () => {
  it('the sweep that approves takes the same from what is pending as from what is approved', async () => {
    await domain.begin({ rules: [purchase(LATER)] });
    const { id } = await domain.customer();
    const orders = Array.from({ length: 12 }, (_, index) => `o-${index}`);
    for (const merchant_id of orders) await record({ merchant_id });
    domain.clock.advance(14 * DAY);
    await Promise.all([
      ...orders.map((merchantId) => update({ refunded_minor: 500 }, merchantId)),
      ...Array.from({ length: 6 }, () => sweepOnce(domain.deps)),
    ]);
    await domain.settle(id);
    expect(await domain.row(id)).toMatchObject({ points_approved: 12 * 75, points_pending: 0 });
  });

  it('claims of the points leaves what either gives: never more claims than there were points', async () => {
    await domain.begin({ rules: [purchase()], rewards: [card] });
    await domain.change({ settings: programSettings({ negative_balance: 'within_balance' }) });
    const { id } = await domain.customer();
    for (let i = 0; i < 4; i += 1) await record({ merchant_id: `o-${i}` });
    const claims = Array.from({ length: 8 }, () => outcomeOf(domain.claim('card')));
    const refunds = Array.from({ length: 4 }, (_, index) => update({ cancelled: true }, `o-${index}`));
    const [outcomes] = await Promise.all([Promise.all(claims), Promise.all(refunds)]);
    const made = outcomes.filter((outcome) => outcome === 'done').length;
    expect(made).toBeLessThanOrEqual(4);
    const { points_approved, points_spent } = await domain.row(id);
    expect([points_spent, points_approved >= 0]).toEqual([made * 100, true]);
  });

  it('the enrolment of its guest leaves what the rest of the order earns', async () => {
    await domain.begin({
      rules: [purchase()],
      settings: programSettings({ enrol_on_sight: false }),
    });
    for (let i = 0; i < 8; i += 1) {
      const merchant_id = `o-${i}`;
      const { customer_id } = await record({ merchant_id, customer_id: `guest-${i}` });
      await Promise.all([update({ refunded_minor: 500 }, merchant_id), domain.enrol(customer_id)]);
      expect(await balance(customer_id)).toBe(75);
    }
  });

  it("that of another order with the same owners' rewards ends: both wait for each other in one order", async () => {
    await domain.begin({ rules: [purchase()], rewards: [card] });
    const names = ['1', '2', '3', '4'];
    const cards: string[] = [];
    for (const merchant_id of names) {
      await domain.customer({ merchant_id, points: 100 });
      cards.push((await domain.claim('card', {}, { customer: merchant_id })).full_code!);
    }
    // Every order takes from every card, the other way round each time.
    const orders = names.map((customer_id, index) => ({
      customer_id,
      merchant_id: `o-${index}`,
      discount_codes: (index % 2 ? cards : [...cards].reverse()).map((code) => ({ code, amount_minor: 100 })),
    }));
    await Promise.all(orders.map(record));
    await Promise.all(orders.map(({ merchant_id }) => update({ cancelled: true }, merchant_id)));
    expect(
      (await domain.claims()).map(({ state, current_balance_minor }) => [state, current_balance_minor]),
    ).toEqual(names.map(() => ['void', 1000]));
    for (const { customer_id } of await domain.claims()) expect(await balance(customer_id)).toBe(100);
  });
});
