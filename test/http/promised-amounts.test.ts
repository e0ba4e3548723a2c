import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  programSettings,
  rewardDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { PROPERTIES } from '../support/reward-kinds.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
const site: Record<string, number> = {};

const TITLE = { en: '{amount} off', ja: '{amount}引き' };
const definition = (currency_rates: Record<string, number>) =>
  programDefinition({
    settings: programSettings({ currency_rates }),
    sites: [
      { key: 'us', definition: siteDefinition() },
      {
        key: 'jp',
        definition: siteDefinition({ currency: 'JPY', languages: ['ja'], time_zone: 'Asia/Tokyo' }),
      },
      { key: 'de', definition: siteDefinition({ currency: 'EUR', languages: ['de'] }) },
      { key: 'kw', definition: siteDefinition({ currency: 'KWD' }) },
    ],
    rewards: [
      {
        key: 'card',
        definition: rewardDefinition({ properties: { kind: 'gift_card', initial_balance_minor: 2000 } }),
      },
      {
        key: 'off',
        definition: rewardDefinition({
          title: TITLE,
          properties: { ...PROPERTIES.cart_discount_voucher, minimum_spend_minor: 5000 },
        }),
      },
      {
        key: 'chosen',
        definition: rewardDefinition({
          title: TITLE,
          cost: { kind: 'variable', points_per_unit: 100 },
          properties: {
            ...PROPERTIES.cart_variable_discount_voucher,
            minimum_discount_minor: 10,
            maximum_discount_minor: 5000,
          },
        }),
      },
    ],
  });

/** The program file's rates from now on. */
async function setRates(rates: Record<string, number>): Promise<void> {
  await applyProgram(test.deps, definition(rates), TESTER);
}

const FIRST = { JPY: 150, EUR: 0.9, KWD: 0.305 };
const LATER = { JPY: 109, EUR: 0.7, KWD: 0.4 };

beforeAll(async () => {
  test = await buildTestApp({ program: definition(FIRST) });
  const program = await test.program();
  for (const { key, id } of program.sites) site[key] = id;
});
afterAll(async () => {
  await expectLedgerBalanced(test.database);
  await test.close();
});

let customers = 0;
async function newCustomer(): Promise<string> {
  customers += 1;
  const merchant_id = `c${customers}`;
  await createCustomer(test.deps, await test.program(), { merchant_id, points: 100_000 });
  return merchant_id;
}

async function redeem(at: string, kind: string, key: string, merchant_id: string, more: object = {}) {
  const reward_id = entryOf((await test.program()).rewards, key).id;
  const path = `/headless/2025-06/${site[at]}/rewards/${kind}/redeem`;
  const { body, status } = await test.post(path, { reward_id, customer_merchant_id: merchant_id, ...more });
  expect(body).toMatchObject({ claimed_reward: {} });
  expect(status).toBe(201);
  return body;
}

async function read(at: string, merchant_id: string) {
  const { body } = await test.get(`/headless/2025-06/${site[at]}/customers/${merchant_id}`);
  const { claimed_rewards, history } = body.customer;
  return { claim: claimed_rewards[0], label: history[0].label };
}

const voucher = async (code: string, query = '') =>
  (await test.get(`/v2/vouchers/${code}${query}`)).body.voucher;
const use = (code: string, order_merchant_id: string, more: object) =>
  test.post(`/v2/vouchers/${code}/use`, { order_merchant_id, ...more });

