import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
  tierDefinition,
} from '../support/factories.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: {
        ...programDefinition().settings,
        tier_membership: { mode: 'rolling', duration_months: 12 },
      },
      tiers: [{ key: 'basic', definition: tierDefinition({ name: 'Basic', lower_bound: 0 }) }],
      rewards: [
        {
          key: 'voucher',
          definition: rewardDefinition({
            title: { en: '10% off', de: '10 % Rabatt' },
            description: 'For your next order',
            expires_after_seconds: 3600,
            properties: {
              kind: 'cart_discount_voucher',
              discount: { discount_type: 'percentage', percentage: 10 },
              applies_to_order_type: 'all',
              recurring_cycle_limit: null,
              supports_active_subscriptions: true,
              minimum_spend_minor: 2550,
              target_collections: [],
            },
            variants: { basic: { cost: { kind: 'fixed', points: 300 } } },
          }),
        },
        { key: 'card', definition: rewardDefinition() },
        { key: 'mug', definition: productRewardDefinition() },
        { key: 'once', definition: rewardDefinition({ limit: { count: 1, interval: null } }) },
        { key: 'off', definition: rewardDefinition({ enabled: false }) },
        { key: 'at_the_till', definition: rewardDefinition({ channels: ['pos'] }) },
        { key: 'in_germany', definition: rewardDefinition({ countries: ['DE'] }) },
        { key: 'gone', definition: rewardDefinition({ stock: 0 }) },
        { key: 'dear', definition: rewardDefinition({ cost: { kind: 'fixed', points: 1001 } }) },
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

const rewardId = (key: string) => entryOf(program.rewards, key).id;
const path = (segment: string, query = '') => `/v2/customers/${segment}/claimed_rewards${query}`;

async function newCustomer(points = 1000, merchant_id?: string) {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: merchant_id ?? `customer-${customers}`, points });
}

const claim = (customer: { merchant_id: string }, reward: string, rest: object = {}, query = '') =>
  test.post(path(encodeURIComponent(customer.merchant_id), query), { reward_id: rewardId(reward), ...rest });

const load = (customer: { id: number }) =>
  loadStorefrontCustomer(test.deps, { program, customer_id: customer.id, channel: 'web', country: 'US' });

