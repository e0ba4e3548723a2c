import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/domain/core/transaction.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { loadClaim } from '../../src/domain/storefront/load-claim.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { findMark } from '../../src/domain/storefront/mark.ts';
import {
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const RULES = [
  { key: 'follow', definition: ruleDefinition({ limit: { count: 500, interval: 'day' } }) },
  { key: 'hidden', definition: ruleDefinition({ enabled: false }) },
];
const CART_RULES = { minimum_cart_total_minor: 1000, minimum_line_item_count: null };

async function begin(points = 0) {
  const demanding = productRewardDefinition({ cost: { kind: 'fixed', points: 10 }, stock: 50 });
  if (demanding.properties.kind === 'product_cart') demanding.properties.cart_requirements = CART_RULES;
  await domain.begin({
    rules: RULES,
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      { key: 'demanding', definition: demanding },
      { key: 'dear', definition: rewardDefinition({ cost: { kind: 'fixed', points: 1_000_000 } }) },
      { key: 'pos', definition: rewardDefinition({ channels: ['pos'] }) },
      { key: 'abroad', definition: rewardDefinition({ countries: ['CA'] }) },
      { key: 'gone', definition: rewardDefinition({ stock: 0, cost: { kind: 'fixed', points: 1_000_000 } }) },
      {
        key: 'once',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 10 },
          stock: 1,
          limit: { count: 1, interval: null },
        }),
      },
    ],
    settings: { ...programDefinition().settings, tier_membership: { mode: 'lifetime' } },
    tiers: [{ key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) }],
  });
  return domain.customer({ points });
}

const load = (customer_id: number, tx?: Tx) =>
  loadStorefrontCustomer(
    domain.deps,
    { program: domain.program, customer_id, channel: 'web', country: 'US' },
    tx,
  );
describe('the customer as a storefront sees it', () => {
  it('has what was just done in it', async () => {
    const { id } = await begin(100);
    const { actions } = await domain.complete('follow');
    const { claimed_reward_id } = await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const customer = await load(id);
    expect(customer.row).toEqual(await domain.row(id));
    expect(customer.row).toMatchObject({ points_approved: 140, points_spent: 10 });
    expect(customer.history.map((entry) => [entry.kind, entry.id])).toEqual([
      ['redeemed_points_for_reward', claimed_reward_id],
      ['earned_points_from_rule', actions[0]!.id],
      ['points_added', expect.any(Number)],
      ['entered_tier', expect.any(Number)],
    ]);
    expect(customer.claims.map((claimed) => claimed.id)).toEqual([claimed_reward_id]);
    expect(customer.cart_redemptions.map((claimed) => claimed.id)).toEqual([claimed_reward_id]);
    expect(customer.rules).toEqual([
      expect.objectContaining({
        completion_count: 1,
        last_completed_at: domain.clock.real(),
        limit: expect.objectContaining({ state: 'limit_not_reached', count: 1, remaining: 499 }),
      }),
    ]);
    expect(customer.stock.remaining(entryOf(domain.program.rewards, 'mug').id, '901')).toBe(9);
  });

  it('has the mark that is found for it, as short with many stocks as with few', async () => {
    const many = productRewardDefinition();
    if (many.properties.kind === 'product_cart')
      many.properties.product.variants = Array.from({ length: 200 }, (_, at) => ({
        id: `größe-${at}-✓`,
        title: 'A size',
        inventory_count: 10,
        sku: null,
      }));
    await domain.begin({ rewards: [{ key: 'mug', definition: many }] });
    const { id } = await domain.customer({ points: 1_000 });
    const { mark } = await load(id);
    expect(mark.length).toBeLessThan(150);
    expect(await findMark(domain.deps, domain.program, '1001')).toBe(mark);
    const { id: other } = await domain.customer({ merchant_id: 'other', points: 1_000 });
    const before = (await load(other)).mark;
    await domain.claim('mug', { variant_id: 'größe-0-✓' });
    const after = (await load(other)).mark;
    expect(after).not.toBe(before);
    expect(await findMark(domain.deps, domain.program, 'other')).toBe(after);
  });

  it('gives a claim in it as it stands in the table', async () => {
    const { id } = await begin(100);
    const { claimed_reward_id } = await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const { claim: record, stock } = await loadClaim(domain.deps, domain.program, claimed_reward_id);
    const { cart, ...shown } = (await load(id)).claims[0]!;
    expect(record).toMatchObject(shown);
    expect(cart).toBeNull();
    expect(stock.remaining(record.reward_id, '901')).toBe(9);
    expect(await outcomeOf(loadClaim(domain.deps, domain.program, claimed_reward_id + 1000))).toBe(
      'not_found',
    );
  });

  it('keeps every letter of a title, a code and a cart, also those that part one field from another', async () => {
    const title = 'Mug "of\u001f ours\u001e" \\ \u2028 ☕';
    await domain.begin({
      rewards: [
        { key: 'mug', definition: productRewardDefinition({ title, cost: { kind: 'fixed', points: 1 } }) },
      ],
    });
    const { id } = await domain.customer({ points: 10 });
    const cart_id = 'cart\u001f"1"\\';
    await domain.claim('mug', { variant_id: '901', cart_id });
    const { claims, history, cart_redemptions } = await load(id);
    expect(claims).toMatchObject([{ title, cart_id, points_cost: 1 }]);
    expect(cart_redemptions).toMatchObject([{ title, cart_id }]);
    expect(history[0]).toMatchObject({ kind: 'redeemed_points_for_reward', title, points_cost: 1 });
  });

  it('tells of every reward whether it can be redeemed, and hides what is for others', async () => {
    const { id } = await begin(50);
    await domain.claim('once');
    const states = Object.fromEntries(
      (await load(id)).rewards.map((available) => [available.reward.key, available.can_redeem]),
    );
    expect(states).toEqual({
      card: { state: 'redeemable' },
      mug: { state: 'redeemable' },
      demanding: { state: 'unknown' },
      dear: { state: 'insufficient_points', additional_points_required: 999_960 },
      // Nothing left comes before too few points, and the limit before both.
      gone: { state: 'out_of_stock' },
      once: { state: 'claim_limit_reached' },
    });
  });

  it('shows the latest 100 of its history and the latest 20 of its claims', async () => {
    const { id } = await begin(1000);
    for (let i = 0; i < 25; i += 1) await domain.claim('card');
    for (let i = 0; i < 90; i += 1) await domain.complete('follow');
    const { history, claims } = await load(id);
    expect(history).toHaveLength(100);
    expect(history.filter((entry) => entry.kind === 'earned_points_from_rule')).toHaveLength(90);
    const all = await domain.claims();
    expect(claims.map((claimed) => claimed.id)).toEqual(
      all
        .map((record) => record.id)
        .reverse()
        .slice(0, 20),
    );
    expect(history.slice(90).map((entry) => entry.id)).toEqual(
      claims.slice(0, 10).map((claimed) => claimed.id),
    );
  });

  it('shows every active cart redemption, also beyond the latest claims, and none that ended', async () => {
    const { id } = await begin(1000);
    await domain.claim('mug', { variant_id: '902', cart_id: 'old' });
    await domain.claim('mug', { variant_id: '902' });
    for (let i = 0; i < 21; i += 1) await domain.claim('card');
    await domain.claim('mug', { variant_id: '902', cart_id: 'new' });
    const [, , , ...rest] = await domain.claims();
    await recordOrder(domain.deps, orderInput(domain.program, { claimed_reward_ids: [rest.at(-1)!.id] }));
    expect((await load(id)).cart_redemptions.map((claimed) => claimed.cart_id)).toEqual(['old']);
  });

  it('orders its history by date, and what has one date by recording', async () => {
    const { id } = await begin();
    const now = domain.clock.real();
    await adjustPoints(domain.deps, {
      program: domain.program,
      customer_id: id,
      points: 10,
      note: 'first',
      by: TESTER,
    });
    await domain.complete('follow');
    await adjustPoints(domain.deps, {
      program: domain.program,
      customer_id: id,
      points: -5,
      note: 'third',
      by: TESTER,
    });
    const kinds = (customer: StorefrontCustomer) => customer.history.map((entry) => entry.kind);
    expect(kinds(await load(id))).toEqual([
      'points_removed',
      'earned_points_from_rule',
      'points_added',
      'entered_tier',
    ]);
    await domain.change({
      rules: [
        ...RULES,
        { key: 'purchase', definition: ruleDefinition({ kind: 'purchase', properties: {} }) },
      ],
    });
    await recordOrder(domain.deps, orderInput(domain.program, { date: now - 86_400_000 }));
    const { history } = await load(id);
    expect(kinds(await load(id)).at(-1)).toBe('earned_points_from_rule');
    expect(history.at(-1)).toMatchObject({ date: now - 86_400_000 });
  });

  it('of nobody is not found, and of another program neither', async () => {
    const { id } = await begin();
    await domain.begin();
    expect(await outcomeOf(load(id))).toBe('not_found');
  });
});

