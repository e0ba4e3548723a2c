import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  programDefinition,
  programSettings,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { sendJson } from '../support/send-json.ts';

let test: TestApp;
let program: Program;
let made = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      ...programDefinition(),
      settings: programSettings({ currency_rates: { JPY: 150, KWD: 0.3, EUR: 0.8 } }),
      sites: [
        { key: 'main', definition: siteDefinition() },
        {
          key: 'japan',
          definition: siteDefinition({ currency: 'JPY', time_zone: 'Asia/Tokyo', country: 'JP' }),
        },
      ],
      rules: [
        {
          key: 'purchase',
          definition: ruleDefinition({
            kind: 'purchase',
            properties: {},
            result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
          }),
        },
        {
          key: 'pins',
          definition: ruleDefinition({
            kind: 'product_purchase',
            properties: { product_ids: ['900'] },
            result: { kind: 'points', points: 1, per_currency_unit_minor: 1 },
          }),
        },
      ],
    },
  });
  program = await test.program();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

function order(rest: object = {}) {
  made += 1;
  return {
    customer_id: `c-${made}`,
    customer_email: null,
    merchant_id: `o-${made}`,
    total: 4500,
    total_paid: 4500,
    payment_status: 'paid',
    currency: 'JPY',
    ...rest,
  };
}
const read = async (merchantId: string) =>
  (await test.get(`/v2/orders/${merchantId}`).expect(200)).body.order;
const put = (merchantId: string, body: object) =>
  sendJson(test.url, 'PUT', `/v2/orders/${merchantId}`, test.key, { payment_status: 'paid', ...body });