describe('claiming a reward for a customer', () => {
  it('gives a voucher with its code, and takes what it costs in the tier of the customer', async () => {
    const customer = await newCustomer();
    const response = await claim(customer, 'voucher', { session: { kind: 'checkout', token: 'tok' } });
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    expect(response.body).toEqual({
      claimed_reward: {
        id: expect.any(Number),
        claimed_at: '2026-01-14T12:00:00.000Z',
        point_cost: 300,
        redeemable: {
          redeemable_type: 'voucher',
          fulfilled: true,
          fulfilled_at: '2026-01-14T12:00:00.000Z',
          expires_on: '2026-01-14',
          code: expect.stringMatching(/^[0-9A-Z]{12}$/),
          discount_amount: null,
          usage_count: 0,
          usage_limit: 1,
        },
        reward: expect.objectContaining({
          id: rewardId('voucher'),
          title: '10% off',
          description: 'For your next order',
          content: {
            en: { title: '10% off', description: 'For your next order' },
            de: { title: '10 % Rabatt', description: 'For your next order' },
          },
          point_cost: 300,
          method: 'voucher',
          discount_type: 'percentage',
          discount_amount: 10,
          minimum_spend: 25.5,
          expiry_options: { kind: 'relative', seconds: 3600 },
          site_id: program.sites.at(-1)!.id,
          target_site: { id: program.sites.at(-1)!.id, name: 'Shop', url: 'https://shop.example' },
        }),
        state: 'approved',
        session: { kind: 'checkout', token: 'tok' },
        auto_refund_at: null,
        expires_at: '2026-01-14T13:00:00.000Z',
      },
    });
    const { row, claims } = await load(customer);
    expect(row).toMatchObject({ points_approved: 700, points_spent: 300 });
    expect(claims).toMatchObject([{ code: response.body.claimed_reward.redeemable.code }]);
  });

  it('gives a gift card, whose whole code is told this once', async () => {
    const customer = await newCustomer();
    const response = await claim(customer, 'card', { attribution: 'redemption_notification' });
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { redeemable, session } = response.body.claimed_reward;
    expect(redeemable).toMatchObject({
      redeemable_type: 'gift_card',
      code: expect.stringMatching(/^[0-9A-Z]{16}$/),
      code_last_characters: redeemable.code.slice(-4),
      initial_balance: 10,
      current_balance: 10,
    });
    expect(session).toBeNull();
    const { body } = await test.get(`/v2/customers/${customer.merchant_id}/transactions`);
    expect(body.transactions[0].claimed_reward.redeemable).toEqual({ ...redeemable, code: null });
    expect(JSON.stringify(body)).not.toContain(redeemable.code);
  });

  it('puts a product into the cart that the session names', async () => {
    const customer = await newCustomer();
    const session = { kind: 'cart', token: 'cart-7' };
    const response = await claim(customer, 'mug', { variant_id: 'gid://shop/ProductVariant/901', session });
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    expect(response.body.claimed_reward).toMatchObject({
      redeemable: {
        redeemable_type: 'product',
        fulfilled: false,
        fulfilled_at: null,
        product: { id: 900, variant_id: 901 },
        used_at: null,
      },
      reward: {
        auto_refund_seconds: 86_400,
        target_products: [
          { variant_id: 901, inventory_count: 9, sku: 'MUG-S' },
          { variant_id: 902, inventory_count: null, sku: null },
        ],
      },
      session,
      auto_refund_at: '2026-01-15T12:00:00.000Z',
    });
    const { cart_redemptions } = await load(customer);
    expect(cart_redemptions).toMatchObject([{ id: response.body.claimed_reward.id, cart_id: 'cart-7' }]);
  });

  it.each([
    ['without a session', undefined],
    ['with a session of another kind', { kind: 'custom', token: 'till-3' }],
  ])('%s leaves a product without a cart, and it lapses all the same', async (_, session) => {
    const customer = await newCustomer();
    const { status, body } = await claim(customer, 'mug', { variant_id: '902', session });
    expect(status).toBe(201);
    expect(body.claimed_reward).toMatchObject({
      session: session ?? null,
      auto_refund_at: '2026-01-15T12:00:00.000Z',
    });
    expect((await load(customer)).cart_redemptions).toEqual([]);
    test.clock.advance(24 * HOUR);
    await claim(customer, 'card');
    expect(await load(customer)).toMatchObject({
      row: { points_approved: 500, points_spent: 500 },
      claims: [{ state: 'approved' }, { id: body.claimed_reward.id, state: 'void' }],
    });
  });

  it('a second time under the same platform_action_id gives the first claim again', async () => {
    const customer = await newCustomer(500);
    const action = { platform_action_id: 'action-1' };
    const first = await claim(customer, 'card', action);
    expect(first.status).toBe(201);
    const second = await claim(customer, 'card', action);
    expect(second.status).toBe(201);
    expectServedSchema(document, second);
    const { claimed_reward } = first.body;
    expect(second.body.claimed_reward).toEqual({
      ...claimed_reward,
      redeemable: { ...claimed_reward.redeemable, code: null },
    });
    expect((await load(customer)).row.points_approved).toBe(0);
    expect((await claim(customer, 'once', action)).body.error.code).toBe('insufficient_points');
    const other = await claim(await newCustomer(), 'card', action);
    expect(other.body.claimed_reward.id).not.toBe(claimed_reward.id);
  });

  it('ignores what it does not know, discount_amount of other kinds included', async () => {
    const response = await claim(await newCustomer(), 'card', {
      discount_amount: 5,
      program: 1,
      full_code: 'x',
    });
    expect(response.status).toBe(201);
  });
});

describe('the merchant_id of the path', () => {
  it.each([
    ['a%2Fb%20c', 'a/b c'],
    ['gid%3A%2F%2Fshop%2FCustomer%2F8001', 'gid://shop/Customer/8001'],
    ['8002', 'gid://shop/Customer/8002'],
    ['gid%3A%2F%2Fshop%2FCustomer%2F8003', '8003'],
    ['gid%253A%252F%252Fshop%252FCustomer%252F8004', 'gid://shop/Customer/8004'],
    ['%25', '%'],
    ['%C3%A9%F0%9F%8E%81', 'é🎁'],
    [encodeURIComponent('é'.repeat(255)), 'é'.repeat(255)],
  ])('%s names the customer %s', async (segment, merchant_id) => {
    const customer = await newCustomer(1000, merchant_id);
    const response = await test.post(path(segment), { reward_id: rewardId('card') });
    expect(response.status).toBe(201);
    expect((await load(customer)).claims).toMatchObject([{ id: response.body.claimed_reward.id }]);
  });

  it('is taken as decoded once where that is known', async () => {
    const literal = await newCustomer(1000, '100%25');
    await newCustomer(1000, '100%');
    await test.post(path('100%2525'), { reward_id: rewardId('card') });
    expect((await load(literal)).row.points_approved).toBe(500);
  });

  it('of nobody is a 404, of too much a 400', async () => {
    const unknown = await test.post(path('nobody'), { reward_id: rewardId('card') });
    expect({ status: unknown.status, code: unknown.body.error.code }).toEqual({
      status: 404,
      code: 'not_found',
    });
    for (const segment of ['x'.repeat(256), 'a%00b', '%2500']) {
      const { status, body } = await test.post(path(segment), { reward_id: rewardId('card') });
      if (segment === '%2500') expect(status).toBe(404);
      else
        expect({ status, details: body.error.details }).toMatchObject({
          status: 400,
          details: { merchant_id: expect.any(String) },
        });
    }
  });
});

