import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
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
} from '../support/factories.ts';
import { rowsOf } from '../support/rows-of.ts';
import { sendJson } from '../support/send-json.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let made = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      ...programDefinition(),
      rules: [
        {
          key: 'purchase',
          definition: ruleDefinition({
            kind: 'purchase',
            title: 'Buy something',
            result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
            properties: {},
            limit: { count: 3, interval: 'day' },
            approval_period_seconds: 14 * 24 * 3600,
          }),
        },
        {
          key: 'mugs',
          definition: ruleDefinition({
            kind: 'product_purchase',
            title: 'Buy a mug',
            properties: { product_ids: ['900'] },
            result: { kind: 'reward', reward_key: 'card' },
          }),
        },
      ],
      rewards: [
        { key: 'card', definition: rewardDefinition({ stock: 1 }) },
        { key: 'paid card', definition: rewardDefinition() },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});
beforeEach(() => test.clock.advance(NOON - test.clock.real()));
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const order = (rest: object = {}) => {
  made += 1;
  return {
    customer_id: `c-${made}`,
    customer_email: null,
    merchant_id: `o/${made}`,
    total: 45,
    total_shipping: 5,
    total_paid: 45,
    payment_status: 'paid',
    discount_codes: [],
    ...rest,
  };
};
const pathOf = (merchantId: string) => `/v2/orders/${encodeURIComponent(merchantId)}`;
const put = (merchantId: string, body: object) =>
  sendJson(test.url, 'PUT', pathOf(merchantId), test.key, body);
const PAID = { payment_status: 'paid', total_paid: '45.00' };
const points = async (merchantId: string) => {
  const row = await findCustomer(test.deps.db, program.id, merchantId);
  return [row!.points_approved, row!.points_pending];
};

