import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let made = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: {
        ...programDefinition().settings,
        tier_membership: { mode: 'rolling', duration_months: 12 },
      },
      tiers: [
        { key: 'basic', definition: tierDefinition({ name: 'Basic', lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 100_000 }) },
      ],
      rules: [
        {
          key: 'purchase',
          definition: ruleDefinition({
            kind: 'purchase',
            title: 'Buy something',
            result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
            properties: {},
            approval_period_seconds: 14 * 24 * 3600,
          }),
        },
      ],
      rewards: [
        {
          key: 'voucher',
          definition: rewardDefinition({
            properties: {
              kind: 'cart_discount_voucher',
              discount: { discount_type: 'fixed', amount_minor: 500 },
              applies_to_order_type: 'all',
              recurring_cycle_limit: null,
              supports_active_subscriptions: false,
              minimum_spend_minor: null,
              target_collections: [],
            },
          }),
        },
        { key: 'card', definition: rewardDefinition() },
        { key: 'mug', definition: productRewardDefinition() },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});

/** Every test begins at the same moment; its customers and orders are its own. */
beforeEach(() => test.clock.advance(NOON - test.clock.real()));

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const newId = (what: string) => {
  made += 1;
  return `${what}-${made}`;
};

const newCustomer = (points = 0) =>
  createCustomer(test.deps, program, { merchant_id: newId('customer'), points });

/** An order of 40.00 and 5.00 shipping, paid. */
function order(rest: object = {}) {
  return {
    customer_id: newId('customer'),
    customer_email: null,
    merchant_id: newId('order'),
    total: 45,
    total_shipping: 5,
    total_paid: 45,
    payment_status: 'paid',
    discount_codes: [],
    ...rest,
  };
}

const post = (body: object, query = '') => test.post(`/v2/orders${query}`, body);

async function load(merchant_id: string) {
  const customer = await findCustomer(test.deps.db, program.id, merchant_id);
  return loadStorefrontCustomer(test.deps, {
    program,
    customer_id: customer!.id,
    channel: 'web',
    country: null,
  });
}

async function claim(merchant_id: string, reward: string, rest: object = {}) {
  const reward_id = entryOf(program.rewards, reward).id;
  const { body } = await test.post(`/v2/customers/${merchant_id}/claimed_rewards`, { reward_id, ...rest });
  return body.claimed_reward;
}

describe('an order', () => {
  it('is answered 201 without a body, creates its customer and earns by the purchase rule', async () => {
    const body = order({ customer_email: 'New@Shop.example', number: '#1001' });
    const response = await post(body);
    expect(response.status).toBe(201);
    expect(response.text).toBe('');
    expectServedSchema(document, response);
    const customer = await load(body.customer_id);
    expect(customer.row).toMatchObject({
      merchant_id: body.customer_id,
      email: 'New@Shop.example',
      enrolled_at: NOON,
      points_approved: 0,
      points_pending: 200,
    });
    expect(customer.history[0]).toMatchObject({
      kind: 'earned_points_from_rule',
      points: 200,
      state: 'pending',
      approves_at: NOON + 14 * DAY,
    });
    const { body: listed } = await test.get('/v2/activities?limit=1');
    expect(listed.activities).toMatchObject([
      {
        value: 200,
        resource: 'order',
        rule: { name: '$purchase' },
        customer: { merchant_id: body.customer_id },
      },
    ]);
  });

  it('that comes again has no second effect, however its id is written', async () => {
    const customer_id = newId('customer');
    const number = String(70_000 + made);
    const ids = [number, number, `gid://shop/Order/${number}`];
    for (const merchant_id of ids) {
      expect((await post(order({ customer_id, merchant_id, total: 1000, total_paid: 1000 }))).status).toBe(
        201,
      );
    }
    expect((await load(customer_id)).row.points_pending).toBe(4975);
  });

  it('counts towards the tier at once, by what was paid for goods', async () => {
    const body = order({ total: 1004.99, total_paid: '1004.99' });
    await post(body);
    expect((await load(body.customer_id)).tier).toMatchObject({
      tier_id: entryOf(program.tiers, 'basic').id,
      progress: { now: 99_999, needed_for_upgrade: 1 },
    });
    await post(order({ customer_id: body.customer_id, total: 5.01, total_paid: 5.01 }));
    expect((await load(body.customer_id)).tier).toMatchObject({
      tier_id: entryOf(program.tiers, 'gold').id,
      progress: { now: 100_000, upgrade_tier_id: null },
    });
  });

  it('that is not paid earns points which wait for the payment', async () => {
    const body = order({ total_paid: 0, payment_status: 'not_paid' });
    await post(body);
    expect(await load(body.customer_id)).toMatchObject({
      row: { points_pending: 200 },
      history: [{ state: 'pending', approves_at: null }, {}],
      tier: { progress: { now: 0 } },
    });
  });

  it('takes effect as of its date, given with any offset', async () => {
    const body = order({ date: '2026-01-01T00:30:00.1239+05:30' });
    expect((await post(body)).status).toBe(201);
    const date = Date.parse('2025-12-31T19:00:00.123Z');
    expect(await load(body.customer_id)).toMatchObject({
      row: { points_pending: 200 },
      history: expect.arrayContaining([
        expect.objectContaining({ points: 200, date, approves_at: date + 14 * DAY }),
      ]),
    });
  });

  it('keeps its new customer without an email that another has', async () => {
    const first = order({ customer_email: 'taken@shop.example' });
    const second = order({ customer_email: 'TAKEN@shop.example' });
    await post(first);
    expect((await post(second)).status).toBe(201);
    expect((await load(second.customer_id)).row).toMatchObject({ email: null, points_pending: 200 });
  });

  it('knows its customer by any form of the id', async () => {
    const number = String(80_000 + made);
    await post(order({ customer_id: `gid://shop/Customer/${number}` }));
    await post(order({ customer_id: number }));
    expect((await load(number)).row).toMatchObject({
      merchant_id: `gid://shop/Customer/${number}`,
      points_pending: 400,
    });
  });
});

