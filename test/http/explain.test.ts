import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';

let test: TestApp;
let program: Program;
let document: object;

const gold = { enabled: false, variants: { gold: { enabled: true } } };
const product = productRewardDefinition({ stock: 0 });

beforeAll(async () => {
  if (product.properties.kind === 'product_cart') {
    product.properties.product.variants[0]!.inventory_count = 0;
    product.properties.max_redemptions_per_cart = 1;
  }
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition() },
        {
          key: 'gold',
          definition: tierDefinition({ name: { en: 'Gold', de: 'Gold!' }, lower_bound: 50_000 }),
        },
      ],
      rules: [
        { key: 'follow', definition: ruleDefinition({ limit: { count: 1, interval: 'day' } }) },
        { key: 'for_gold', definition: ruleDefinition(gold) },
      ],
      rewards: [
        {
          key: 'picky',
          definition: rewardDefinition({ ...gold, channels: ['pos'], cost: { kind: 'fixed', points: 170 } }),
        },
        { key: 'mug', definition: product },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
  await createCustomer(test.deps, program, { merchant_id: 'gid://shop/Customer/1', points: 20 });
});
beforeEach(() => test.clock.advance(new TestClock().real() - test.clock.real()));
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const path = `/v2/customers/${encodeURIComponent('gid://shop/Customer/1')}/explain`;
const ruleId = (key: string) => entryOf(program.rules, key).id;
const rewardId = (key: string) => entryOf(program.rewards, key).id;
const ask = (query: string) => test.get(`${path}?${query}`);

describe('explain', () => {
  it('says of a rule that it is possible, and once its limit is reached when it will be', async () => {
    const id = ruleId('follow');
    const rule = { id, kind: 'social_follow', title: 'Follow us' };
    const before = await ask(`rule_id=${id}`);
    expectServedSchema(document, before);
    expect(before.body).toEqual({ possible: true, rule, reward: null, obstacles: [] });
    await test.post(`/headless/2025-06/${program.sites.at(-1)!.id}/rules/social_follow/complete`, {
      rule_id: id,
      customer_merchant_id: '1',
    });
    const after = await ask(`rule_id=${id}`);
    expectServedSchema(document, after);
    expect(after.body).toEqual({
      possible: false,
      rule,
      reward: null,
      obstacles: [
        {
          code: 'rule_limit_reached',
          message: 'The rule was completed as often as its limit allows.',
          lifts_at: '2026-01-15T05:00:00.000Z',
          limit: { count: 1, interval: 'day', used: 1 },
        },
      ],
    });
  });

  it('names the tier in which a rule is enabled', async () => {
    const answer = await ask(`rule_id=${ruleId('for_gold')}`);
    expectServedSchema(document, answer);
    expect(answer.body.obstacles).toMatchObject([
      { cause: 'tier', tier: { id: entryOf(program.tiers, 'gold').id, name: 'Gold' }, lifts_at: null },
    ]);
  });

  it('says all that stands in the way of a reward, for the channel of the request', async () => {
    const answer = await ask(`reward_id=${rewardId('picky')}`);
    expectServedSchema(document, answer);
    expect(answer.body).toMatchObject({
      possible: false,
      rule: null,
      reward: { id: rewardId('picky'), kind: 'gift_card', title: 'Gift card', points_cost: 170 },
      obstacles: [
        { code: 'reward_not_enabled_for_customer', cause: 'tier' },
        { code: 'reward_not_enabled_for_customer', cause: 'channel' },
        { code: 'insufficient_points', lifts_at: null },
      ],
    });
    const inShops = await ask(`reward_id=${rewardId('picky')}&channel=pos`);
    expect(inShops.body.obstacles).toMatchObject([{ cause: 'tier' }, { code: 'insufficient_points' }]);
  });

  it('says of a product which of its variants are out of stock', async () => {
    const answer = await ask(`reward_id=${rewardId('mug')}`);
    expectServedSchema(document, answer);
    expect(answer.body.obstacles).toMatchObject([
      { code: 'reward_out_of_stock', variants_out_of_stock: ['901'] },
      { code: 'insufficient_points', points_missing: expect.any(Number) },
    ]);
  });

  it.each([
    ['', { reward_id: 'is required where there is no rule_id' }],
    ['rule_id=1&reward_id=1', { rule_id: 'cannot stand beside reward_id' }],
    [
      'rule_id=1&variant_id=901&cart_id=c',
      { variant_id: 'cannot stand beside rule_id', cart_id: 'cannot stand beside rule_id' },
    ],
    ['reward_id=1&multiplier=101', { multiplier: 'must be at most 100' }],
    ['reward_id=1&discount_amount=1e3', { discount_amount: 'must be a decimal amount, such as 49.90' }],
    ['reward_id=x&page=1', { reward_id: 'must be an integer', page: 'is not known here' }],
  ])('refuses the query "%s"', async (query, details) => {
    const answer = await ask(query);
    expect([answer.status, answer.body.error.details]).toEqual([400, details]);
  });

  it('refuses what a claim of that reward would refuse', async () => {
    const answer = await ask(`reward_id=${rewardId('picky')}&multiplier=2`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual({
      multiplier: 'is only supported for custom rewards, not for gift_card',
    });
  });

  it('is 404 of customers, rules and rewards that there are not', async () => {
    for (const [address, message] of [
      [`/v2/customers/nobody/explain?rule_id=${ruleId('follow')}`, 'There is no such customer.'],
      [`${path}?rule_id=987654321`, 'There is no such rule.'],
      [`${path}?reward_id=987654321`, 'There is no such reward.'],
    ] as const) {
      const { status, body } = await test.get(address);
      expect([status, body.error.message]).toEqual([404, message]);
    }
  });
});
