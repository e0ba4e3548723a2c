import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { type OrderPreview, previewOrder } from '../../src/domain/operations/preview-order.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { whyNotComplete } from '../support/explanations.ts';
import {
  entryOf,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { orderInput, orderLine } from '../support/orders.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const ORDERS = 120;
const domain = testDomain();

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ properties: {}, ...rest }),
});
const perUnit = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: 100 }) as const;
const flat = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: null }) as const;
const card = { kind: 'reward', reward_key: 'card' } as const;

/** Joining gives 300 points, which are Silver, whose entry gives one of five cards; so do two rules of orders. */
const begin = (enrol_on_sight: boolean) =>
  domain.begin({
    settings: programSettings({
      enrol_on_sight,
      tier_boundary_mode: 'points',
      tier_membership: { mode: 'lifetime' },
    }),
    tiers: [
      { key: 'base', definition: tierDefinition({ name: 'Base' }) },
      {
        key: 'silver',
        definition: tierDefinition({ name: 'Silver', lower_bound: 300, entry_reward_keys: ['card'] }),
      },
    ],
    rewards: [{ key: 'card', definition: rewardDefinition({ stock: 5 }) }],
    rules: [
      rule('join', { kind: 'join_program', result: flat(300) }),
      rule('buy', {
        kind: 'purchase',
        result: perUnit(5),
        variants: { silver: { result: perUnit(8) } },
        limit: { count: 2, interval: 'day' },
      }),
      rule('later', { kind: 'purchase', result: perUnit(3), approval_period_seconds: (2 * DAY) / 1000 }),
      rule('mugs', { kind: 'product_purchase', properties: { product_ids: ['900'] }, result: card }),
      rule('cups', { kind: 'product_purchase', properties: { product_ids: ['900', '910'] }, result: card }),
      rule('beans', { kind: 'product_purchase', properties: { product_ids: ['920'] }, result: perUnit(5) }),
      rule('silver only', {
        kind: 'purchase',
        result: flat(7),
        enabled: true,
        variants: { base: { enabled: false } },
      }),
      rule('gone', { kind: 'purchase', result: flat(7), enabled: false }),
    ],
  });

const CUSTOMERS = ['unknown', 'guest', 'enrolled', 'regular', 'blocked'] as const;
const planned = fc.record({
  customer: fc.constantFrom(...CUSTOMERS),
  total: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
    { weight: 1, arbitrary: fc.constant(900_000_000_000) },
  ),
  times: fc.constantFrom(1, 1, 1, 1_000_000),
  shipping: fc.integer({ min: 0, max: 900 }),
  lines: fc.subarray(['900', '910', '920']),
  payment_status: fc.constantFrom('paid', 'paid', 'paid', 'partially_paid', 'not_paid'),
  refunded: fc.constantFrom(0, 0, 0, 0.3, 1, 3),
  cancelled: fc.constantFrom(false, false, false, false, true),
  channel: fc.constantFrom('web', 'pos'),
  days_ago: fc.constantFrom(null, null, 0.1, 1, 5, -3),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

function orderOf(plan: Planned, index: number): OrderInput {
  const { total, shipping, payment_status, refunded, cancelled, channel, days_ago } = plan;
  return orderInput(domain.program, {
    merchant_id: `o-${index}`,
    customer_id: plan.customer === 'unknown' ? `new-${index}` : plan.customer,
    total_minor: total,
    shipping_minor: shipping,
    payment_status,
    paid_minor: payment_status === 'paid' ? total : payment_status === 'not_paid' ? 0 : Math.floor(total / 2),
    refunded_minor: Math.floor(total * refunded),
    cancelled,
    channel,
    date: days_ago === null ? null : domain.clock.real() - days_ago * DAY,
    line_items: plan.lines.map((product_id) =>
      orderLine({ product_id, quantity: plan.times, price_minor: Math.min(total, 1_000_000_000) }),
    ),
  });
}

interface Given {
  rule: string;
  points: number;
  taken_back: number;
  approves_at: number | null;
  claims: number;
}

async function refusalOr<T>(work: Promise<T>): Promise<T | { refused: string; details: unknown }> {
  return work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    return { refused: error.code, details: error.extra.details };
  });
}

function previewed({ rules }: OrderPreview): Given[] {
  return rules
    .filter(({ reason }) => reason === null)
    .map(({ rule, points, taken_back, state, approves_at, reward }) => ({
      rule: rule.key,
      points,
      taken_back,
      approves_at: state === 'pending' && taken_back < points ? approves_at : null,
      claims: reward ? 1 : 0,
    }));
}

async function recorded(orderId: number): Promise<Given[]> {
  const activities = (await domain.rows('activities')).filter(({ order_id }) => order_id === orderId);
  const claims = await domain.claims();
  return activities.map(({ id, rule_id, value, taken_back, state, approves_at }) => ({
    rule: domain.program.rule(rule_id!)!.key,
    points: value,
    taken_back: state === 'void' || state === 'declined' ? value : taken_back,
    approves_at: state === 'pending' ? approves_at : null,
    claims: claims.filter(({ activity_id }) => activity_id === id).length,
  }));
}