describe('a reward that an order used', () => {
  it('is marked: a voucher by its code, in any spelling, and only once', async () => {
    const { merchant_id } = await newCustomer(500);
    const { redeemable } = await claim(merchant_id, 'voucher');
    const code = redeemable.code.toLowerCase();
    await post(order({ customer_id: merchant_id, discount_codes: [{ code, amount: 5 }] }));
    const { claims } = await load(merchant_id);
    expect(claims).toMatchObject([{ usage_status: 'used', used_at: NOON }]);
    test.clock.advance(DAY);
    await post(order({ customer_id: merchant_id, discount_codes: [{ code, amount: 5 }] }));
    expect((await load(merchant_id)).claims).toMatchObject([{ usage_status: 'used', used_at: NOON }]);
  });

  it('is taken from the balance of a gift card, until nothing is left', async () => {
    const { merchant_id } = await newCustomer(500);
    const { redeemable } = await claim(merchant_id, 'card');
    const use = (amount: number | string) =>
      post(order({ customer_id: merchant_id, discount_codes: [{ code: redeemable.code, amount }] }));
    await use('2.50');
    expect((await load(merchant_id)).claims).toMatchObject([
      { usage_status: 'partially_used', current_balance_minor: 750 },
    ]);
    await use(20);
    expect((await load(merchant_id)).claims).toMatchObject([
      { usage_status: 'used', current_balance_minor: 0 },
    ]);
  });

  it('is marked: a product by the attribute of its cart line, whoever ordered it', async () => {
    const { merchant_id } = await newCustomer(200);
    const session = { kind: 'cart', token: 'cart-1' };
    const claimed = await claim(merchant_id, 'mug', { variant_id: '901', session });
    const [redemption] = (await load(merchant_id)).cart_redemptions;
    const line = {
      id: 'line-1',
      product_id: '900',
      variant_id: '901',
      quantity: 1,
      price: '0.00',
      attributes: [
        { key: 'Engraving', value: null },
        { key: '_loyalty_redemption_id', value: redemption!.redemption_id },
      ],
    };
    await post(order({ line_items: [line] }));
    const used = await load(merchant_id);
    expect(used.cart_redemptions).toEqual([]);
    expect(used.claims).toMatchObject([{ id: claimed.id, usage_status: 'used', fulfilled_at: NOON }]);
    test.clock.advance(2 * DAY);
    await post(order({ customer_id: merchant_id }));
    expect((await load(merchant_id)).claims).toMatchObject([{ state: 'approved', usage_status: 'used' }]);
  });

  it('is marked by the ids of the claims', async () => {
    const { merchant_id } = await newCustomer(500);
    const { id } = await claim(merchant_id, 'voucher');
    await post(order({ customer_id: merchant_id, claimed_reward_ids: [id, 999_999] }));
    expect((await load(merchant_id)).claims).toMatchObject([{ usage_status: 'used' }]);
  });

  it('leaves codes of others as they are', async () => {
    const response = await post(order({ discount_codes: [{ code: 'SUMMER', amount: '10' }] }));
    expect(response.status).toBe(201);
  });
});