describe('PUT of an order', () => {
  it('tells its payment, refunds and cancellation, each once and in any order', async () => {
    const body = order({ payment_status: 'not_paid', total_paid: 0 });
    await test.post('/v2/orders', body).expect(201);
    const partly = { ...PAID, refund_status: 'partially_refunded', total_refunded: '12.00' };
    for (const told of [partly, PAID, partly]) {
      const answer = await put(body.merchant_id, told);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    expect(await points(body.customer_id)).toEqual([0, 140]);
    expect((await test.get(pathOf(body.merchant_id)).expect(200)).body.order).toMatchObject({
      total_paid: '45.00',
      total_refunded: '12.00',
      payment_status: 'paid',
      refund_status: 'partially_refunded',
      cancellation_status: 'not_cancelled',
      paid_at: '2026-01-14T12:00:00.000Z',
    });
    await put(body.merchant_id, { ...PAID, cancellation_status: 'cancelled' });
    expect(await points(body.customer_id)).toEqual([0, 0]);
    expect((await test.get(pathOf(body.merchant_id))).body.order).toMatchObject({
      cancellation_status: 'cancelled',
      cancelled_at: '2026-01-14T12:00:00.000Z',
    });
  });

  it('is what a repeated POST is taken as', async () => {
    const body = order();
    await test.post('/v2/orders', body).expect(201);
    await test
      .post('/v2/orders', { ...body, total: 99, refund_status: 'refunded', total_refunded: 45 })
      .expect(201);
    expect(await points(body.customer_id)).toEqual([0, 0]);
    expect((await test.get(pathOf(body.merchant_id))).body.order).toMatchObject({
      total: '45.00',
      refund_status: 'refunded',
    });
  });

  it('that repeats a POST with an edited total keeps the total and no more payment than that, and says so', async () => {
    const body = order();
    await test.post('/v2/orders', body).expect(201);
    const edited = await test.post('/v2/orders', { ...body, total: 90, total_paid: 90 }).expect(201);
    expect(edited.headers.warning).toMatch(/^299 - "/);
    expect((await test.get(pathOf(body.merchant_id))).body.order).toMatchObject({
      total: '45.00',
      total_paid: '45.00',
    });
    expect((await test.post('/v2/orders', body).expect(201)).headers).not.toHaveProperty('warning');
    expect(await points(body.customer_id)).toEqual([0, 200]);
  });

  it('with more lines, or a total that a refund lowered, still tells the refund', async () => {
    const body = order({ line_items: [{ product_id: 'p', quantity: 1, price: 40 }] });
    await test.post('/v2/orders', body).expect(201);
    const refunded = { ...body, total: 33, total_refunded: 12, refund_status: 'partially_refunded' };
    expect((await test.post('/v2/orders', refunded).expect(201)).headers.warning).toBeDefined();
    const lines = [
      { product_id: 'p', quantity: 1, price: 40 },
      { product_id: 'q', quantity: 1, price: 5 },
    ];
    expect((await test.post('/v2/orders', { ...body, line_items: lines })).headers.warning).toBeDefined();
    expect(
      (await test.post('/v2/orders', { ...body, line_items: undefined })).headers.warning,
    ).toBeUndefined();
    expect(await points(body.customer_id)).toEqual([0, 140]);
  });

  it('is refused where its amounts cannot be meant, unless it insists', async () => {
    const body = order({ total: 20, total_shipping: 0, total_paid: 20 });
    const refusal = async (
      sent: Promise<{ status: number; json: { error: { code: string; details: object } } }>,
    ) => {
      const { status, json } = await sent;
      return [status, json.error.code, Object.keys(json.error.details)];
    };
    const million = { ...body, total_paid: 1_000_000 };
    for (const path of ['/v2/orders', '/v2/orders/preview']) {
      const { status, body: answer } = await test.post(path, million);
      expect([status, answer.error.code, answer.error.details]).toEqual([
        422,
        'implausible_amount',
        { total_paid: 'is more than 300.00 USD, for a total of 20.00 USD' },
      ]);
    }
    await test.get(pathOf(body.merchant_id)).expect(404);
    await test.post('/v2/orders', { ...body, total_paid: 300 }).expect(201);
    const { merchant_id } = order();
    await test.post('/v2/orders', { ...order({ merchant_id }), total: 1000, total_paid: 1000 }).expect(201);
    const told = { payment_status: 'paid', total_paid: 1000 };
    expect(await refusal(put(merchant_id, { ...told, total_refunded: 1001 }))).toEqual([
      422,
      'implausible_amount',
      ['total_refunded'],
    ]);
    expect((await test.get(pathOf(merchant_id))).body.order.total_refunded).toBe('0.00');
    // A state that came late may say less of the payment than is known.
    expect((await put(merchant_id, { ...told, total_paid: 0, total_refunded: 1000 })).status).toBe(204);
    expect((await put(merchant_id, { ...told, total_refunded: 1001, force: true })).status).toBe(204);
    expect((await put(merchant_id, told)).status).toBe(204);
  });

  it('is refused with all its complaints, and for an order that nobody recorded', async () => {
    const missing = await put('o-1', {});
    expect([missing.status, missing.json.error.details]).toEqual([
      400,
      { payment_status: 'is required', total_paid: 'is required' },
    ]);
    const wrong = await put('o-1', {
      payment_status: 'PAID',
      total_paid: 45.001,
      total_refunded: '-1',
      refund_status: null,
      cancellation_status: true,
    });
    expect(Object.keys(wrong.json.error.details).sort()).toEqual([
      'cancellation_status',
      'payment_status',
      'refund_status',
      'total_paid',
      'total_refunded',
    ]);
    expect((await put('nobody', PAID)).status).toBe(404);
  });

  it('finds the order by any form of its id, encoded once or twice', async () => {
    const body = order({ merchant_id: 'gid://shop/Order/4711' });
    await test.post('/v2/orders', body).expect(201);
    for (const path of [
      '4711',
      'gid%3A%2F%2Fshop%2FOrder%2F4711',
      'gid%253A%252F%252Fshop%252FOrder%252F4711',
    ]) {
      expect((await sendJson(test.url, 'PUT', `/v2/orders/${path}`, test.key, PAID)).status).toBe(204);
      expect((await test.get(`/v2/orders/${path}`)).body.order.merchant_id).toBe('gid://shop/Order/4711');
    }
  });
});

describe('GET of orders', () => {
  it('shows one with amounts as decimals, as it was told', async () => {
    const line = {
      id: 'l-1',
      product_id: '1',
      variant_id: '2',
      quantity: 2,
      price: '20.00',
      collection_ids: ['7'],
    };
    const body = order({
      number: '#7',
      total_tax: 3.5,
      total_discounts: '1.5',
      line_items: [{ ...line, attributes: [{ key: 'Engraving', value: 'Ada' }] }],
      discount_codes: [{ code: 'SUMMER', amount: 1 }],
      channel: 'pos',
      date: '2026-01-10T00:00:00Z',
    });
    await test.post('/v2/orders', body).expect(201);
    const response = await test.get(pathOf(body.merchant_id));
    expectServedSchema(document, response);
    const { points_earned, points_pending, points_taken_back, activities, claimed_rewards, ...shown } =
      response.body.order;
    expect(shown).toEqual({
      id: expect.any(Number),
      merchant_id: body.merchant_id,
      number: '#7',
      currency: 'USD',
      exchange_rate: null,
      site_id: null,
      customer: expect.objectContaining({ merchant_id: body.customer_id, points_pending: 200 }),
      total: '45.00',
      total_shipping: '5.00',
      total_tax: '3.50',
      total_discounts: '1.50',
      total_paid: '45.00',
      total_refunded: '0.00',
      payment_status: 'paid',
      refund_status: 'not_refunded',
      cancellation_status: 'not_cancelled',
      paid_at: '2026-01-10T00:00:00.000Z',
      cancelled_at: null,
      line_items: [{ ...line, attributes: [{ key: 'Engraving', value: 'Ada' }] }],
      discount_codes: [{ code: 'SUMMER', amount: '1.00' }],
      claimed_reward_ids: [],
      channel: 'pos',
      date: '2026-01-10T00:00:00.000Z',
      created_at: '2026-01-14T12:00:00.000Z',
      updated_at: '2026-01-14T12:00:00.000Z',
      change_id: response.body.order.id,
    });
    expect((await test.get('/v2/orders/nobody')).status).toBe(404);
  });

  it('shows what it earned, what was taken back of it and what was used on it; its activities name it', async () => {
    const body = order({ total_refunded: 12 });
    const { id: customerId } = await createCustomer(test.deps, program, {
      merchant_id: body.customer_id,
      points: 500,
    });
    const { body: claim } = await test.post(`/v2/customers/${body.customer_id}/claimed_rewards`, {
      reward_id: entryOf(program.rewards, 'paid card').id,
    });
    const code = claim.claimed_reward.redeemable.code;
    await test.post('/v2/orders', { ...body, discount_codes: [{ code, amount: 4 }] }).expect(201);
    const response = await test.get(pathOf(body.merchant_id));
    expectServedSchema(document, response);
    const shown = response.body.order;
    expect([shown.points_earned, shown.points_pending, shown.points_taken_back]).toEqual([200, 140, 60]);
    expect(shown.claimed_rewards).toEqual([
      {
        id: claim.claimed_reward.id,
        customer_id: customerId,
        reward_id: entryOf(program.rewards, 'paid card').id,
        kind: 'gift_card',
        state: 'approved',
        usage_status: 'partially_used',
        amount: '4.00',
      },
    ]);
    const [activity] = shown.activities;
    expect(activity).toMatchObject({ value: 140, order: { id: shown.id, merchant_id: body.merchant_id } });
    const { body: listed } = await test.get('/v2/activities?limit=1');
    expect(listed.activities).toEqual([activity]);
    const { body: ledger } = await test.get('/v2/transactions?limit=1');
    expect(ledger.transactions[0].activity.order).toEqual(activity.order);
    await put(body.merchant_id, { ...PAID, cancellation_status: 'cancelled' });
    expect((await test.get(pathOf(body.merchant_id))).body.order).toMatchObject({
      points_earned: 200,
      points_pending: 0,
      points_taken_back: 200,
      claimed_rewards: [{ amount: '0.00' }],
    });
  });

  it('lists what changed, in the order of changes, from the last one seen and by cursor', async () => {
    const from = (await test.get('/v2/orders?limit=1')).body.orders[0].change_id;
    const bodies = [order(), order(), order()];
    for (const body of bodies) await test.post('/v2/orders', body).expect(201);
    const ids = async (query: string) =>
      (await test.get(`/v2/orders?${query}`).expect(200)).body.orders.map(
        (one: { merchant_id: string }) => one.merchant_id,
      );
    const [first, second, third] = bodies.map(({ merchant_id }) => merchant_id);
    expect(await ids(`updated_since=${from}`)).toEqual([first, second, third]);
    test.clock.advance(DAY);
    await put(first!, { ...PAID, total_refunded: 5 });
    const page = await test.get(`/v2/orders?updated_since=${from}&limit=2`).expect(200);
    expectServedSchema(document, page);
    expect(page.body.orders.map((one: { merchant_id: string }) => one.merchant_id)).toEqual([second, third]);
    expect(page.body.cursor.prev).toBe('');
    const rest = await test.get(`/v2/orders?cursor=${page.body.cursor.next}`).expect(200);
    expect(rest.body.orders).toMatchObject([{ merchant_id: first, total_refunded: '5.00' }]);
    expect(await ids(`updated_since=${rest.body.orders[0].change_id}`)).toEqual([]);
    const tomorrow = new Date(NOON + DAY).toISOString();
    expect(await ids(`updated_at_min=${tomorrow}`)).toEqual([first]);
    expect(await ids(`updated_at_max=${tomorrow}&updated_since=${from}`)).toEqual([second, third]);
    const activities = await test.get(`/v2/activities?updated_at_min=${tomorrow}`).expect(200);
    expect(activities.body.activities).toMatchObject([{ order: { merchant_id: first }, value: 175 }]);
    for (const query of ['updated_since=1&since_id=1', 'updated_since=x', 'updated_at_min=yesterday']) {
      await test.get(`/v2/orders?${query}`).expect(400);
    }
    await test.get('/v2/activities?updated_since=1&page=2').expect(400);
  });

  it('lists them newest first and pages by cursor, or by since_id, also of one customer alone', async () => {
    const customer_id = `c-many-${made}`;
    const ids = [];
    for (let i = 0; i < 5; i += 1) {
      const body = order({ customer_id });
      await test.post('/v2/orders', body).expect(201);
      ids.push((await test.get(pathOf(body.merchant_id))).body.order.id as number);
    }
    const { id } = (await findCustomer(test.deps.db, program.id, customer_id))!;
    const of = `customer_id=${id}`;
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await test.get(`/v2/orders?${of}&limit=2&cursor=${cursor}`).expect(200);
      expectServedSchema(document, page);
      seen.push(...page.body.orders.map((row: { id: number }) => row.id));
      cursor = page.body.cursor.next;
    } while (cursor !== '');
    expect(seen).toEqual([...ids].reverse());
    const since = await test.get(`/v2/orders?since_id=${ids[1]}&limit=500`);
    expect(since.body.orders.map((row: { id: number }) => row.id)).toEqual(ids.slice(2));
    expect((await test.get('/v2/orders?customer_id=987654321')).body.orders).toEqual([]);
    const foreign = (await test.get('/v2/activities?limit=1')).body.cursor.next;
    expect((await test.get(`/v2/orders?cursor=${foreign}`)).status).toBe(400);
  });

  it('lists what a window of time holds', async () => {
    test.clock.advance(DAY);
    const body = order();
    await test.post('/v2/orders', body).expect(201);
    const at = (ms: number) => new Date(NOON + ms).toISOString();
    const list = async (min: number, max: number) =>
      (await test.get(`/v2/orders?created_at_min=${at(min)}&created_at_max=${at(max)}`)).body.orders.map(
        (row: { merchant_id: string }) => row.merchant_id,
      );
    expect(await list(DAY, DAY + 1)).toEqual([body.merchant_id]);
    expect(await list(DAY + 1, 2 * DAY)).toEqual([]);
    expect(await list(1, DAY)).toEqual([]);
  });
});

describe('a preview of an order', () => {
  const preview = (body: object) => test.post('/v2/orders/preview', body);

  it('says of every rule what it would give and why, and changes nothing', async () => {
    const body = order({ line_items: [{ product_id: '900', variant_id: '1', quantity: 1, price: 9.99 }] });
    await test.post('/v2/orders', order({ customer_id: body.customer_id })).expect(201);
    const before = await rowsOf(test.deps.db, program.id);
    const response = await preview(body);
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(await rowsOf(test.deps.db, program.id)).toEqual(before);
    const [purchase, mugs] = ['purchase', 'mugs'].map((key) => entryOf(program.rules, key).id);
    expect(response.body).toEqual({
      customer: { merchant_id: body.customer_id, state: 'enrolled', known: true },
      points: 200,
      rules: [
        {
          rule: { id: purchase, kind: 'purchase', name: '$purchase', title: 'Buy something' },
          earns: true,
          reason: null,
          explanation: '5 points per 1.00 USD of 40.00 USD, rounded down.',
          points: 200,
          reward: null,
          counted_amount: '40.00',
          rate: { points: 5, per_currency_unit: '1.00' },
          approves_at: '2026-01-28T12:00:00.000Z',
          limit_resets_at: null,
        },
        {
          rule: { id: mugs, kind: 'product_purchase', name: '$product_purchase', title: 'Buy a mug' },
          earns: true,
          reason: null,
          explanation: 'One of the reward, at once.',
          points: 0,
          reward: { id: entryOf(program.rewards, 'card').id, title: 'Gift card' },
          counted_amount: '9.99',
          rate: null,
          approves_at: null,
          limit_resets_at: null,
        },
      ],
    });
    await test.post('/v2/orders', body).expect(201);
    expect(await points(body.customer_id)).toEqual([0, 400]);
    // The one gift card that there was is gone now, and with a third order the day's limit.
    const [, second] = (await preview(body)).body.rules;
    expect(second).toMatchObject({ earns: false, reason: 'reward_out_of_stock' });
    await test.post('/v2/orders', order({ customer_id: body.customer_id })).expect(201);
    const third = (await preview(body)).body;
    expect(third.points).toBe(0);
    // The order created its customer at the first site, where it is 15 January already.
    expect(third.rules[0]).toMatchObject({
      reason: 'rule_limit_reached',
      limit_resets_at: '2026-01-15T11:00:00.000Z',
    });
  });

  it('tells what stands in the way', async () => {
    const reasons = async (rest: object) =>
      (await preview(order(rest)).expect(200)).body.rules.map((rule: { reason: string }) => rule.reason);
    const mug = { product_id: '900', variant_id: '1', quantity: 1, price: 1 };
    expect(await reasons({ total: 5.1 })).toEqual(['less_than_a_point', 'not_for_this_order']);
    expect(await reasons({ payment_status: 'not_paid', line_items: [mug] })).toEqual([
      null,
      'order_not_paid',
    ]);
    const blocked = order();
    await test.post('/v2/orders', blocked).expect(201);
    const { id } = (await findCustomer(test.deps.db, program.id, blocked.customer_id))!;
    await test.deps.db
      .updateTable('customers')
      .set((eb) => ({ blocked_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .execute();
    const seen = await preview({ ...blocked, line_items: [mug] });
    expect(seen.body.customer).toEqual({ merchant_id: blocked.customer_id, state: 'blocked', known: true });
    expect(seen.body.rules.map((rule: { reason: string }) => rule.reason)).toEqual([
      'customer_blocked',
      'customer_blocked',
    ]);
    expect((await preview(order())).body.customer).toMatchObject({ state: 'enrolled', known: false });
  });

  it('refuses what recording refuses, and counts what is refunded already', async () => {
    const late = order({ date: '2027-01-01T00:00:00Z' });
    const refused = await preview(late);
    const told = await test.post('/v2/orders', late);
    expect([told.status, told.body.error.details]).toEqual([400, refused.body.error.details]);
    const partly = order({ refund_status: 'partially_refunded', total_refunded: 12 });
    const predicted = (await preview(partly).expect(200)).body;
    await test.post('/v2/orders', partly).expect(201);
    expect([0, predicted.points]).toEqual(await points(partly.customer_id));
    const undone = (await preview(order({ cancellation_status: 'cancelled' })).expect(200)).body;
    expect([undone.points, undone.rules[0].reason]).toEqual([0, 'order_undone']);
  });

  it('is kept under an Idempotency-Key as every answer to a POST', async () => {
    const body = order();
    const keyed = () => preview(body).set('Idempotency-Key', 'one preview');
    const first = await keyed();
    await test.post('/v2/orders', body).expect(201);
    const again = await keyed();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
  });

  it('refuses what it does not know, wherever it stands', async () => {
    const { status, body } = await preview({
      customer_id: 'c',
      total: 1,
      totl: 1,
      line_items: [
        {
          product_id: '1',
          variant_id: '1',
          quantity: 1,
          price: 1,
          sku: 'x',
          attributes: [{ key: 'a', value: 'b', c: 1 }],
        },
      ],
      discount_codes: [{ code: 'x', amount: 1, kind: 'y' }],
    });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      totl: 'is not known here',
      'line_items[0].sku': 'is not known here',
      'line_items[0].attributes[0].c': 'is not known here',
      'discount_codes[0].kind': 'is not known here',
    });
  });
});
