import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let document: object;

/** Two sites, two tiers, and something of each kind to be shown or not. */
function definition(rest: Partial<ProgramDefinition> = {}): ProgramDefinition {
  return programDefinition({
    settings: programSettings({
      currency_rates: { EUR: 0.9 },
      tier_membership: { mode: 'lifetime' },
      tier_boundary_mode: 'points',
    }),
    sites: [
      { key: 'main', definition: siteDefinition() },
      {
        key: 'berlin',
        definition: siteDefinition({ currency: 'EUR', languages: ['de', 'en'], country: 'DE' }),
      },
    ],
    tiers: [
      { key: 'base', definition: tierDefinition() },
      { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1000 }) },
    ],
    rules: [
      {
        key: 'follow',
        definition: ruleDefinition({
          limit: { count: 1, interval: null },
          variants: { gold: { result: { kind: 'points', points: 80, per_currency_unit_minor: null } } },
        }),
      },
      { key: 'off', definition: ruleDefinition({ enabled: false }) },
      {
        key: 'for_gold',
        definition: ruleDefinition({ enabled: false, variants: { gold: { enabled: true } } }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition() },
      { key: 'mug', definition: productRewardDefinition() },
      { key: 'off', definition: rewardDefinition({ enabled: false }) },
      { key: 'at_the_till', definition: rewardDefinition({ channels: ['pos'] }) },
      { key: 'in_germany', definition: rewardDefinition({ countries: ['DE'] }) },
    ],
    ...rest,
  });
}

beforeAll(async () => {
  test = await buildTestApp({ program: definition() });
  document = await test.document();
});
beforeEach(async () => {
  await applyProgram(test.deps, definition(), TESTER);
});
afterAll(() => test.close());

const program = () => test.program();
const path = async (site = 0, query = '') =>
  `/headless/2025-06/${(await program()).sites[site]!.id}/configuration${query}`;
const read = async (site = 0, query = '') => test.get(await path(site, query));

/** The keys of what is shown, in its order. */
async function shown(body: { rules: { id: number }[]; rewards: { id: number }[] }) {
  const { rules, rewards } = await program();
  return {
    rules: body.rules.map(({ id }) => rules.find((rule) => rule.id === id)!.key),
    rewards: body.rewards.map(({ id }) => rewards.find((reward) => reward.id === id)!.key),
  };
}