describe('ids that are numbers', () => {
  it('are taken as their decimal text, and a line without a variant as it is', async () => {
    const body = order({
      customer_id: 9007199254740991,
      merchant_id: 7_000_001,
      line_items: [
        { id: 31, product_id: 32, variant_id: 33, collection_ids: [34, '35'], quantity: 1, price: 1 },
        { product_id: 'p', variant_id: null, quantity: 1, price: 1 },
        { product_id: 'p', quantity: 1, price: 1 },
      ],
    });
    expect((await post(body)).status).toBe(201);
    expect((await post({ ...body, customer_id: '9007199254740991', merchant_id: '7000001' })).status).toBe(
      201,
    );
    const { body: read } = await test.get('/v2/orders/7000001').expect(200);
    expect(read.order).toMatchObject({
      merchant_id: '7000001',
      customer: { merchant_id: '9007199254740991' },
      line_items: [
        { id: '31', product_id: '32', variant_id: '33', collection_ids: ['34', '35'] },
        { variant_id: null },
        { variant_id: null },
      ],
    });
  });

  it('are refused where a double cannot hold them', async () => {
    const { status, body } = await post(order({ customer_id: 9007199254740992, merchant_id: -1 }));
    expect([status, Object.keys(body.error.details).sort()]).toEqual([400, ['customer_id', 'merchant_id']]);
  });
});

describe('an order of an email alone', () => {
  it('is of whoever has the email, else of a guest named by it', async () => {
    const email = `${newId('ada')}@shop.example`;
    const body = order({ customer_id: null, customer_email: email });
    expect((await post(body)).status).toBe(201);
    const { body: read } = await test.get(`/v2/orders/${body.merchant_id}`).expect(200);
    expect(read.order.customer).toMatchObject({ merchant_id: email, email });
    const seen = await test.post('/v2/orders/preview', { ...body, merchant_id: 'next' }).expect(200);
    expect(seen.body.customer).toEqual({ merchant_id: email, state: 'guest', known: true });
  });

  it('is refused where that is no email address', async () => {
    for (const customer_email of [null, 'nobody']) {
      const { status, body } = await post(order({ customer_id: null, customer_email }));
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['customer_id']]);
    }
  });
});

describe('discount codes', () => {
  it('may be absent, a list, or one object', async () => {
    const given: [object, object][] = [
      [{ discount_codes: undefined }, []],
      [{ discount_codes: [] }, []],
      [{ discount_codes: {} }, []],
      [{ discount_codes: { code: 'ONE', amount: 0.1 + 0.2 } }, [{ code: 'ONE', amount: '0.30' }]],
    ];
    for (const [rest, shown] of given) {
      const body = order(rest);
      expect((await post(body)).status).toBe(201);
      const { body: read } = await test.get(`/v2/orders/${body.merchant_id}`).expect(200);
      expect(read.order.discount_codes).toEqual(shown);
    }
  });

  it('are refused in any other form, each complaint by its parameter', async () => {
    const complaints = async (discount_codes: unknown) =>
      Object.keys((await post(order({ discount_codes }))).body.error.details);
    expect(await complaints({ code: 'ONE' })).toEqual(['discount_codes']);
    expect(await complaints({ code: 'ONE', amount: '0.001' })).toEqual(['discount_codes.amount']);
    expect(await complaints('ONE')).toEqual(['discount_codes']);
    expect(await complaints(null)).toEqual(['discount_codes']);
  });
});