/** Reasons that lie in the customer and the rule, whatever is ordered. */
const OF_THE_CUSTOMER: readonly (string | null)[] = [
  'customer_blocked',
  'customer_not_enrolled',
  'rule_not_enabled_for_customer',
  'rule_limit_reached',
];

/** Holds the explanation of each rule to what an order of now would earn; returns how many reasons it gave. */
async function expectExplained(merchantId: string, { rules }: OrderPreview): Promise<number> {
  let reasons = 0;
  for (const { rule, reason, resets_at } of rules) {
    const why = (await whyNotComplete(domain, rule.key, merchantId)).filter(({ obstacle }) =>
      OF_THE_CUSTOMER.includes(obstacle.code),
    );
    if (reason === null) expect({ rule: rule.key, why }).toEqual({ rule: rule.key, why: [] });
    if (!OF_THE_CUSTOMER.includes(reason)) continue;
    reasons += 1;
    const same = why.find(({ obstacle }) => obstacle.code === reason);
    expect({ rule: rule.key, reason: same?.obstacle.code, lifts_at: same?.lifts_at }).toEqual({
      rule: rule.key,
      reason,
      lifts_at: reason === 'rule_limit_reached' ? resets_at : null,
    });
  }
  return reasons;
}

describe.each([true, false])('where a program enrols on sight: %s', (enrol_on_sight) => {
  it(`a preview of ${ORDERS} orders is what their recording gives, and refuses what it refuses`, async () => {
    const program = await begin(enrol_on_sight);
    for (const merchant_id of ['guest', 'enrolled', 'regular', 'blocked']) {
      const { id, enrolled_at } = await domain.customer({ merchant_id });
      if (merchant_id !== 'guest' && enrolled_at === null) await domain.enrol(id);
      if (merchant_id === 'blocked') await domain.block(id);
    }
    const seen = { invalid_request: 0, implausible_amount: 0, given: 0 };
    let explained = 0;
    for (const [index, plan] of fc.sample(planned, { numRuns: ORDERS, seed: 20_260_118 }).entries()) {
      if (index % 9 === 0) domain.clock.advance(DAY);
      const order = orderOf(plan, index);
      const before = await settledRows(order.customer_id!);
      const predicted = await refusalOr(previewOrder(domain.deps, order));
      expect(await rowsOf(domain.deps.db, program.id)).toEqual(before);
      if (!('refused' in predicted) && predicted.is_known && order.date === null)
        explained += await expectExplained(order.customer_id!, predicted);
      const told = await refusalOr(recordOrder(domain.deps, order));
      const context = { index, plan };
      if ('refused' in predicted || 'refused' in told) {
        if ('refused' in told) seen[told.refused as 'invalid_request'] += 1;
        expect({ ...context, ...told }).toEqual({ ...context, ...predicted });
        continue;
      }
      const given = await recorded(told.order_id);
      seen.given += given.length;
      expect({ ...context, given }).toEqual({ ...context, given: previewed(predicted) });
    }
    expect(seen.invalid_request).toBeGreaterThan(2);
    expect(seen.implausible_amount).toBeGreaterThan(5);
    expect(seen.given).toBeGreaterThan(enrol_on_sight ? 50 : 20);
    expect(explained).toBeGreaterThan(30);
    expect(entryOf(program.rewards, 'card').stock).not.toBeNull();
    expect(await domain.stock()).toEqual({ '': 0 });
  }, 240_000);
});

/** A preview also processes a customer's due work. That does not count as a change by the preview. */
async function settledRows(merchantId: string): Promise<Record<string, string>> {
  const customer = await domain.deps.db
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', domain.program.id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (customer) await domain.settle(customer.id);
  return rowsOf(domain.deps.db, domain.program.id);
}

describe('a preview for a customer who is not known', () => {
  it('counts what joining gives: a tier that it lifts to earns at its own rate', async () => {
    await begin(true);
    const order = orderInput(domain.program, { customer_id: 'new', total_minor: 10_000 });
    const { rules, tier_id } = await previewOrder(domain.deps, order);
    expect(domain.program.tier(tier_id!)!.key).toBe('silver');
    const { order_id } = await recordOrder(domain.deps, order);
    expect((await recorded(order_id)).map(({ points }) => points)).toEqual([800, 300, 7]);
    expect(rules.filter(({ points }) => points > 0).map(({ points }) => points)).toEqual([800, 300, 7]);
  });

  it('leaves nothing behind, also beside the order itself', async () => {
    await begin(true);
    const orders = Array.from({ length: 6 }, (_, index) =>
      orderInput(domain.program, { customer_id: 'new', merchant_id: `o-${index}`, total_minor: 1_000 }),
    );
    const [, , , ...previews] = await Promise.all([
      ...orders.slice(0, 3).map((order) => recordOrder(domain.deps, order)),
      ...orders.map((order) => previewOrder(domain.deps, order)),
    ]);
    expect(previews).toHaveLength(6);
    expect((await domain.rows('orders')).length).toBe(3);
    const joined = (await domain.rows('activities')).filter(({ name }) => name === '$signup');
    expect(joined).toHaveLength(1);
    expect(await domain.stock()).toEqual({ '': 4 });
  });
});