describe('the configuration', () => {
  it('is what the program offers, worded for the site', async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    const { tiers, rules, rewards } = await program();
    const [base, gold] = tiers.map(({ id }) => id);
    expect(response.body).toMatchObject({
      channel: 'web',
      currency: 'USD',
      language: 'en',
      program: { name: 'Shop' },
      tier_configuration: { boundary_mode: 'points', tiers: [{ id: base }, { id: gold, name: 'Gold' }] },
    });
    expect(response.body).not.toHaveProperty('referee_incentive');
    expect(response.body.rules[0]).toEqual({
      id: entryOf(rules, 'follow').id,
      kind: 'social_follow',
      limit: { count: 1, interval: null },
      properties: { social_handle: '@shop', network: 'social' },
      variants: [
        {
          tier_id: base,
          enabled: true,
          title: 'Follow us',
          description: null,
          result: { kind: 'points', points: 50, per_currency_unit: null },
          result_short_text: '50 points',
        },
        {
          tier_id: gold,
          enabled: true,
          title: 'Follow us',
          description: null,
          result: { kind: 'points', points: 80, per_currency_unit: null },
          result_short_text: '80 points',
        },
      ],
    });
    expect(response.body.rewards[0]).toEqual({
      id: entryOf(rewards, 'card').id,
      kind: 'gift_card',
      limit: null,
      properties: { initial_balance: { amount: 10, formatted: '$10' } },
      variants: [base, gold].map((tier_id) => ({
        tier_id,
        enabled: true,
        title: 'Gift card',
        description: null,
        cost: { kind: 'fixed', points: 500 },
        cost_text: '500 points',
      })),
    });
  });

  it('shows what is enabled for some tier, and says for which', async () => {
    const { body } = await read();
    expect((await shown(body)).rules).toEqual(['follow', 'for_gold']);
    expect(body.rules[1].variants.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([false, true]);
  });

  it.each([
    ['the web in the US', 0, '', ['card', 'mug']],
    ['the till', 0, '?channel=pos', ['card', 'mug', 'at_the_till']],
    ['the site in Germany', 1, '', ['card', 'mug', 'in_germany']],
    ['a buyer in Germany', 0, '?country=de', ['card', 'mug', 'in_germany']],
    ['a buyer in Germany at the till', 1, '?channel=pos', ['card', 'mug', 'at_the_till', 'in_germany']],
    ['a buyer elsewhere', 1, '?country=CH', ['card', 'mug']],
  ])('shows the rewards for %s', async (_whom, site, query, rewards) => {
    const { body } = await read(site, query);
    expect((await shown(body)).rewards).toEqual(rewards);
    expect(body.channel).toBe(query.includes('pos') ? 'pos' : 'web');
  });

  it('has one variant of each, without a tier, where there are no tiers', async () => {
    await applyProgram(test.deps, definition({ tiers: [], settings: programSettings() }), TESTER);
    const response = await read();
    expectServedSchema(document, response);
    expect(response.body.tier_configuration).toBeNull();
    for (const { variants } of [...response.body.rules, ...response.body.rewards]) {
      expect(variants.map(({ tier_id }: { tier_id: number | null }) => tier_id)).toEqual([null]);
    }
  });

  it('speaks the language asked for and the currency of the site', async () => {
    const { body } = await read(1);
    expect([body.currency, body.language, body.rewards[0].properties.initial_balance]).toEqual([
      'EUR',
      'de',
      { amount: 9, formatted: '9\u00a0€' },
    ]);
    expect(body.rules[0].variants[0].title).toBe('Folge uns');
    expect((await read(1, '?language=en')).body.rules[0].variants[0].title).toBe('Follow us');
    expect((await read(1, '?language=fr')).body.language).toBe('de');
    expect((await test.get(await path(1)).set('x-loyalty-language', 'en')).body.language).toBe('en');
  });

  it('says what is left of products that are limited in number', async () => {
    const left = async () =>
      (await read()).body.rewards[1].properties.product.variants.map(
        ({ inventory_count }: { inventory_count: number | null }) => inventory_count,
      );
    expect(await left()).toEqual([10, null]);
    const customer = await createCustomer(test.deps, await program(), { merchant_id: 'buyer', points: 200 });
    const site = (await program()).sites.at(-1)!.id;
    await test
      .post(`/headless/2025-06/${site}/rewards/product_cart/redeem`, {
        reward_id: entryOf((await program()).rewards, 'mug').id,
        customer_merchant_id: customer.merchant_id,
        variant_id: '901',
        cart_id: 'cart',
      })
      .expect(201);
    expect(await left()).toEqual([9, null]);
  });

  it('of a site that is none is not found', async () => {
    const response = await test.get('/headless/2025-06/987654321/configuration');
    expect([response.status, response.headers.etag, response.headers['cache-control']]).toEqual([
      404,
      undefined,
      'private, no-store',
    ]);
  });
});

describe('the tag of a configuration', () => {
  const tagOf = async (site = 0, query = '') => (await read(site, query)).headers.etag!;

  it('is strong, and saves the answer to whoever has it', async () => {
    const first = await read();
    const tag = first.headers.etag!;
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.vary).toBe('Authorization, X-Loyalty-Channel, X-Loyalty-Language');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await test.get(await path()).set('if-none-match', known);
      expect([response.status, response.text, response.headers.etag]).toEqual([304, '', tag]);
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expectServedSchema(document, response);
    }
    for (const other of ['"other"', tag.slice(1, -1), '']) {
      expect((await test.get(await path()).set('if-none-match', other)).status).toBe(200);
    }
  });

  it('is the same in every process', async () => {
    const beside = await buildTestApp({ beside: test });
    expect((await beside.get(await path())).headers.etag).toBe(await tagOf());
    await beside.close();
  });

  it('differs by all that the answer depends on', async () => {
    const queries = ['', '?channel=pos', '?language=de', '?country=DE', '?channel=mobile'];
    const tags = await Promise.all([0, 1].flatMap((site) => queries.map((query) => tagOf(site, query))));
    // For the site in Germany, German and Germany are what it has anyway.
    expect(new Set(tags).size).toBe(8);
  });

  it('changes with the program, with what is left of it, and comes back with them', async () => {
    const tag = await tagOf();
    await applyProgram(test.deps, definition({ name: 'Club' }), TESTER);
    const renamed = await tagOf();
    expect(renamed).not.toBe(tag);
    await applyProgram(test.deps, definition(), TESTER);
    expect(await tagOf()).toBe(tag);
    await test.deps.db
      .updateTable('reward_stock')
      .set((eb) => ({ remaining: eb('remaining', '-', 1) }))
      .where('program_id', '=', (await program()).id)
      .execute();
    const lessLeft = await tagOf();
    expect(new Set([tag, renamed, lessLeft]).size).toBe(3);
    expect((await test.get(await path()).set('if-none-match', tag)).status).toBe(200);
    await applyProgram(test.deps, definition({ name: 'Club' }), TESTER);
    expect(await tagOf()).not.toBe(renamed);
  });
});