describe('an order is refused', () => {
  it('with all its complaints at once', async () => {
    const { status, body } = await post({});
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      customer_id: 'is required',
      customer_email: 'is required',
      merchant_id: 'is required',
      total: 'is required',
      total_paid: 'is required',
      payment_status: 'is required',
    });
  });

  it('for values that are not what they should be', async () => {
    const { status, body } = await post({
      customer_id: 1.5,
      customer_email: 7,
      merchant_id: 'a\u0000',
      number: ['x'],
      total: '1,000',
      total_shipping: -1,
      total_paid: true,
      payment_status: 'PAID',
      line_items: [
        { product_id: '', variant_id: '1', quantity: 0.5, price: '-1', attributes: [{ key: 'k' }] },
      ],
      discount_codes: [{ code: 'x'.repeat(256), amount: null }],
      claimed_reward_ids: ['1'],
      channel: 'fax',
      date: '2026-01-01T00:00:00',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.error.details).sort()).toEqual([
      'channel',
      'claimed_reward_ids[0]',
      'customer_email',
      'customer_id',
      'date',
      'discount_codes[0].amount',
      'discount_codes[0].code',
      'line_items[0].attributes[0].value',
      'line_items[0].price',
      'line_items[0].product_id',
      'line_items[0].quantity',
      'merchant_id',
      'number',
      'payment_status',
      'total',
      'total_paid',
      'total_shipping',
    ]);
  });

  it('for amounts finer than the smallest coin or beyond all measure, beside other complaints', async () => {
    const { status, body } = await post(
      order({
        total: 45.001,
        total_shipping: '1e3',
        total_paid: 1e300,
        payment_status: null,
        line_items: [{ product_id: '1', variant_id: '1', quantity: 1, price: '9.999' }],
        discount_codes: [{ code: 'x', amount: 0.005 }],
      }),
    );
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({
      total: 'must have at most 2 decimals',
      total_shipping: expect.any(String),
      total_paid: 'must be at most 10000000000',
      payment_status: expect.any(String),
      'line_items[0].price': 'must have at most 2 decimals',
      'discount_codes[0].amount': 'must have at most 2 decimals',
    });
  });

  it('for a date to come', async () => {
    const soon = order({ date: new Date(NOON + DAY).toISOString() });
    expect((await post(soon)).status).toBe(201);
    const later = order({ date: new Date(NOON + DAY + 1).toISOString() });
    const { status, body } = await post(later);
    expect(status).toBe(400);
    expect(body.error.details).toEqual({ date: expect.any(String) });
  });

  it('to a key without the scope', async () => {
    const key = await test.createKey(['write_customers', 'read_orders']);
    const response = await post(order()).set('authorization', `Bearer ${key}`);
    expect(response.status).toBe(403);
    expectServedSchema(document, response);
    expect(response.body.error.details).toEqual({ scope: 'write_orders' });
  });
});

describe('amounts', () => {
  it('are in the currency of the program, with its decimals', async () => {
    await applyProgram(
      test.deps,
      programDefinition({
        key: 'yen',
        currency: 'JPY',
        sites: [{ key: 'main', definition: siteDefinition({ currency: 'JPY' }) }],
        rewards: [],
      }),
      TESTER,
    );
    const key = await createKey(test.deps, 'yen');
    const inYen = (body: object) => post(body).set('authorization', `Bearer ${key}`);
    const refused = await inYen(order({ total: 4500.5, total_shipping: '0.00', total_paid: '4500.00' }));
    expect(refused.body.error.details).toEqual({ total: 'must be whole: JPY has no decimals' });
    const accepted = await inYen(order({ total: 4500, total_shipping: '0.00', total_paid: '4500.00' }));
    expect(accepted.status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeat the same answer', async () => {
    const body = order();
    const keyed = () => post(body).set('Idempotency-Key', 'one order');
    const first = await keyed();
    expect(first.status).toBe(201);
    const second = await keyed();
    expect(second.status).toBe(201);
    expect(second.text).toBe('');
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await load(body.customer_id)).row.points_pending).toBe(200);
    const other = await post({ ...body, total: 46 }).set('Idempotency-Key', 'one order');
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });

  it('can stand on an order that was there before', async () => {
    const body = order();
    await post(body);
    for (const replayed of [undefined, 'true']) {
      const response = await post(body).set('Idempotency-Key', 'after the fact');
      expect(response.status).toBe(201);
      expect(response.headers['idempotency-replayed']).toBe(replayed);
    }
    expect((await load(body.customer_id)).row.points_pending).toBe(200);
  });
});
