import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { CustomerBody } from '../../src/http/headless/customer-schema.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
  siteDefinition,
} from '../support/factories.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

type ProductTerms = Extract<RewardDefinition['properties'], { kind: 'product_cart' }>;

/** A mug for 200 points, its small variant so often in stock. */
function mug(rest: Partial<RewardDefinition> = {}, terms: Partial<ProductTerms> = {}, stock = 10_000) {
  const definition = productRewardDefinition(rest);
  const properties = definition.properties as ProductTerms;
  const [small, ...others] = properties.product.variants;
  const variants = [{ ...small!, inventory_count: stock }, ...others];
  return {
    ...definition,
    properties: { ...properties, product: { ...properties.product, variants }, ...terms },
  };
}

const scarce = (stock: number) => mug({}, {}, stock);

beforeAll(async () => {
  const rewards: Record<string, RewardDefinition> = {
    mug: mug(),
    ten: scarce(10),
    two_a_cart: mug({}, { max_redemptions_per_cart: 2 }),
    once: mug({ limit: { count: 1, interval: null } }),
    choosy: mug({}, { cart_requirements: { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 } }),
    hasty: mug({ auto_refund_seconds: 60, expires_after_seconds: 3600 }),
    last: scarce(1),
    gone: scarce(0),
    off: mug({ enabled: false }),
    at_the_till: mug({ channels: ['pos'] }),
    in_germany: mug({ countries: ['DE'] }),
    card: rewardDefinition(),
    // Much is wrong with it, to see what is said first.
    hopeless: mug({ cost: { kind: 'fixed', points: 1_000_000 } }, { max_redemptions_per_cart: 0 }, 0),
  };
  test = await buildTestApp({
    program: {
      settings: { ...programDefinition().settings, currency_rates: { EUR: 0.9 } },
      sites: [
        { key: 'main', definition: siteDefinition() },
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      rewards: Object.entries(rewards).map(([key, definition]) => ({ key, definition })),
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
const path = (site = 0, query = '') =>
  `/headless/2025-06/${program.sites[site]!.id}/rewards/product_cart/redeem${query}`;

async function newCustomer(points = 1000) {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}`, points });
}

interface Redemption {
  customer: { merchant_id: string };
  reward?: string;
  variant_id?: string;
  cart_id?: string;
}

function redeem(
  { customer, reward = 'mug', variant_id = '901', cart_id = 'cart-1' }: Redemption,
  address = path(),
) {
  return test.post(address, {
    reward_id: rewardId(reward),
    customer_merchant_id: customer.merchant_id,
    variant_id,
    cart_id,
  });
}

/** The rest of a reward's small variant, as the customer in an answer sees it. */
function inventory(body: { customer: CustomerBody }, reward: string): number | null | undefined {
  const available = body.customer.available_rewards.find(({ id }) => id === rewardId(reward));
  return available?.kind === 'product_cart'
    ? available.properties.product.variants[0]?.inventory_count
    : undefined;
}

describe('redeeming a product reward', () => {
  it('takes the points, reserves the product and says what to put into the cart', async () => {
    const customer = await newCustomer();
    const response = await redeem({ customer, reward: 'ten' });
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { active_cart_redemption, claimed_reward } = response.body;
    const { body: listed } = await test.get(`/v2/customers/${customer.merchant_id}/claimed_rewards`);
    expect(listed.claimed_rewards).toMatchObject([
      { id: claimed_reward.id, session: { kind: 'cart', token: 'cart-1' } },
    ]);
    const product = {
      id: '900',
      handle: 'mug',
      title: 'Mug',
      url: 'https://shop.example/mug',
      image_url: 'https://shop.example/mug.png',
      variant: { id: '901', title: 'Small', inventory_count: 9 },
    };
    expect(active_cart_redemption).toEqual({
      id: expect.any(String),
      claimed_reward_id: claimed_reward.id,
      expires_at: '2026-01-15T12:00:00.000Z',
      product,
      quantity: 1,
      cart_id: 'cart-1',
      cart_line: {
        kind: 'platform',
        merchandise_id: '901',
        product_id: '900',
        quantity: 1,
        attributes: [{ key: '_loyalty_redemption_id', value: active_cart_redemption.id }],
      },
      current_cart_state: {
        in_cart: false,
        cart_requirements_met: true,
        cart_requirements_detail: {
          minimum_cart_total: { state: 'no_requirement' },
          minimum_line_item_quantity: { state: 'no_requirement' },
        },
      },
    });
    expect(claimed_reward).toEqual({
      id: expect.any(Number),
      claimed_at: '2026-01-14T12:00:00.000Z',
      auto_refund_at: active_cart_redemption.expires_at,
      reward_id: rewardId('ten'),
      title: 'Mug',
      state: 'approved',
      source: { kind: 'points_redemption', points_cost: 200 },
      redeemable: {
        kind: 'product_cart',
        usage_status: 'not_used',
        product,
        quantity: 1,
        used_at: null,
        cart_line_identifier: active_cart_redemption.id,
        active_cart_redemption,
      },
    });
    expect(response.body.customer).toMatchObject({
      points_approved: 800,
      points_spent: 200,
      claimed_rewards: [claimed_reward],
      active_cart_redemptions: [active_cart_redemption],
      history: [
        {
          kind: 'redeemed_points_for_reward',
          label: 'Mug',
          points: -200,
          points_text: '-200 points',
          reward: { id: rewardId('ten'), kind: 'product_cart' },
          claimed_reward_id: claimed_reward.id,
          state: 'approved',
        },
        { kind: 'points_added' },
      ],
    });
    expect(inventory(response.body, 'ten')).toBe(9);
  });

  it('knows a variant by any form of its id, and one whose stock is not tracked', async () => {
    const customer = await newCustomer();
    const response = await redeem({ customer, variant_id: 'gid://shop/ProductVariant/902' });
    expect(response.status).toBe(201);
    expect(response.body.active_cart_redemption).toMatchObject({
      product: { variant: { id: '902', title: 'Large', inventory_count: null } },
      cart_line: { merchandise_id: '902' },
    });
  });

  it('is not refused for what the cart lacks; the answer says what that is', async () => {
    const response = await redeem({ customer: await newCustomer(), reward: 'choosy' }, path(1));
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    expect(response.body.active_cart_redemption.current_cart_state).toEqual({
      in_cart: false,
      cart_requirements_met: false,
      cart_requirements_detail: {
        minimum_cart_total: {
          state: 'requirement_not_met',
          additional_amount_required: { amount: 45, formatted: '45\u00a0€' },
        },
        minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity_required: 3 },
      },
    });
  });

  it('leaves every redemption in its own cart', async () => {
    const customer = await newCustomer();
    await redeem({ customer, cart_id: 'cart-1' });
    const { body } = await redeem({ customer, cart_id: 'gid://shop/Cart/2?key=x' });
    expect(body.customer.active_cart_redemptions).toMatchObject([
      { cart_id: 'gid://shop/Cart/2?key=x' },
      { cart_id: 'cart-1' },
    ]);
    expect(body.customer.points_approved).toBe(600);
  });
});

describe('a redemption that nobody used', () => {
  it('lapses after its time and gives everything back', async () => {
    const customer = await newCustomer(200);
    const first = await redeem({ customer, reward: 'last' });
    expect(first.status).toBe(201);
    expect(inventory(first.body, 'last')).toBe(0);
    const emptied = await redeem({ customer: await newCustomer(), reward: 'last' });
    expect(emptied.body.error.code).toBe('reward_out_of_stock');

    test.clock.advance(24 * HOUR - 1);
    expect((await redeem({ customer, reward: 'last' })).body.error.code).toBe('reward_out_of_stock');
    test.clock.advance(1);
    const again = await redeem({ customer, reward: 'last' });
    expect(again.status).toBe(201);
    expectServedSchema(document, again);
    expect(again.body.customer).toMatchObject({
      points_approved: 0,
      points_spent: 200,
      claimed_rewards: [
        { state: 'approved' },
        { id: first.body.claimed_reward.id, state: 'void', redeemable: { active_cart_redemption: null } },
      ],
      active_cart_redemptions: [{ id: again.body.active_cart_redemption.id }],
      history: [
        { kind: 'redeemed_points_for_reward', state: 'approved' },
        { kind: 'redeemed_points_for_reward', state: 'void', date: '2026-01-14T12:00:00.000Z' },
        { kind: 'points_added' },
      ],
    });
  });

  it('gives its place in the limit and in the cart back', async () => {
    const customer = await newCustomer();
    for (const reward of ['once', 'two_a_cart', 'two_a_cart']) {
      expect((await redeem({ customer, reward })).status).toBe(201);
    }
    expect((await redeem({ customer, reward: 'once' })).status).toBe(422);
    expect((await redeem({ customer, reward: 'two_a_cart' })).status).toBe(422);
    test.clock.advance(24 * HOUR);
    for (const reward of ['once', 'two_a_cart']) {
      expect((await redeem({ customer, reward })).status).toBe(201);
    }
  });

  it('lapses as early as its reward says', async () => {
    const { body } = await redeem({ customer: await newCustomer(), reward: 'hasty' });
    expect(body.active_cart_redemption.expires_at).toBe('2026-01-14T12:01:00.000Z');
    expect(body.claimed_reward.auto_refund_at).toBe('2026-01-14T12:01:00.000Z');
  });
});

describe('a redemption is refused', () => {
  async function refusal(redemption: Redemption, address?: string) {
    const { status, body } = await redeem(redemption, address);
    return { status, code: body.error?.code };
  }

  it('for a customer who is blocked, whatever else is wrong', async () => {
    const customer = await newCustomer();
    await test.deps.db
      .updateTable('customers')
      .set({ blocked_at: ts(test.clock.real()) })
      .where('id', '=', customer.id)
      .execute();
    expect(await refusal({ customer, reward: 'card' })).toEqual({ status: 422, code: 'customer_blocked' });
  });

  it('for a guest, whatever else is wrong', async () => {
    const quiet = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    const customer = { merchant_id: 'a-guest' };
    await ensureCustomer(test.deps, { program: quiet, site: program.sites.at(-1)!, ...customer });
    expect(await refusal({ customer, reward: 'card' })).toEqual({
      status: 422,
      code: 'customer_not_enrolled',
    });
  });

  it.each([
    ['card', 'reward_kind_mismatch'],
    ['off', 'reward_not_enabled_for_customer'],
    ['at_the_till', 'reward_not_enabled_for_customer'],
    ['in_germany', 'reward_not_enabled_for_customer'],
    ['gone', 'reward_out_of_stock'],
  ])('of the reward %s: %s', async (reward, code) => {
    const customer = await newCustomer();
    expect(await refusal({ customer, reward })).toEqual({ status: 422, code });
    expect((await redeem({ customer })).body.customer.points_approved).toBe(800);
  });

  it('unless the channel and the country are those it is for', async () => {
    const customer = await newCustomer();
    expect((await redeem({ customer, reward: 'at_the_till' }, path(0, '?channel=pos'))).status).toBe(201);
    expect((await redeem({ customer, reward: 'in_germany' }, path(0, '?country=DE'))).status).toBe(201);
    expect((await redeem({ customer, reward: 'in_germany' }, path(1))).status).toBe(201);
  });

  it('of a variant that the reward does not have', async () => {
    const customer = await newCustomer();
    for (const variant_id of ['999', 'gid://shop/ProductVariant/9010', '0901']) {
      expect(await refusal({ customer, variant_id })).toEqual({ status: 422, code: 'invalid_variant_id' });
    }
  });

  it('beyond the limit', async () => {
    const customer = await newCustomer();
    const first = await redeem({ customer, reward: 'once' });
    const available = first.body.customer.available_rewards.find(
      ({ id }: { id: number }) => id === rewardId('once'),
    );
    expect(available.context).toEqual({
      can_redeem: { state: 'claim_limit_reached' },
      last_claimed_at: '2026-01-14T12:00:00.000Z',
      claim_count: 1,
      claim_limit: { state: 'limit_reached_forever' },
    });
    expect(await refusal({ customer, reward: 'once' })).toEqual({
      status: 422,
      code: 'reward_limit_reached',
    });
  });

  it('beyond what a cart may hold, with that number', async () => {
    const customer = await newCustomer();
    await redeem({ customer, reward: 'two_a_cart' });
    await redeem({ customer, reward: 'two_a_cart' });
    const refused = await redeem({ customer, reward: 'two_a_cart' });
    expect(refused.status).toBe(422);
    expectServedSchema(document, refused);
    expect(refused.body.error).toMatchObject({ code: 'max_cart_redemptions_reached', limit: 2 });
    const elsewhere = await redeem({ customer, reward: 'two_a_cart', cart_id: 'cart-2' });
    expect(elsewhere.status).toBe(201);
  });

  it('without the points', async () => {
    const customer = await newCustomer(199);
    expect(await refusal({ customer })).toEqual({ status: 422, code: 'insufficient_points' });
    await newCustomer();
    const enough = await newCustomer(200);
    expect((await redeem({ customer: enough })).body.customer.points_approved).toBe(0);
    expect(await refusal({ customer: enough })).toEqual({ status: 422, code: 'insufficient_points' });
  });

  it('with the variant before the stock, and the stock before the points', async () => {
    const customer = await newCustomer(0);
    const codes = [
      (await refusal({ customer, reward: 'hopeless', variant_id: 'no' })).code,
      (await refusal({ customer, reward: 'hopeless' })).code,
    ];
    expect(codes).toEqual(['invalid_variant_id', 'reward_out_of_stock']);
  });

  it('of rewards, customers and sites that do not exist', async () => {
    const customer = await newCustomer();
    const body = {
      reward_id: rewardId('mug'),
      customer_merchant_id: customer.merchant_id,
      variant_id: '901',
      cart_id: 'c',
    };
    const answers = [
      await test.post(path(), { ...body, reward_id: 999_999 }),
      await test.post(path(), { ...body, customer_merchant_id: 'nobody' }),
      await test.post('/headless/2025-06/999999/rewards/product_cart/redeem', body),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error.code).toBe('not_found');
    }
  });

  it('with all its complaints at once', async () => {
    const none = await test.post(path(0, '?channel=fax'), {});
    expect(none.status).toBe(400);
    expect(none.body.error.details).toEqual({
      channel: expect.any(String),
      reward_id: 'is required',
      customer_merchant_id: 'is required',
      variant_id: 'is required',
      cart_id: 'is required',
    });
    const wrong = await test.post(path(), {
      reward_id: true,
      customer_merchant_id: ['a'],
      variant_id: 9.01,
      cart_id: null,
    });
    expect(wrong.body.error.details).toEqual({
      reward_id: 'must be an integer',
      customer_merchant_id: 'must be a string or an integer',
      variant_id: 'must be a string or an integer',
      cart_id: 'must be a string or an integer',
    });
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeat give the same redemption', async () => {
    const customer = await newCustomer();
    const keyed = () => redeem({ customer }).set('Idempotency-Key', 'one mug');
    const first = await keyed();
    expect(first.status).toBe(201);
    expectServedSchema(document, first);
    expect(first.body.customer).toMatchObject({
      points_approved: 800,
      claimed_rewards: [first.body.claimed_reward],
      active_cart_redemptions: [first.body.active_cart_redemption],
    });
    const second = await keyed();
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await redeem({ customer })).body.customer.points_approved).toBe(600);
  });

  it('holds for one request of one channel and language', async () => {
    const customer = await newCustomer();
    const keyed = (address: string) => redeem({ customer }, address).set('Idempotency-Key', 'as it was');
    expect((await keyed(path())).status).toBe(201);
    for (const query of ['?channel=pos', '?language=de', '?country=DE']) {
      const { status, body } = await keyed(path(0, query));
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'idempotency_key_reused' });
    }
  });

  it('keeps a refusal, with its limit', async () => {
    const customer = await newCustomer();
    await redeem({ customer, reward: 'two_a_cart' });
    await redeem({ customer, reward: 'two_a_cart' });
    const keyed = () => redeem({ customer, reward: 'two_a_cart' }).set('Idempotency-Key', 'one too many');
    const first = await keyed();
    expect(first.body.error).toMatchObject({ code: 'max_cart_redemptions_reached', limit: 2 });
    expect((await keyed()).text).toBe(first.text);
  });
});