describe('when the rates change', () => {
  it('a voucher goes on reading as it did where it was given, and in the currency of the program', async () => {
    await setRates(FIRST);
    const customer = await newCustomer();
    const { claimed_reward, voucher_code } = await redeem('jp', 'cart_discount_voucher', 'off', customer);
    expect(claimed_reward).toMatchObject({
      title: '￥750引き',
      redeemable: { discount: { amount: 750 }, minimum_spend: { amount: 7500 } },
    });
    const before = [await read('jp', customer), await voucher(voucher_code), await read('us', customer)];
    await setRates(LATER);
    expect(await read('jp', customer)).toEqual(before[0]);
    expect(before[0]!.label).toBe('￥750引き');
    expect(await voucher(voucher_code)).toEqual(before[1]);
    expect((await read('us', customer)).claim).toEqual(before[2]!.claim);
    expect(await voucher(voucher_code, '?currency=JPY')).toMatchObject({
      currency: 'JPY',
      discount: { amount: 750 },
      conditions: { minimum_spend: 7500 },
    });
    expect(await voucher(voucher_code, `?site_id=${site.de}`)).toMatchObject({
      currency: 'EUR',
      discount: { amount: 3.5 },
    });
  });

  it('a voucher that /v2 gave keeps the currency of the home site', async () => {
    await setRates(FIRST);
    const customer = await newCustomer();
    const reward_id = entryOf((await test.program()).rewards, 'off').id;
    await test.post(`/v2/customers/${customer}/claimed_rewards`, { reward_id });
    const before = await read('us', customer);
    await setRates(LATER);
    expect(await read('us', customer)).toEqual(before);
    expect(before.claim).toMatchObject({ title: '$5 off', redeemable: { discount: { amount: 5 } } });
  });

  it('a gift card is spent over two orders in two currencies, and its balance comes back whole', async () => {
    await setRates(FIRST);
    const customer = await newCustomer();
    const { gift_card_code, claimed_reward } = await redeem('jp', 'gift_card', 'card', customer);
    expect(claimed_reward.redeemable.current_balance).toMatchObject({ amount: 3000 });
    await setRates(LATER);
    const balance = async () => (await read('jp', customer)).claim.redeemable.current_balance.amount;
    expect(await balance()).toBe(3000);
    const first = await use(gift_card_code, 'a', { amount: 1000, currency: 'JPY' });
    expect(first.body.voucher).toMatchObject({
      currency: 'JPY',
      discount: { kind: 'balance', amount: 2000 },
    });
    // At today's 0.7, as the euro is not the currency in which the card was given: 2,000 / 150 × 0.7.
    const rest = (await voucher(gift_card_code, '?currency=EUR')).discount.amount;
    expect(rest).toBe(9.33);
    expect((await use(gift_card_code, 'b', { amount: 9.34, currency: 'EUR' })).body.error.code).toBe(
      'insufficient_balance',
    );
    const second = await use(gift_card_code, 'b', { amount: rest, currency: 'EUR' });
    expect(second.body.voucher).toMatchObject({ state: 'used', discount: { amount: 0 } });
    expect(await balance()).toBe(0);
    for (const id of ['a', 'b']) {
      await test.post('/v2/orders', {
        customer_id: customer,
        customer_email: null,
        merchant_id: id,
        total: '50.00',
        total_paid: '50.00',
        payment_status: 'paid',
        line_items: [],
        discount_codes: [{ code: gift_card_code, amount: '5.00' }],
        cancellation_status: 'cancelled',
      });
    }
    const orders = await test.get('/v2/orders');
    expect(orders.status).toBe(200);
    expect(await balance()).toBe(3000);
  });

  it('a gift card is spent by orders in its own currency and in another, and what undone orders took comes back', async () => {
    await setRates(FIRST);
    const customer = await newCustomer();
    const { gift_card_code } = await redeem('jp', 'gift_card', 'card', customer);
    await setRates(LATER);
    const balance = async () => (await read('jp', customer)).claim.redeemable.current_balance.amount;
    const order = (merchant_id: string, currency: string, amount: string, more: object = {}) =>
      test.post('/v2/orders', {
        customer_id: customer,
        customer_email: null,
        merchant_id,
        currency,
        total: amount,
        total_paid: amount,
        payment_status: 'paid',
        line_items: [],
        discount_codes: [{ code: gift_card_code, amount }],
        ...more,
      });
    expect((await order(`${customer}-a`, 'JPY', '1001')).status).toBe(201);
    expect(await balance()).toBe(1999);
    // 1,999 / 150 × 0.7 is 9.33; half of the card is what half of that takes.
    expect((await order(`${customer}-b`, 'EUR', '4.66')).status).toBe(201);
    expect(await balance()).toBe(1000);
    for (const [id, total_paid] of [
      ['a', '1001'],
      ['b', '4.66'],
    ]) {
      const undone = await fetch(`${test.url}/v2/orders/${customer}-${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          payment_status: 'paid',
          refund_status: 'not_refunded',
          cancellation_status: 'cancelled',
          total_paid,
          total_refunded: '0',
        }),
      });
      expect(undone.status).toBe(204);
    }
    expect(await balance()).toBe(3000);
  });

  it('a currency that the program does not know is a 400, a site that it does not have a 404', async () => {
    const customer = await newCustomer();
    const { voucher_code } = await redeem('us', 'cart_discount_voucher', 'off', customer);
    const unknown = await test.get(`/v2/vouchers/${voucher_code}?currency=CHF`);
    expect([unknown.status, unknown.body.error.details]).toEqual([
      400,
      { currency: 'has no rate in the program' },
    ]);
    expect((await test.get(`/v2/vouchers/${voucher_code}?site_id=999999`)).status).toBe(404);
    expect((await use(voucher_code, 'x', { currency: 'CHF' })).status).toBe(400);
    expect((await voucher(voucher_code)).state).toBe('usable');
  });
});

describe('a discount of a chosen amount', () => {
  it.each([
    ['jp', 'JPY', 161, 108],
    ['kw', 'KWD', 0.331, 109],
    ['de', 'EUR', 4.01, 446],
    ['us', 'USD', 4.01, 401],
  ])(
    'is exactly what was asked at the site %s in %s, its points rounded up once',
    async (at, currency, amount, points) => {
      await setRates(FIRST);
      const customer = await newCustomer();
      const more = { discount_amount: amount };
      const { claimed_reward, voucher_code } = await redeem(
        at,
        'cart_variable_discount_voucher',
        'chosen',
        customer,
        more,
      );
      expect(claimed_reward.redeemable.discount.amount).toBe(amount);
      expect(claimed_reward.source.points_cost).toBe(points);
      await setRates(LATER);
      expect((await read(at, customer)).claim).toEqual(claimed_reward);
      expect(await voucher(voucher_code, `?currency=${currency}`)).toMatchObject({ discount: { amount } });
    },
  );
});

describe('a claim from before claims kept their currency', () => {
  it('reads at the rates that were in force when the server began to keep it', async () => {
    await setRates(FIRST);
    const customer = await newCustomer();
    const { gift_card_code } = await redeem('us', 'gift_card', 'card', customer);
    await test.database.asOwner(
      `update claimed_rewards set currency = null, currency_rate = null, title = '{amount:2000} card' where code_last_characters = '${gift_card_code.slice(-4)}';
       update programs set rates_of_before = '{"JPY": 150}', configuration_version = configuration_version + 1`,
    );
    await setRates(LATER);
    const { claim } = await read('jp', customer);
    expect(claim).toMatchObject({ title: '￥3,000 card', redeemable: { initial_balance: { amount: 3000 } } });
    const used = await use(gift_card_code, 'old', { amount: 1500, currency: 'JPY' });
    expect(used.body.voucher.discount.amount).toBe(1500);
    expect((await voucher(gift_card_code)).discount.amount).toBe(10);
    // A currency that came later reads at today's.
    expect((await voucher(gift_card_code, '?currency=EUR')).discount.amount).toBe(7);
  });
});
