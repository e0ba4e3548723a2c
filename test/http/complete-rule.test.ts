import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

/**
 * The kinds that a storefront completes beside social_follow, by their addresses and with the properties of their
 * kinds.
 */
const OTHER_KINDS = {
  clickthrough: { destination_url: 'https://shop.example/new' },
  social_like: { social_like_url: 'https://social.example/shop' },
  custom: { name: 'survey' },
};

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp({
    publicUrl: 'https://loyalty.example/base',
    program: {
      settings: {
        ...programDefinition().settings,
        currency_rates: { EUR: 0.9 },
        tier_membership: { mode: 'rolling', duration_months: 12 },
      },
      sites: [
        { key: 'main', definition: siteDefinition() },
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      tiers: [
        { key: 'basic', definition: tierDefinition({ name: 'Basic', lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 100_000 }) },
      ],
      rules: [
        { key: 'follow', definition: ruleDefinition() },
        { key: 'daily', definition: ruleDefinition({ limit: { count: 1, interval: 'day' } }) },
        { key: 'once', definition: ruleDefinition({ limit: { count: 1, interval: null } }) },
        { key: 'waiting', definition: ruleDefinition({ approval_period_seconds: 3 * 24 * 3600 }) },
        { key: 'off', definition: ruleDefinition({ enabled: false }) },
        {
          key: 'gold',
          definition: ruleDefinition({ enabled: false, variants: { gold: { enabled: true } } }),
        },
        { key: 'gives', definition: ruleDefinition({ result: { kind: 'reward', reward_key: 'last' } }) },
        { key: 'visit', definition: ruleDefinition({ kind: 'pageview', properties: {} }) },
        ...Object.entries(OTHER_KINDS).map(([kind, properties]) => ({
          key: kind,
          definition: ruleDefinition({ kind: kind as keyof typeof OTHER_KINDS, properties }),
        })),
      ],
      rewards: [
        { key: 'last', definition: rewardDefinition({ stock: 1 }) },
        { key: 'at_the_till', definition: rewardDefinition({ channels: ['pos'] }) },
        { key: 'in_germany', definition: rewardDefinition({ countries: ['DE'] }) },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});

/** Every test begins at the same moment; its customers are its own. */
beforeEach(() => test.clock.advance(NOON - test.clock.real()));

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const ruleId = (key: string) => entryOf(program.rules, key).id;
const path = (site = 0, query = '') =>
  `/headless/2025-06/${program.sites[site]!.id}/rules/social_follow/complete${query}`;

/** A customer nobody else of this file uses. */
async function newCustomer(options: Parameters<typeof createCustomer>[2] = {}) {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}`, ...options });
}

const complete = (key: string, customer: { merchant_id: string }, address = path()) =>
  test.post(address, { rule_id: ruleId(key), customer_merchant_id: customer.merchant_id });

describe('completing a social_follow rule', () => {
  it('gives its points at once, and the customer in the answer has them', async () => {
    const customer = await newCustomer({ points: 10 });
    const response = await complete('follow', customer);
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    const earned = {
      kind: 'earned_points_from_rule',
      label: 'Follow us',
      date: '2026-01-14T12:00:00.000Z',
      state: 'approved',
      points: 50,
      points_text: '50 points',
      rule: { id: ruleId('follow'), kind: 'social_follow' },
      points_will_approve_at: null,
      points_will_expire_at: null,
    };
    expect(response.body.actions).toEqual([earned]);
    expect(response.body.customer).toMatchObject({
      state: 'enrolled',
      id: customer.id,
      merchant_id: customer.merchant_id,
      points_approved: 60,
      points_pending: 0,
      points_spent: 0,
      tier_membership: {
        tier_id: program.tiers[0]!.id,
        started_at: '2026-01-14T12:00:00.000Z',
        expires_at: '2027-01-14T12:00:00.000Z',
        progress: { kind: 'spend', spend_needed_for_upgrade: { amount: 1000, formatted: '$1,000' } },
      },
      referral_urls: null,
    });
    expect(response.body.customer.history[0]).toEqual(earned);
    const [rule] = response.body.customer.available_rules;
    expect(rule).toMatchObject({
      id: ruleId('follow'),
      properties: { social_handle: '@shop', network: 'social' },
      context: { completion_count: 1, last_completed_at: '2026-01-14T12:00:00.000Z' },
    });
  });

  it('keeps them pending for as long as the rule says, and approves them when that is over', async () => {
    const customer = await newCustomer();
    const pending = await complete('waiting', customer);
    expectServedSchema(document, pending);
    expect(pending.body).toMatchObject({
      actions: [{ state: 'pending', points: 50, points_will_approve_at: '2026-01-17T12:00:00.000Z' }],
      customer: {
        points_approved: 0,
        points_pending: 50,
        history: [{ state: 'pending' }, { kind: 'entered_tier' }],
      },
    });
    test.clock.advance(3 * DAY);
    const later = await complete('follow', customer);
    expect(later.body.customer).toMatchObject({
      points_approved: 100,
      points_pending: 0,
      history: [
        { rule: { id: ruleId('follow') } },
        { rule: { id: ruleId('waiting') }, state: 'approved', points_will_approve_at: null },
        { kind: 'entered_tier' },
      ],
    });
  });

  it('gives a reward where the rule does, until there is none left', async () => {
    const customer = await newCustomer();
    const response = await complete('gives', customer);
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    const [claimed] = response.body.customer.claimed_rewards;
    expect(claimed).toMatchObject({
      reward_id: entryOf(program.rewards, 'last').id,
      source: { kind: 'rule_completion', rule_id: ruleId('gives') },
      redeemable: { kind: 'gift_card', current_balance: { amount: 10, formatted: '$10' } },
    });
    const received = {
      kind: 'received_reward',
      label: 'Gift card',
      state: 'approved',
      reward: { id: claimed.reward_id, kind: 'gift_card' },
      claimed_reward_id: claimed.id,
      rule: { id: ruleId('gives'), kind: 'social_follow', title: 'Follow us' },
    };
    expect(response.body.actions).toMatchObject([received]);
    expect(response.body.customer.history[0]).toMatchObject(received);
    expect(response.body.customer.points_approved).toBe(0);

    const refused = await complete('gives', await newCustomer());
    expect(refused.status).toBe(422);
    expect(refused.body.error.code).toBe('rule_requirements_not_met');
  });

  it('finds the customer by any form of its id', async () => {
    await newCustomer({ merchant_id: 'gid://shop/Customer/9001' });
    for (const merchant_id of ['9001', 'gid://shop/Customer/9001']) {
      const response = await complete('follow', { merchant_id });
      expect(response.body.customer.merchant_id).toBe('gid://shop/Customer/9001');
    }
  });

  it('ignores what it does not know in the body', async () => {
    const customer = await newCustomer();
    const response = await test.post(path(), {
      rule_id: ruleId('follow'),
      customer_merchant_id: customer.merchant_id,
      program: { id: 1 },
      kind: 'pageview',
      channel: 'nowhere',
    });
    expect(response.status).toBe(200);
    expect(response.body.actions).toMatchObject([{ points: 50 }]);
  });
});

describe.each(Object.entries(OTHER_KINDS))('completing a %s rule', (kind, properties) => {
  const address = () => path().replace('social_follow', kind);

  it('gives what it gives, at the address of its kind', async () => {
    const customer = await newCustomer();
    const response = await complete(kind, customer, address());
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.body.actions).toMatchObject([{ points: 50, rule: { id: ruleId(kind), kind } }]);
    expect(response.body.customer.points_approved).toBe(50);
    expect(response.body.customer.available_rules).toContainEqual(
      expect.objectContaining({ id: ruleId(kind), kind, properties }),
    );
  });

  it('is refused at the address of another', async () => {
    const customer = await newCustomer();
    for (const [key, where] of [
      [kind, path()],
      ['follow', address()],
    ] as const) {
      const response = await complete(key, customer, where);
      expect([response.status, response.body.error.code]).toEqual([422, 'rule_kind_mismatch']);
      expectServedSchema(document, response);
    }
  });
});

describe('a limit', () => {
  it('of one a day opens again at midnight of the home site', async () => {
    const customer = await newCustomer();
    const first = await complete('daily', customer);
    const daily = (body: { customer: { available_rules: { id: number }[] } }) =>
      body.customer.available_rules.find((rule) => rule.id === ruleId('daily'));
    expectServedSchema(document, first);
    expect(daily(first.body)).toMatchObject({
      limit: { count: 1, interval: 'day' },
      context: {
        completion_limit: {
          state: 'limit_reached_until_reset',
          interval: 'day',
          resets_at: '2026-01-15T05:00:00.000Z',
          resets_at_relative_to_now: '17 hours',
        },
      },
    });
    const second = await complete('daily', customer);
    expect(second.status).toBe(422);
    expect(second.body.error.code).toBe('rule_limit_reached');
    test.clock.advance(17 * 3_600_000);
    expect((await complete('daily', customer)).status).toBe(200);
    test.clock.advance(7 * 3_600_000);
    expect((await complete('daily', customer)).status).toBe(422);
  });

  it('of one for ever is reached for ever', async () => {
    const customer = await newCustomer();
    const first = await complete('once', customer);
    expect(first.body.customer.available_rules[2].context.completion_limit).toEqual({
      state: 'limit_reached_forever',
    });
    test.clock.advance(1000 * DAY);
    const again = await complete('once', customer);
    expect(again.status).toBe(422);
    expect(again.body.error.code).toBe('rule_limit_reached');
  });
});

describe('a completion is refused', () => {
  const refusal = async (key: string, customer: { merchant_id: string }) => {
    const { status, body } = await complete(key, customer);
    return { status, code: body.error?.code };
  };

  it('for a customer who is blocked, whatever the rule', async () => {
    const customer = await newCustomer();
    await test.deps.db
      .updateTable('customers')
      .set({ blocked_at: ts(test.clock.real()) })
      .where('id', '=', customer.id)
      .execute();
    expect(await refusal('visit', customer)).toEqual({ status: 422, code: 'customer_blocked' });
  });

  it('for a guest, whatever the rule', async () => {
    const quiet = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    const guest = { merchant_id: 'a-guest' };
    await ensureCustomer(test.deps, { program: quiet, site: program.sites.at(-1)!, ...guest });
    expect(await refusal('visit', guest)).toEqual({ status: 422, code: 'customer_not_enrolled' });
  });

  it.each([
    ['visit', 'rule_kind_mismatch'],
    ['off', 'rule_not_enabled_for_customer'],
    ['gold', 'rule_not_enabled_for_customer'],
  ])('of the rule %s: %s', async (key, code) => {
    expect(await refusal(key, await newCustomer())).toEqual({ status: 422, code });
  });

  it('of rules and customers that do not exist', async () => {
    const customer = await newCustomer();
    const unknown = [
      { rule_id: 999_999, customer_merchant_id: customer.merchant_id },
      { rule_id: Number.MAX_SAFE_INTEGER, customer_merchant_id: customer.merchant_id },
      { rule_id: ruleId('follow'), customer_merchant_id: 'nobody' },
    ];
    for (const body of unknown) {
      const response = await test.post(path(), body);
      expect(response.status).toBe(404);
      expect(response.body.error.code).toBe('not_found');
    }
  });

  it('on a site of another program just as on one that does not exist', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'rival', name: 'Rival' }), TESTER);
    const rival = (await test.deps.programs.all()).find(({ key }) => key === 'rival')!;
    const customer = await newCustomer();
    const body = { rule_id: ruleId('follow'), customer_merchant_id: customer.merchant_id };
    const answers = [];
    for (const site of [rival.sites.at(-1)!.id, 999_999]) {
      const response = await test.post(`/headless/2025-06/${site}/rules/social_follow/complete`, body);
      const { request_id: _, ...error } = response.body.error;
      answers.push({ status: response.status, error });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404, error: { code: 'not_found' } });
    const foreign = await test.post(path(), { ...body, rule_id: rival.rules[0]!.id });
    expect(foreign.status).toBe(404);
  });

  it.each([
    [{}, { rule_id: 'is required', customer_merchant_id: 'is required' }],
    [
      { rule_id: '12', customer_merchant_id: [12] },
      { rule_id: 'must be an integer', customer_merchant_id: 'must be a string or an integer' },
    ],
    [
      { rule_id: null, customer_merchant_id: null },
      { rule_id: 'must be an integer', customer_merchant_id: 'must be a string or an integer' },
    ],
    [
      { rule_id: 1.5, customer_merchant_id: '' },
      { rule_id: 'must be an integer', customer_merchant_id: 'must not be empty' },
    ],
    [
      { rule_id: -1, customer_merchant_id: 'x'.repeat(256) },
      { rule_id: 'must be at least 0', customer_merchant_id: 'must have at most 255 characters' },
    ],
    [
      { rule_id: 2 ** 53, customer_merchant_id: 'a\u0000b' },
      {
        rule_id: `must be at most ${Number.MAX_SAFE_INTEGER}`,
        customer_merchant_id: 'must not contain NUL or a lone surrogate',
      },
    ],
  ])('with all its complaints at once: %o', async (body, details) => {
    const response = await test.post(path(), body);
    expect(response.status).toBe(400);
    expectServedSchema(document, response);
    expect(response.body.error).toMatchObject({ code: 'invalid_request', details });
  });

  it('to a key without the scope', async () => {
    const key = await test.createKey(['read_customers', 'write_orders']);
    const response = await test.post(path(), {}).set('authorization', `Bearer ${key}`);
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({
      code: 'insufficient_scope',
      details: { scope: 'write_customers' },
    });
  });
});

describe('the answer', () => {
  const offered = (body: { customer: { available_rewards: { id: number }[] } }) =>
    body.customer.available_rewards.map(({ id }) => program.reward(id)!.key);

  it('holds what is offered to its channel and its country', async () => {
    const customer = await newCustomer();
    const asked = async (address: string, headers: Record<string, string> = {}) =>
      offered((await complete('follow', customer, address).set(headers)).body);
    expect(await asked(path())).toEqual(['last']);
    expect(await asked(path(0, '?channel=pos'))).toEqual(['last', 'at_the_till']);
    expect(await asked(path(), { 'X-Loyalty-Channel': 'pos' })).toEqual(['last', 'at_the_till']);
    expect(await asked(path(0, '?channel=web'), { 'X-Loyalty-Channel': 'pos' })).toEqual(['last']);
    expect(await asked(path(0, '?country=de'))).toEqual(['last', 'in_germany']);
    expect(await asked(path(1))).toEqual(['last', 'in_germany']);
    expect(await asked(path(1, '?country=US'))).toEqual(['last']);
  });

  it('speaks the language asked for, or else that of the site, and the currency of the site', async () => {
    const customer = await newCustomer();
    const asked = async (address: string, headers: Record<string, string> = {}) => {
      const { body } = await complete('follow', customer, address).set(headers);
      const [gift] = body.customer.available_rewards;
      return [body.actions[0].label, gift.variant.cost_text, gift.properties.initial_balance.formatted];
    };
    const english = ['Follow us', '500 points', '$10'];
    expect(await asked(path())).toEqual(english);
    expect(await asked(path(0, '?language=ja'))).toEqual(english);
    const german = ['Folge uns', '500 Punkte', '10\u00a0$'];
    expect(await asked(path(0, '?language=de-CH'))).toEqual(german);
    expect(await asked(path(), { 'X-Loyalty-Language': 'DE' })).toEqual(german);
    expect(await asked(path(1))).toEqual(['Folge uns', '500 Punkte', '9\u00a0€']);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeat give the same answer and nothing else', async () => {
    const customer = await newCustomer();
    const keyed = () => complete('follow', customer).set('Idempotency-Key', 'follow once');
    const first = await keyed();
    expect(first.status).toBe(200);
    expectServedSchema(document, first);
    expect(first.body.customer).toMatchObject({
      points_approved: 50,
      history: [{ points: 50 }, { kind: 'entered_tier' }],
    });
    const second = await keyed();
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const other = await complete('daily', customer).set('Idempotency-Key', 'follow once');
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe('idempotency_key_reused');
    expect((await complete('follow', customer)).body.customer.points_approved).toBe(100);
  });

  it('makes a repeat of a refusal the same refusal, also when it could succeed by now', async () => {
    const customer = await newCustomer();
    await complete('daily', customer);
    const keyed = () => complete('daily', customer).set('Idempotency-Key', 'daily twice');
    const refused = await keyed();
    expect(refused.body.error.code).toBe('rule_limit_reached');
    test.clock.advance(DAY / 2 + DAY / 4);
    const again = await keyed();
    expect(again.status).toBe(422);
    expect(again.text).toBe(refused.text);
    expect((await complete('daily', customer)).status).toBe(200);
  });

  it('of a 404 is free to be used again', async () => {
    const merchant_id = 'comes-later';
    const keyed = () => complete('follow', { merchant_id }).set('Idempotency-Key', 'too early');
    expect((await keyed()).status).toBe(404);
    await newCustomer({ merchant_id });
    expect((await keyed()).status).toBe(200);
  });
});