describe('a claim is refused', () => {
  it.each([
    ['off', {}, 'reward_not_enabled_for_customer'],
    ['at_the_till', {}, 'reward_not_enabled_for_customer'],
    ['in_germany', {}, 'reward_not_enabled_for_customer'],
    ['gone', {}, 'reward_out_of_stock'],
    ['mug', { variant_id: '999' }, 'invalid_variant_id'],
    ['dear', {}, 'insufficient_points'],
  ])('of the reward %s with %o: %s', async (reward, rest, code) => {
    const customer = await newCustomer();
    const { status, body } = await claim(customer, reward, rest);
    expect({ status, code: body.error.code }).toEqual({ status: 422, code });
    expect((await load(customer)).row).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });

  it('unless the channel and the country are those it is for', async () => {
    const customer = await newCustomer();
    expect((await claim(customer, 'at_the_till', {}, '?channel=pos')).status).toBe(201);
    expect((await claim(customer, 'in_germany', {}, '?country=DE')).status).toBe(201);
  });

  it('beyond the limit', async () => {
    const customer = await newCustomer();
    expect((await claim(customer, 'once')).status).toBe(201);
    expect((await claim(customer, 'once')).body.error.code).toBe('reward_limit_reached');
  });

  it('for a guest and for a customer who is blocked', async () => {
    const quiet = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    const guest = await ensureCustomer(test.deps, {
      program: quiet,
      site: program.sites.at(-1)!,
      merchant_id: 'a-guest',
    });
    expect((await claim(guest, 'card')).body.error.code).toBe('customer_not_enrolled');
    await test.deps.db
      .updateTable('customers')
      .set({ blocked_at: ts(test.clock.real()) })
      .where('id', '=', guest.id)
      .execute();
    expect((await claim(guest, 'card')).body.error.code).toBe('customer_blocked');
  });

  it('of a reward that does not exist, before anything is said of it', async () => {
    const customer = await newCustomer();
    const { status, body } = await test.post(path(customer.merchant_id), {
      reward_id: 999_999,
      multiplier: 2,
    });
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' });
  });

  it('without the variant of a product, and with a multiplier on what has none', async () => {
    const customer = await newCustomer();
    const { status, body } = await claim(customer, 'mug', { multiplier: 2 });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      details: { variant_id: expect.any(String), multiplier: expect.any(String) },
    });
    const card = await claim(customer, 'card', { multiplier: 1 });
    expect(card.body.error.details).toEqual({ multiplier: expect.any(String) });
  });

  it.each([
    [{}, { reward_id: 'is required' }],
    [
      {
        reward_id: '1',
        multiplier: 0,
        variant_id: true,
        platform_action_id: '',
        attribution: 'x',
        session: 'cart',
      },
      {
        reward_id: 'must be an integer',
        multiplier: 'must be at least 1',
        variant_id: 'must be a string or an integer',
        platform_action_id: 'must not be empty',
        attribution: 'must be one of redemption_notification',
        session: 'must be an object',
      },
    ],
    [
      { reward_id: 1, multiplier: 101, session: { kind: 'basket' } },
      {
        multiplier: 'must be at most 100',
        'session.kind': 'must be one of cart, checkout, custom',
        'session.token': 'is required',
      },
    ],
    [
      { reward_id: 1, multiplier: 1.5, platform_action_id: 'x'.repeat(256), variant_id: null },
      {
        multiplier: 'must be an integer',
        platform_action_id: 'must have at most 255 characters',
        variant_id: 'must be a string or an integer',
      },
    ],
  ])('with all its complaints at once: %o', async (body, details) => {
    const response = await test.post(path('1'), body);
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual(details);
  });

  it('to a key without the scope', async () => {
    const key = await test.createKey(['read_customers']);
    const response = await test.post(path('1'), {}).set('authorization', `Bearer ${key}`);
    expect(response.status).toBe(403);
    expectServedSchema(document, response);
    expect(response.body.error.details).toEqual({ scope: 'write_customers' });
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeat give the same claim, the whole code of a gift card included', async () => {
    const customer = await newCustomer();
    const keyed = () => claim(customer, 'card').set('Idempotency-Key', 'one card');
    const first = await keyed();
    expect(first.status).toBe(201);
    expectServedSchema(document, first);
    const second = await keyed();
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await load(customer)).row.points_approved).toBe(500);
    const stored = await test.deps.db.selectFrom('idempotency_records').select('body').execute();
    const { code } = first.body.claimed_reward.redeemable;
    for (const { body } of stored) expect(body.includes(code)).toBe(false);
  });

  it('holds for one path', async () => {
    const keyed = (customer: { merchant_id: string }) =>
      claim(customer, 'card').set('Idempotency-Key', 'for one');
    expect((await keyed(await newCustomer())).status).toBe(201);
    expect((await keyed(await newCustomer())).body.error.code).toBe('idempotency_key_reused');
  });
});