describe('one read', () => {
  it('inside a transaction sees what that wrote; outside nothing of it is seen', async () => {
    const { id } = await begin();
    let inside: StorefrontCustomer | undefined;
    let outside: StorefrontCustomer | undefined;
    const hooks = {
      begin: async () => {},
      beforeCommit: async (tx: Tx) => {
        inside = await load(id, tx);
        outside = await load(id);
      },
    };
    await domain.complete('follow', { hooks });
    expect(inside!.row.points_approved).toBe(50);
    expect(inside!.history[0]!.kind).toBe('earned_points_from_rule');
    expect(outside!.row.points_approved).toBe(0);
    expect(outside!.history.map((entry) => entry.kind)).toEqual(['entered_tier']);
  });

  it('sees a writer that commits beside it whole or not at all', async () => {
    const { id } = await begin(500);
    let reading = true;
    const write = async () => {
      for (let i = 0; reading && i < 45; i += 1) {
        await domain.complete('follow');
        if (i < 15) await domain.claim('mug', { variant_id: '902' });
      }
    };
    const mug = entryOf(domain.program.rewards, 'mug').id;
    const read = async () => {
      for (let i = 0; i < 20; i += 1) {
        const { row, history, claims, rules, rewards } = await load(id);
        const earned = history.filter((entry) => entry.kind === 'earned_points_from_rule');
        expect(rules[0]!.completion_count).toBe(earned.length);
        expect(row.points_approved).toBe(500 + 50 * earned.length - 10 * claims.length);
        expect(row.points_spent).toBe(10 * claims.length);
        expect(rewards.find(({ reward }) => reward.id === mug)!.claim_count).toBe(claims.length);
      }
    };
    const readers = Promise.all([read(), read(), read()]).finally(() => {
      reading = false;
    });
    await Promise.all([write(), readers]);
  });
});