describe('an order in another currency', () => {
  it('is counted in the currency of the program, at the rate of then, which is kept', async () => {
    const body = order({ total_shipping: 600, total_refunded: 1500 });
    const predicted = (await test.post('/v2/orders/preview', { ...body, merchant_id: undefined }).expect(200))
      .body;
    await test.post('/v2/orders', body).expect(201);
    const shown = await read(body.merchant_id);
    expect(shown).toMatchObject({
      currency: 'JPY',
      exchange_rate: 150,
      site_id: null,
      total: '30.00',
      total_shipping: '4.00',
      total_paid: '30.00',
      total_refunded: '10.00',
      points_earned: 130,
      points_taken_back: 50,
    });
    expect(predicted.points).toBe(80);
    expectServedSchema(await test.document(), await test.get(`/v2/orders/${body.merchant_id}`));
  });

  it('may spell its code in any case, and so may who asks for a voucher in it', async () => {
    const body = order({ currency: 'kwd', total: '4.125', total_paid: '4.125' });
    await test.post('/v2/orders', body).expect(201);
    expect(await read(body.merchant_id)).toMatchObject({ currency: 'KWD' });
    const finer = await test.post('/v2/orders/preview', { customer_id: 'c', total: '1.5', currency: 'jpy' });
    expect([finer.status, finer.body.error.details]).toEqual([
      400,
      { total: 'must be whole: JPY has no decimals' },
    ]);
    const { body: refused } = await test.get('/v2/vouchers/none?currency=usd1').expect(400);
    expect(refused.error.details).toEqual({ currency: 'must be an ISO 4217 code, such as USD' });
    await test.get('/v2/vouchers/none?currency=jpy').expect(404);
  });

  it('goes on in its currency and at its rate, whatever the rate is by then', async () => {
    const body = order();
    await test.post('/v2/orders', body).expect(201);
    await test.deps.db
      .updateTable('orders')
      .set({ currency_rate: 100 })
      .where('merchant_id', '=', body.merchant_id)
      .execute();
    await put(body.merchant_id, { total_paid: 4500, total_refunded: 1000 });
    expect(await read(body.merchant_id)).toMatchObject({ total_refunded: '10.00', points_taken_back: 50 });
    await test.post('/v2/orders', { ...body, total_refunded: 2000 }).expect(201);
    expect(await read(body.merchant_id)).toMatchObject({ total_refunded: '20.00' });
  });

  it('is refused whole, to the coin, where that is all that was paid', async () => {
    for (const [currency, total] of [
      ['JPY', 161],
      ['KWD', '0.331'],
      ['EUR', 33.33],
    ] as const) {
      const body = order({ currency, total, total_paid: total });
      await test.post('/v2/orders', body).expect(201);
      const { status } = await put(body.merchant_id, { total_paid: total, total_refunded: total });
      expect([currency, status]).toEqual([currency, 204]);
      const shown = await read(body.merchant_id);
      expect([shown.refund_status, shown.total_refunded]).toEqual(['refunded', shown.total]);
    }
  });

  it('counts many small lines together, not each rounded', async () => {
    const pins = { product_id: '900', quantity: 1000, price: 1 };
    const body = order({ total: 1000, total_paid: 1000, line_items: [pins] });
    await test.post('/v2/orders', body).expect(201);
    const shown = await read(body.merchant_id);
    expect(
      shown.activities.map(({ value }: { value: number }) => value).sort((a: number, b: number) => a - b),
    ).toEqual([33, 667]);
    expect(shown.line_items).toEqual([expect.objectContaining({ price: '0.01', quantity: 1000 })]);
  });

  it('is in that of its site, where it names a site and no currency', async () => {
    const japan = program.sites.find(({ key }) => key === 'japan')!;
    const body = order({ currency: undefined, site_id: japan.id });
    await test.post('/v2/orders', body).expect(201);
    expect(await read(body.merchant_id)).toMatchObject({
      currency: 'JPY',
      site_id: japan.id,
      total: '30.00',
    });
    const unknown = await test.post('/v2/orders', order({ site_id: 999_999 }));
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
  });

  it('is refused in a currency without a rate, with amounts finer than its coins, and told again in another', async () => {
    const details = async (sent: object) => {
      const { status, body } = await test.post('/v2/orders', sent);
      return [status, body.error.details];
    };
    expect(await details(order({ currency: 'CHF' }))).toEqual([
      400,
      { currency: 'has no rate in the program' },
    ]);
    expect(await details(order({ currency: 'yen' }))).toEqual([400, { currency: expect.any(String) }]);
    expect(await details(order({ total: 0.5 }))).toEqual([
      400,
      { total: 'must be whole: JPY has no decimals' },
    ]);
    const body = order();
    await test.post('/v2/orders', body).expect(201);
    expect(await details({ ...body, currency: 'USD', total: 30, total_paid: 30 })).toEqual([
      400,
      { currency: 'must be that of the order, JPY' },
    ]);
    const fine = await put(body.merchant_id, { total_paid: 4500, total_refunded: 0.5 });
    expect([fine.status, fine.json.error.details]).toEqual([
      400,
      { total_refunded: 'must be whole: JPY has no decimals' },
    ]);
    const dinars = order({ currency: 'KWD', total: '1.005', total_paid: '1.005' });
    await test.post('/v2/orders', dinars).expect(201);
    expect((await put(dinars.merchant_id, { total_paid: '1.005', total_refunded: '0.335' })).status).toBe(
      204,
    );
    expect(await read(dinars.merchant_id)).toMatchObject({ total: '3.35', total_refunded: '1.12' });
  });

  it('takes from a gift card what that comes to in the currency of the program', async () => {
    const customer = order().customer_id;
    await createCustomer(test.deps, program, { merchant_id: customer, points: 500, site: program.sites[0]! });
    const reward_id = program.rewards.find(({ key }) => key === 'gift_card')!.id;
    const { body: claim } = await test.post(`/v2/customers/${customer}/claimed_rewards`, { reward_id });
    const code = claim.claimed_reward.redeemable.code;
    const body = order({ customer_id: customer, discount_codes: [{ code, amount: 600 }] });
    await test.post('/v2/orders', body).expect(201);
    expect((await read(body.merchant_id)).claimed_rewards).toMatchObject([{ amount: '4.00' }]);
  });
});
