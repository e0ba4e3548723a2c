import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, programDefinition, siteDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { PROPERTIES, rewardOfKind, rewardsOfAllKinds } from '../support/reward-kinds.ts';

const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

const VOUCHER_KINDS = [
  'cart_discount_voucher',
  'cart_variable_discount_voucher',
  'free_shipping_voucher',
  'product_discount_voucher',
  'collection_discount_voucher',
] as const;
const SUBSCRIPTION_KINDS = ['active_subscription_discount_voucher', 'active_subscription_product'] as const;

beforeAll(async () => {
  const special: Record<string, RewardDefinition> = {
    pooled: rewardOfKind('cart_discount_voucher', { codes: { kind: 'pool' } }),
    once: rewardOfKind('gift_card', { limit: { count: 1, interval: null } }),
    gone: rewardOfKind('gift_card', { stock: 0 }),
    off: rewardOfKind('gift_card', { enabled: false }),
    dear: rewardOfKind('gift_card', { cost: { kind: 'fixed', points: 1_000_000 } }),
    only: rewardOfKind('free_shipping_voucher', { codes: { kind: 'generated', pattern: 'ONLY' } }),
    by_webhook: rewardOfKind('custom', {
      properties: {
        ...PROPERTIES.custom,
        fulfillment_method: 'webhook',
        fulfillment_webhook_url: 'https://shop.example/hook',
      } as typeof PROPERTIES.custom,
    }),
    by_voucher: rewardOfKind('custom', { properties: { kind: 'custom', fulfillment_type: 'voucher' } }),
    titled: rewardOfKind('cart_variable_discount_voucher', {
      title: { en: '{amount} off', de: '{amount} Rabatt' },
    }),
  };
  test = await buildTestApp({
    program: {
      settings: { ...programDefinition().settings, currency_rates: { EUR: 0.8 } },
      sites: [
        { key: 'main', definition: siteDefinition() },
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      rules: [],
      rewards: [
        ...rewardsOfAllKinds(),
        ...Object.entries(special).map(([key, definition]) => ({ key, definition })),
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

async function newCustomer(points = 5000) {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}`, points });
}

const path = (kind: RewardKind, site = 0) =>
  `/headless/2025-06/${program.sites[site]!.id}/rewards/${kind}/redeem`;

/** The fields in the body of a kind beside the common ones. */
const NEEDED: Partial<Record<RewardKind, object>> = {
  cart_variable_discount_voucher: { discount_amount: 7.5 },
  product_cart: { variant_id: '901', cart_id: 'cart-1' },
  active_subscription_product: { variant_id: '901' },
};

function redeem(
  kind: RewardKind,
  customer: { merchant_id: string },
  rest: { reward?: string; site?: number } & Record<string, unknown> = {},
) {
  const { reward = kind, site = 0, ...body } = rest;
  return test.post(path(kind, site), {
    reward_id: entryOf(program.rewards, reward).id,
    customer_merchant_id: customer.merchant_id,
    ...NEEDED[kind],
    ...body,
  });
}

describe('redeeming a voucher', () => {
  it.each(VOUCHER_KINDS)('of the kind %s answers its code, the claim and the customer', async (kind) => {
    const customer = await newCustomer();
    const response = await redeem(kind, customer);
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { voucher_code, claimed_reward } = response.body;
    const points_cost = kind === 'cart_variable_discount_voucher' ? 750 : 500;
    expect(voucher_code).toMatch(/^[0-9A-Z]{12}$/);
    expect(claimed_reward).toMatchObject({
      state: 'approved',
      source: { kind: 'points_redemption', points_cost },
      redeemable: { kind, usage_status: 'not_used', code: voucher_code },
    });
    expect(response.body.customer).toMatchObject({
      points_approved: 5000 - points_cost,
      points_spent: points_cost,
      claimed_rewards: [claimed_reward],
      history: [
        { kind: 'redeemed_points_for_reward', points: -points_cost, reward: { kind } },
        { kind: 'points_added' },
      ],
    });
  });

  it('gives what the operator imported, once each', async () => {
    await test.deps.db
      .insertInto('voucher_codes')
      .values({
        program_id: program.id,
        reward_id: entryOf(program.rewards, 'pooled').id,
        code: 'POOL-1',
        code_key: 'POOL1',
        created_at: ts(NOON),
      })
      .execute();
    const first = await redeem('cart_discount_voucher', await newCustomer(), { reward: 'pooled' });
    expect(first.body.voucher_code).toBe('POOL-1');
    const offered = (body: typeof first.body) =>
      body.customer.available_rewards.find(
        ({ id }: { id: number }) => id === entryOf(program.rewards, 'pooled').id,
      ).context.can_redeem;
    expect(offered(first.body)).toEqual({ state: 'out_of_stock' });
    const second = await redeem('cart_discount_voucher', await newCustomer(), { reward: 'pooled' });
    expect(second.status).toBe(422);
    expect(second.body.error.code).toBe('reward_out_of_stock');
  });

  it('of an operator who ran out of codes to make is refused', async () => {
    expect((await redeem('free_shipping_voucher', await newCustomer(), { reward: 'only' })).status).toBe(201);
    const { status, body } = await redeem('free_shipping_voucher', await newCustomer(), { reward: 'only' });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'voucher_allocation_failed' });
  });
});

describe('redeeming a discount of a chosen amount', () => {
  const kind = 'cart_variable_discount_voucher';

  it('takes the amount in the currency of the site, as a number or as text', async () => {
    const customer = await newCustomer();
    const american = await redeem(kind, customer, { discount_amount: '12.34' });
    expect(american.body.claimed_reward).toMatchObject({
      source: { points_cost: 1234 },
      redeemable: { discount: { amount: 12.34, formatted: '$12.34' } },
    });
    const german = await redeem(kind, customer, { discount_amount: 8, site: 1 });
    expectServedSchema(document, german);
    expect(german.body.claimed_reward).toMatchObject({
      source: { points_cost: 1000 },
      redeemable: { discount: { amount: 8, formatted: '8\u00a0€' } },
    });
    expect(german.body.customer.points_approved).toBe(5000 - 2234);
  });

  it('names the claim after what was asked for, in the words and the currency of the reader', async () => {
    const { body } = await redeem(kind, await newCustomer(), {
      reward: 'titled',
      site: 1,
      discount_amount: 8,
    });
    expect(body.claimed_reward.title).toBe('8\u00a0€ Rabatt');
    expect(body.customer.history[0].label).toBe('8\u00a0€ Rabatt');
    const id = entryOf(program.rewards, 'titled').id;
    const offer = body.customer.available_rewards.find((reward: { id: number }) => reward.id === id);
    expect(offer.variant.title).toBe('4\u00a0€ – 16\u00a0€ Rabatt');
  });

  it.each([
    [4.99, 'must be between 5.00 and 20.00 USD'],
    ['20.01', 'must be between 5.00 and 20.00 USD'],
    [7.505, 'must have at most 2 decimals'],
    [-5, 'must be at least 0'],
    ['five', 'must be a number'],
    [undefined, 'is required'],
  ])('of %s is a 400 that says what is wrong', async (discount_amount, complaint) => {
    const customer = await newCustomer();
    const response = await redeem(kind, customer, { discount_amount });
    expect(response.status).toBe(400);
    expectServedSchema(document, response);
    expect(response.body.error.details.discount_amount).toContain(complaint);
  });

  it('is within reach as long as the smallest discount is', async () => {
    const offer = async (points: number) => {
      const customer = await newCustomer(points);
      const { body } = await redeem('gift_card', customer);
      const id = entryOf(program.rewards, kind).id;
      return body.customer.available_rewards.find((reward: { id: number }) => reward.id === id).context
        .can_redeem;
    };
    expect(await offer(1000)).toEqual({ state: 'redeemable' });
    expect(await offer(999)).toEqual({ state: 'insufficient_points', additional_points_required: 1 });
  });
});

describe('redeeming a gift card', () => {
  it('tells the whole code in this answer only', async () => {
    const customer = await newCustomer();
    const response = await redeem('gift_card', customer);
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { gift_card_code, claimed_reward } = response.body;
    expect(gift_card_code).toMatch(/^[0-9A-Z]{16}$/);
    expect(claimed_reward.redeemable).toMatchObject({
      kind: 'gift_card',
      code_last_characters: gift_card_code.slice(-4),
      initial_balance: { amount: 10 },
    });
    const next = await redeem('gift_card', customer);
    expect(JSON.stringify(next.body)).not.toContain(gift_card_code);
    const stored = await test.deps.db.selectFrom('claimed_rewards').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(gift_card_code);
  });

  it('tells it again to a repeat with the same Idempotency-Key, and stores it sealed', async () => {
    const customer = await newCustomer();
    const keyed = () => redeem('gift_card', customer).set('Idempotency-Key', 'my card');
    const first = await keyed();
    expectServedSchema(document, first);
    const second = await keyed();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    const stored = await test.deps.db.selectFrom('idempotency_records').select('body').execute();
    expect(stored.length).toBeGreaterThan(0);
    for (const { body } of stored) expect(body.includes(first.body.gift_card_code)).toBe(false);
    expect((await redeem('gift_card', customer)).body.customer.points_approved).toBe(4000);
  });
});

describe('redeeming a custom reward', () => {
  it('waits for the store', async () => {
    const response = await redeem('custom', await newCustomer());
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({
      fulfillment_explanation: null,
      claimed_reward: {
        redeemable: {
          kind: 'custom',
          usage_status: 'not_used',
          fulfilment_explanation: null,
          fulfilled_at: null,
        },
      },
    });
  });

  it.each([
    ['custom', '2026-01-14T12:00:00.000Z', undefined],
    ['by_webhook', null, undefined],
    ['by_voucher', '2026-01-14T12:00:00.000Z', expect.stringMatching(/^[0-9A-Z]{12}$/)],
  ])('%s that the customer has already was fulfilled: %s', async (reward, fulfilled_at, code) => {
    const response = await redeem('custom', await newCustomer(), { reward, fulfill_immediately: true });
    expectServedSchema(document, response);
    const { redeemable } = response.body.claimed_reward;
    expect({ fulfilled_at: redeemable.fulfilled_at, code: redeemable.code }).toEqual({ fulfilled_at, code });
  });

  it('is used at once where it says on which order', async () => {
    const customer = await newCustomer();
    const { order_id } = await recordOrder(
      test.deps,
      orderInput(program, { customer_id: customer.merchant_id, merchant_id: 'gid://shop/Order/5001' }),
    );
    const response = await redeem('custom', customer, { usage: { kind: 'order', merchant_id: '5001' } });
    expectServedSchema(document, response);
    expect(response.body.claimed_reward.redeemable.usage_status).toBe('used');
    const claim = await test.deps.db
      .selectFrom('claimed_rewards')
      .select('used_by_order_id')
      .where('id', '=', response.body.claimed_reward.id)
      .executeTakeFirstOrThrow();
    expect(claim.used_by_order_id).toBe(order_id);
  });

  it('complains of a usage that is none', async () => {
    const response = await redeem('custom', await newCustomer(), {
      fulfill_immediately: 'yes',
      usage: { kind: 'cart' },
    });
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual({
      fulfill_immediately: 'must be a boolean',
      'usage.kind': 'must be one of order',
      'usage.merchant_id': 'is required',
    });
  });
});

describe('redeeming what needs a subscription', () => {
  it.each(SUBSCRIPTION_KINDS)('of the kind %s is refused, for there is no integration', async (kind) => {
    const customer = await newCustomer();
    const response = await redeem(kind, customer, { shipping_address: { kind: 'address', id: '7' } });
    expect(response.status).toBe(422);
    expectServedSchema(document, response);
    expect(response.body.error.code).toBe('no_subscription_integration_configured');
    const { body } = await redeem('gift_card', customer);
    expect(body.customer.points_approved).toBe(4500);
    const offer = body.customer.available_rewards.find((reward: { kind: string }) => reward.kind === kind);
    expect(offer.context.can_redeem).toEqual({ state: 'unknown' });
  });

  it('needs to know which product', async () => {
    const response = await redeem('active_subscription_product', await newCustomer(), {
      variant_id: undefined,
    });
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual({ variant_id: 'is required' });
  });
});

describe.each([...VOUCHER_KINDS, ...SUBSCRIPTION_KINDS, 'gift_card', 'product_cart', 'custom'] as const)(
  'redeeming at the address of the kind %s',
  (kind) => {
    it('is of rewards of that kind', async () => {
      const other = kind === 'gift_card' ? 'custom' : 'gift_card';
      const { status, body } = await redeem(kind, await newCustomer(), { reward: other });
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'reward_kind_mismatch' });
    });

    it('of nothing that there is, or for nobody, is a 404', async () => {
      const customer = await newCustomer();
      expect((await redeem(kind, customer, { reward_id: 987_654_321 })).status).toBe(404);
      expect((await redeem(kind, { merchant_id: 'nobody' })).status).toBe(404);
    });

    it('needs a reward and a customer', async () => {
      const response = await test.post(path(kind), NEEDED[kind] ?? {});
      expect(response.status).toBe(400);
      expectServedSchema(document, response);
      expect(response.body.error.details).toEqual({
        reward_id: 'is required',
        customer_merchant_id: 'is required',
      });
    });
  },
);

describe('a redemption is refused', () => {
  it.each([
    ['off', 'reward_not_enabled_for_customer'],
    ['gone', 'reward_out_of_stock'],
    ['dear', 'insufficient_points'],
  ])('of the reward %s: %s', async (reward, code) => {
    const response = await redeem('gift_card', await newCustomer(), { reward });
    expect(response.status).toBe(422);
    expectServedSchema(document, response);
    expect(response.body.error.code).toBe(code);
  });

  it('beyond the limit', async () => {
    const customer = await newCustomer();
    expect((await redeem('gift_card', customer, { reward: 'once' })).status).toBe(201);
    const { body } = await redeem('gift_card', customer, { reward: 'once' });
    expect(body.error.code).toBe('reward_limit_reached');
  });
});
