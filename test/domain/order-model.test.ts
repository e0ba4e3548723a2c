import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import { type RuleSketch, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

/** Each some six transactions; the arithmetic alone is tried on thousands in the unit tests. */
const ORDERS = 250;

/** The parts of an order that a step tells, or the time that passes. */
type Step = { told: Partial<OrderState> } | { days: number } | { rules_change_to: number };

interface Plan {
  total: number;
  shipping: number;
  mugs: number;
  paid: boolean;
  steps: Step[];
}

const amount = fc.integer({ min: 0, max: 30_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ told: fc.record({ refunded_minor: amount }) }) },
  { weight: 2, arbitrary: fc.constant({ told: {} }) },
  { weight: 1, arbitrary: fc.constant({ told: { payment_status: 'not_paid', paid_minor: 0 } as const }) },
  { weight: 1, arbitrary: fc.constant({ told: { refund_status: 'refunded' } as const }) },
  { weight: 1, arbitrary: fc.constant({ told: { cancelled: true } }) },
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ rules_change_to: fc.integer({ min: 1, max: 40 }) }) },
);
const plan: fc.Arbitrary<Plan> = fc.record({
  total: fc.integer({ min: 1, max: 30_000 }),
  shipping: fc.integer({ min: 0, max: 900 }),
  mugs: fc.integer({ min: 0, max: 9_000 }),
  paid: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ properties: {}, approval_period_seconds: (7 * DAY) / 1000, ...rest }),
});
const rulesAt = (points: number) => [
  rule('all', { kind: 'purchase', result: { kind: 'points', points, per_currency_unit_minor: 100 } }),
  rule('flat', {
    kind: 'purchase',
    result: { kind: 'points', points: points * 13, per_currency_unit_minor: null },
  }),
  rule('mugs', {
    kind: 'product_purchase',
    properties: { product_ids: ['900'] },
    result: { kind: 'points', points, per_currency_unit_minor: 30 },
  }),
];

/** One order and rule on paper: fractions of whole numbers, each time from the beginning. */
interface Paper {
  earned: bigint;
  /** The points still held, with so much of the order refunded. */
  held: (refunded: bigint) => bigint;
}

function paperOf(key: string, points: bigint, { total, shipping, mugs }: Plan): Paper {
  const money = BigInt(Math.max(0, total - shipping));
  const [counted, unit] = key === 'mugs' ? [BigInt(mugs), 30n] : [money, 100n];
  const earned = key === 'flat' ? points * 13n : (counted * points) / unit;
  return {
    earned,
    held: (refunded) => {
      if (money === 0n) return earned;
      if (refunded >= money) return 0n;
      const part =
        key === 'flat' ? (earned * refunded) / money : (counted * points * refunded) / (unit * money);
      return earned - (part > earned ? earned : part);
    },
  };
}

it(`${ORDERS} orders earn less what is refunded of them exactly, by every rule and at every step`, async () => {
  let points = 5;
  await domain.begin({ rules: rulesAt(points) });
  const { id } = await domain.customer();
  const plans = fc.sample(plan, { numRuns: ORDERS, seed: 20_260_114 });
  const expected = new Map<string, bigint>();
  const held = new Map<string, bigint>();
  for (const [index, order] of plans.entries()) {
    const merchant_id = `o-${index}`;
    await recordOrder(domain.deps, orderInput(domain.program, placed(order, merchant_id)));
    const papers = ['all', 'flat', 'mugs']
      .filter((key) => key !== 'mugs' || order.mugs > 0)
      .map((key) => ({ key, ...paperOf(key, BigInt(points), order) }));
    let refunded = 0;
    let undone = false;
    const settle = async () => {
      const parts = papers.map(({ key, ...paper }) => {
        const part = undone ? 0n : paper.held(BigInt(refunded));
        held.set(`${merchant_id} ${key}`, part);
        return part;
      });
      expected.set(
        merchant_id,
        parts.reduce((sum, part) => sum + part, 0n),
      );
      const now = await domain.row(id);
      const sum = [...expected.values()].reduce((total, part) => total + part, 0n);
      expect([index, BigInt(now.points_approved + now.points_pending)]).toEqual([index, sum]);
    };
    await settle();
    for (const happens of order.steps) {
      if ('days' in happens) {
        domain.clock.advance(happens.days * DAY);
        await domain.settle(id);
      } else if ('rules_change_to' in happens) {
        if (index % 20 === 0) {
          points = happens.rules_change_to;
          await domain.change({ rules: rulesAt(points) });
        }
      } else {
        const { told } = happens;
        await updateOrder(domain.deps, {
          ...orderUpdate(domain.program, { paid_minor: order.total, ...told }, merchant_id),
          // Its refunds are of any amount, and may be told before the payment.
          force: true,
        });
        refunded = Math.max(refunded, told.refunded_minor ?? 0);
        undone ||= told.cancelled === true || told.refund_status === 'refunded' || refunded >= order.total;
      }
      await settle();
    }
  }
  expect(await heldByRule()).toEqual(Object.fromEntries([...held].filter(([, part]) => part > 0n)));
}, 120_000);

/** The points that each order still holds by each rule. */
async function heldByRule(): Promise<Record<string, bigint>> {
  const names = new Map((await domain.rows('orders')).map((order) => [order.id, order.merchant_id]));
  const standing = (await domain.rows('activities')).filter(
    ({ state }) => state === 'pending' || state === 'approved',
  );
  return Object.fromEntries(
    standing.map(({ order_id, rule_id, value, taken_back }) => [
      `${names.get(order_id!)} ${domain.program.rule(rule_id!)!.key}`,
      BigInt(value - taken_back),
    ]),
  );
}

function placed(order: Plan, merchant_id: string): Partial<OrderInput> {
  return {
    merchant_id,
    total_minor: order.total,
    shipping_minor: order.shipping,
    line_items: order.mugs > 0 ? [orderLine({ price_minor: order.mugs })] : [],
    ...(!order.paid && { payment_status: 'not_paid', paid_minor: 0 }),
  };
}
