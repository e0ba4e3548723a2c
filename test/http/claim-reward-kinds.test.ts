import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, programSettings, siteDefinition } from '../support/factories.ts';
import { rewardOfKind, rewardsOfAllKinds } from '../support/reward-kinds.ts';

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      // The customer's home is in Europe; amounts of this family are in the program's currency.
      settings: programSettings({ currency_rates: { EUR: 0.8 } }),
      sites: [
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      rules: [],
      rewards: [
        ...rewardsOfAllKinds(),
        {
          key: 'by_voucher',
          definition: rewardOfKind('custom', { properties: { kind: 'custom', fulfillment_type: 'voucher' } }),
        },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

async function newCustomer() {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}`, points: 10_000 });
}

const claim = (customer: { merchant_id: string }, reward: string, rest: object = {}) =>
  test.post(`/v2/customers/${customer.merchant_id}/claimed_rewards`, {
    reward_id: entryOf(program.rewards, reward).id,
    ...rest,
  });

describe('claiming for a customer', () => {
  it.each<[string, object, string, number]>([
    ['gift_card', {}, 'gift_card', 500],
    ['cart_discount_voucher', {}, 'voucher', 500],
    ['cart_variable_discount_voucher', { discount_amount: '12.34' }, 'voucher', 1234],
    ['free_shipping_voucher', {}, 'voucher', 500],
    ['product_discount_voucher', {}, 'voucher', 500],
    ['collection_discount_voucher', {}, 'voucher', 500],
    ['product_cart', { variant_id: '902' }, 'product', 500],
    ['custom', { multiplier: 3 }, 'fulfilment', 1500],
    ['by_voucher', {}, 'voucher', 500],
  ])('a %s with %o gives a %s for %i points', async (reward, rest, redeemable_type, point_cost) => {
    const customer = await newCustomer();
    const response = await claim(customer, reward, rest);
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { claimed_reward } = response.body;
    expect(claimed_reward).toMatchObject({ point_cost, redeemable: { redeemable_type }, state: 'approved' });
    if (redeemable_type === 'voucher') {
      expect(claimed_reward.redeemable).toMatchObject({ code: expect.any(String), fulfilled: true });
    }
    const { body } = await test.get(`/v2/customers/${customer.merchant_id}/transactions`);
    expect(body.transactions[0]).toMatchObject({
      points_approved: -point_cost,
      resource: 'claimed_reward',
      claimed_reward: { id: claimed_reward.id },
    });
  });

  it("takes a chosen discount in the program's currency, wherever the customer is at home", async () => {
    const customer = await newCustomer();
    const { body } = await claim(customer, 'cart_variable_discount_voucher', { discount_amount: 20 });
    expect(body.claimed_reward).toMatchObject({
      point_cost: 2000,
      redeemable: { discount_amount: 20 },
      reward: { min_redemption_amount: 5, max_redemption_amount: 20, point_cost: 500 },
    });
  });

  it.each([
    [undefined, 'is required for a discount of a chosen amount'],
    [20.01, 'must be between 5.00 and 20.00 USD'],
    ['4.99', 'must be between 5.00 and 20.00 USD'],
    [7.505, 'must have at most 2 decimals'],
  ])('a chosen discount of %s is a 400', async (discount_amount, complaint) => {
    const { status, body } = await claim(await newCustomer(), 'cart_variable_discount_voucher', {
      discount_amount,
    });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({ discount_amount: complaint });
  });

  it('takes no notice of an amount where nothing is to choose', async () => {
    expect((await claim(await newCustomer(), 'gift_card', { discount_amount: 0.001 })).status).toBe(201);
  });

  it.each<RewardKind>(['active_subscription_discount_voucher', 'active_subscription_product'])(
    'a %s is refused without an integration',
    async (kind) => {
      const response = await claim(await newCustomer(), kind, { variant_id: '901' });
      expect(response.status).toBe(422);
      expectServedSchema(document, response);
      expect(response.body.error.code).toBe('no_subscription_integration_configured');
    },
  );

  it('gives the first claim again to the same platform_action_id, whatever the amount', async () => {
    const customer = await newCustomer();
    const action = { platform_action_id: 'a-1' };
    const ask = (discount_amount: number) =>
      claim(customer, 'cart_variable_discount_voucher', { ...action, discount_amount });
    const first = await ask(5);
    const second = await ask(10);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });
});
