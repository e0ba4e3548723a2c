import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { rewardsOfAllKinds } from '../support/reward-kinds.ts';

let test: TestApp;
let program: Program;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition({ benefit_keys: [] }) },
        { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound: null }) },
      ],
      rules: [
        ...programDefinition().rules,
        {
          key: 'refer',
          definition: ruleDefinition({
            kind: 'referral',
            properties: { trigger: 'any_purchase', minimum_spend_minor: null },
          }),
        },
        { key: 'off', definition: ruleDefinition({ kind: 'review', properties: {}, enabled: false }) },
      ],
      rewards: [
        ...rewardsOfAllKinds(),
        {
          key: 'few',
          definition: rewardDefinition({
            stock: 5,
            variants: { vip: { cost: { kind: 'fixed', points: 7 } } },
          }),
        },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
  for (const merchant_id of ['ada', 'bea'])
    await createCustomer(test.deps, program, { merchant_id, points: 5_000 });
});
afterAll(() => test.close());

const rewards = async () => (await test.get('/v2/rewards')).body.rewards;
const byKey = <T extends { key: string }>(entries: T[], key: string) =>
  entries.find((entry) => entry.key === key)!;

describe('the catalogue', () => {
  it('lists rewards by key and id, of every kind, with what is left and how often each was claimed', async () => {
    const answer = await test.get('/v2/rewards');
    expectServedSchema(document, answer);
    expect(answer.body.rewards.map(({ key }: { key: string }) => key)).toEqual(
      program.rewards.map(({ key }) => key),
    );
    const few = entryOf(program.rewards, 'few').id;
    expect(byKey(await rewards(), 'few')).toMatchObject({
      id: few,
      stock: 5,
      claim_count: 0,
      variants: [{ point_cost: 500 }, { point_cost: 7 }],
    });
    const claim = async (merchant_id: string) =>
      (await test.post(`/v2/customers/${merchant_id}/claimed_rewards`, { reward_id: few })).body
        .claimed_reward.id;
    await claim('ada');
    const claimed = await claim('bea');
    expect(byKey(await rewards(), 'few')).toMatchObject({ stock: 3, claim_count: 2 });
    await test.post(`/v2/customers/bea/claimed_rewards/${claimed}/refund`);
    expect(byKey(await rewards(), 'few')).toMatchObject({ stock: 4, claim_count: 1 });
  });

  it('lists rules with what each gives in every tier, also those that are switched off', async () => {
    const { id } = entryOf(program.rules, 'follow');
    await test.post(`/headless/2025-06/${program.sites.at(-1)!.id}/rules/social_follow/complete`, {
      rule_id: id,
      customer_merchant_id: 'ada',
    });
    const answer = await test.get('/v2/rules');
    expectServedSchema(document, answer);
    expect(byKey(answer.body.rules, 'follow')).toMatchObject({
      id,
      kind: 'social_follow',
      enabled: true,
      completion_count: 1,
      variants: [{ result: { kind: 'points', points: 50 } }, { enabled: true }],
    });
    expect(byKey(answer.body.rules, 'off')).toMatchObject({ name: '$review', enabled: false });
  });

  it('lists tiers with how many customers are in each', async () => {
    const answer = await test.get('/v2/tiers');
    expectServedSchema(document, answer);
    expect(answer.body.tiers).toMatchObject([
      { key: 'base', default: true, lower_bound: '0.00', upper_bound: null, customer_count: 2 },
      { key: 'vip', name: 'VIP', lower_bound: null, customer_count: 0 },
    ]);
  });
});
