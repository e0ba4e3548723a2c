import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programSettings,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

type ProductTerms = Extract<RewardDefinition['properties'], { kind: 'product_cart' }>;

function mug(terms: Partial<ProductTerms> = {}): RewardDefinition {
  const definition = productRewardDefinition();
  return { ...definition, properties: { ...(definition.properties as ProductTerms), ...terms } };
}

const points = (given: number) => ({ kind: 'points', points: given, per_currency_unit_minor: null }) as const;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ currency_rates: { EUR: 0.9, JPY: 150 } }),
      sites: [
        { key: 'main', definition: siteDefinition() },
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      rules: [
        {
          key: 'join',
          definition: ruleDefinition({ kind: 'join_program', properties: {}, result: points(300) }),
        },
        {
          key: 'pageview',
          definition: ruleDefinition({
            kind: 'pageview',
            properties: {},
            limit: { count: 1, interval: 'day' },
            result: points(5),
          }),
        },
      ],
      rewards: [
        { key: 'mug', definition: mug({ max_redemptions_per_cart: 1 }) },
        {
          key: 'choosy',
          definition: mug({
            cart_requirements: { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 },
          }),
        },
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

function newName(): string {
  customers += 1;
  return `customer-${customers}`;
}

const path = (merchantId: string, site = 0) =>
  `/headless/2025-06/${program.sites[site]!.id}/customers/${encodeURIComponent(merchantId)}/sessions`;

const open = (merchantId: string, rest: object = {}, site = 0) =>
  test.post(path(merchantId, site), { customer: { email: null }, ...rest });

const money = (amount: string | number, currency_code = 'USD') => ({ amount, currency_code });

function line(rest: object = {}) {
  return {
    id: 'line-1',
    quantity: 3,
    cost: { total_amount: money('60.00'), amount_per_quantity: money('20.0') },
    merchandise: { id: '555' },
    attributes: [] as object[],
    ...rest,
  };
}

const cart = (lines: object[], total = money('60.00')) => ({
  cart: { kind: 'platform', id: 'cart-1', cost: { total_amount: total }, lines },
});

const redeemed = (id: string) =>
  line({
    id: `line of ${id}`,
    quantity: 1,
    merchandise: { id: '902' },
    attributes: [
      { key: '_loyalty_redemption_id', value: id },
      { key: 'gift note', value: null },
    ],
  });

async function redeem(merchantId: string, reward = 'mug') {
  const response = await test.post(
    `/headless/2025-06/${program.sites.at(-1)!.id}/rewards/product_cart/redeem`,
    {
      reward_id: entryOf(program.rewards, reward).id,
      customer_merchant_id: merchantId,
      variant_id: '902',
      cart_id: 'cart-1',
    },
  );
  expect(response.status, response.text).toBe(201);
  return response.body.active_cart_redemption;
}

const canRedeem = (body: {
  customer: { available_rewards: { id: number; context: { can_redeem: object } }[] };
}) =>
  Object.fromEntries(
    ['mug', 'choosy'].map((key) => [
      key,
      body.customer.available_rewards.find(({ id }) => id === entryOf(program.rewards, key).id)!.context
        .can_redeem,
    ]),
  );

describe('a session', () => {
  it('creates the customer and gives all that a page shows', async () => {
    const name = newName();
    const response = await open(name, {
      customer: { email: 'ada@shop.example' },
      session: { page_url: 'https://shop.example/' },
      cart: { kind: 'empty' },
    });
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    const { configuration, ...body } = response.body;
    expect(body).toMatchObject({
      channel: 'web',
      currency: 'USD',
      language: 'en',
      customer: {
        state: 'enrolled',
        merchant_id: name,
        email: 'ada@shop.example',
        points_approved: 305,
        history: [
          { kind: 'earned_points_from_rule', points: 5, rule: { kind: 'pageview' } },
          { kind: 'earned_points_from_rule', points: 300, rule: { kind: 'join_program' } },
        ],
      },
      requested_cart_actions: [],
    });
    expect(configuration.program).toEqual({ name: 'Shop' });
    const again = await open(name, { session: { page_url: 'https://shop.example/' } });
    expect(again.body.customer.points_approved).toBe(305);
    expect((await test.get(path(name).replace('/sessions', ''))).body).toEqual({
      ...again.body,
      requested_cart_actions: undefined,
    });
  });

  it('is refused with the email of another customer, and never changes one', async () => {
    const email = 'bea@shop.example';
    const name = newName();
    await open(name, { customer: { email } });
    const refused = await open(newName(), { customer: { email: 'BEA@shop.example' } });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'email_already_in_use']);
    expectServedSchema(document, refused);
    const later = await open(name, { customer: { email: 'new@shop.example' } });
    expect(later.body.customer.email).toBe(email);
  });

  it('follows the cart: what is in it, what lacks, and what may be redeemed into it', async () => {
    const name = newName();
    await open(name, cart([line()]));
    const { current_cart_state: before } = await redeem(name, 'choosy');
    expect(before).toMatchObject({ in_cart: false, cart_requirements_met: true });
    const { id } = (await open(name)).body.customer.active_cart_redemptions[0];

    const full = await open(name, cart([line(), redeemed(id)]));
    expectServedSchema(document, full);
    expect(full.body.requested_cart_actions).toEqual([]);
    expect(full.body.customer.active_cart_redemptions[0].current_cart_state).toEqual({
      in_cart: true,
      cart_requirements_met: true,
      cart_requirements_detail: {
        minimum_cart_total: { state: 'requirement_met' },
        minimum_line_item_quantity: { state: 'requirement_met' },
      },
    });
    const { claimed_rewards, active_cart_redemptions } = full.body.customer;
    expect(claimed_rewards[0].redeemable.active_cart_redemption).toEqual(active_cart_redemptions[0]);

    const many = { ...redeemed(id), quantity: 5 };
    const five = await open(name, cart([line({ quantity: 3 }), many], money('50')));
    expectServedSchema(document, five);
    expect(five.body.requested_cart_actions).toEqual([
      {
        kind: 'set_cart_line',
        reason: 'redemption_quantity_mismatch',
        cart_line_to_set: {
          kind: 'platform',
          id: `line of ${id}`,
          merchandise_id: '902',
          quantity: 1,
          attributes: [
            { key: '_loyalty_redemption_id', value: id },
            { key: 'gift note', value: null },
          ],
        },
        cart_redemption: { id },
      },
    ]);

    const small = await open(name, cart([line({ quantity: 2 }), redeemed(id)], money('49.9')));
    expectServedSchema(document, small);
    expect(small.body.requested_cart_actions).toEqual([
      {
        kind: 'remove_cart_line',
        reason: 'redemption_cart_requirements_not_met',
        cart_line_to_remove: {
          kind: 'platform',
          id: `line of ${id}`,
          merchandise_id: '902',
          attributes: [
            { key: '_loyalty_redemption_id', value: id },
            { key: 'gift note', value: null },
          ],
        },
        cart_redemption: { id },
      },
    ]);
    expect(small.body.customer).toMatchObject({ points_approved: 300, active_cart_redemptions: [] });
    expect(canRedeem(small.body).choosy).toEqual({
      state: 'cart_requirements_not_met',
      cart_requirements_detail: {
        minimum_cart_total: {
          state: 'requirement_not_met',
          additional_amount_required: { amount: 0.1, formatted: '$0.10' },
        },
        minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity_required: 1 },
      },
    });
  });

  it('tells of the last cart also where it brings none, and what may be redeemed only where it does', async () => {
    const name = newName();
    await open(name, cart([], money('12.5')));
    await redeem(name);
    const { body } = await open(name);
    expect(canRedeem(body)).toMatchObject({ choosy: { state: 'insufficient_points' } });
    await createCustomer(test.deps, program, { merchant_id: name, points: 1000 });
    expect(canRedeem((await open(name)).body)).toEqual({
      mug: { state: 'redeemable' },
      choosy: { state: 'unknown' },
    });
    expect(canRedeem((await open(name, cart([]))).body)).toMatchObject({
      mug: { state: 'max_redemptions_for_cart_reached' },
      choosy: { state: 'cart_requirements_not_met' },
    });
    expect(canRedeem((await open(name, { cart: { kind: 'empty' } })).body)).toMatchObject({
      mug: { state: 'redeemable' },
      choosy: { state: 'cart_requirements_not_met' },
    });
  });

  it('asks to remove what expired, until it is gone', async () => {
    const name = newName();
    await open(name);
    const { id } = await redeem(name);
    await open(name, cart([redeemed(id)]));
    test.clock.advance(24 * 60 * MINUTE);
    for (let i = 0; i < 2; i += 1) {
      const { body } = await open(name, cart([redeemed(id)]));
      expect(body.requested_cart_actions).toMatchObject([
        { reason: 'redemption_expired', cart_redemption: { id } },
      ]);
      expect(body.customer.points_approved).toBe(300);
    }
    expect((await open(name, cart([]))).body.requested_cart_actions).toEqual([]);
  });

  it('takes a total as text or number, in any currency that the program has a rate for, in any spelling of its code', async () => {
    for (const [total, lacking] of [
      [money('44.99', 'EUR'), { amount: 0.01, formatted: '0,01\u00a0€' }],
      [money('45.00', 'eur'), undefined],
      [money(44.99, 'EUR'), { amount: 0.01, formatted: '0,01\u00a0€' }],
      [money(45, 'EUR'), undefined],
      [money('7499', 'JPY'), { amount: 0.01, formatted: '0,01\u00a0€' }],
      [money('7500.0', 'JPY'), undefined],
    ] as const) {
      const name = newName();
      await createCustomer(test.deps, program, { merchant_id: name, points: 1000 });
      const response = await open(name, cart([line()], total), 1);
      expectServedSchema(document, response);
      const state = canRedeem(response.body).choosy as {
        cart_requirements_detail?: { minimum_cart_total: { additional_amount_required?: object } };
      };
      expect(state.cart_requirements_detail?.minimum_cart_total.additional_amount_required).toEqual(lacking);
    }
  });
});

describe('a cart that is none', () => {
  it.each<[string, object, Record<string, string>]>([
    [
      'a currency without a rate',
      cart([], money('1', 'CHF')),
      { 'cart.cost.total_amount.currency_code': 'must be one that the program has a rate for' },
    ],
    [
      'more decimals than coins',
      cart([], money('1.005')),
      { 'cart.cost.total_amount.amount': 'must have at most 2 decimals' },
    ],
    [
      'too much',
      cart([], money('10000000000.01')),
      { 'cart.cost.total_amount.amount': 'must be at most 10000000000' },
    ],
    [
      'an amount that is no decimal',
      cart([], money('-1')),
      { 'cart.cost.total_amount.amount': 'must be a number' },
    ],
    [
      'a currency that is no code',
      cart([], money('1', 'US$')),
      { 'cart.cost.total_amount.currency_code': 'must be an ISO 4217 code, such as USD' },
    ],
    ['no kind', { cart: { id: 'x' } }, { 'cart.kind': 'is required' }],
    ['a strange kind', { cart: { kind: 'local' } }, { 'cart.kind': 'must be one of empty, platform' }],
    [
      'too little of a cart',
      { cart: { kind: 'platform' } },
      { 'cart.id': 'is required', 'cart.cost': 'is required', 'cart.lines': 'is required' },
    ],
    [
      'several lines that are none',
      cart([line({ quantity: 1.5 }), line({ attributes: [{ key: 'x' }] }), line({ merchandise: {} })]),
      {
        'cart.lines[0].quantity': 'must be an integer',
        'cart.lines[1].attributes[0].value': 'is required',
        'cart.lines[2].merchandise.id': 'is required',
      },
    ],
    ['too many lines', cart(Array(501).fill(line())), { 'cart.lines': 'must have at most 500 entries' }],
  ])('is 400 for %s, and no customer is made of it', async (_case, rest, details) => {
    const name = newName();
    const response = await open(name, rest);
    expect([response.status, response.body.error.details]).toEqual([400, details]);
    expectServedSchema(document, response);
    expect((await test.get(path(name).replace('/sessions', ''))).status).toBe(404);
  });

  it('may be of 500 lines', async () => {
    const response = await open(newName(), cart(Array(500).fill(line())));
    expect(response.status).toBe(200);
  });
});

describe('a session with an Idempotency-Key', () => {
  const keyed = (name: string, key: string, rest: object) => open(name, rest).set('idempotency-key', key);

  it('has one effect and one answer, created customers and refunds included', async () => {
    const name = newName();
    const key = randomUUID();
    const page = { session: { page_url: 'https://shop.example/' } };
    const first = await keyed(name, key, page);
    expect([first.status, first.body.customer.points_approved]).toEqual([200, 305]);
    await redeem(name);
    const again = await keyed(name, key, page);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expectServedSchema(document, again);
    const other = await keyed(name, key, {});
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is replayed also where it changed nothing, and where it was refused', async () => {
    const name = newName();
    const email = `${name}@shop.example`;
    await open(name, { customer: { email } });
    const key = randomUUID();
    const first = await keyed(name, key, {});
    await redeem(name);
    expect((await keyed(name, key, {})).text).toBe(first.text);
    const stranger = newName();
    const refusal = randomUUID();
    for (const replayed of [undefined, 'true']) {
      const refused = await keyed(stranger, refusal, { customer: { email } });
      expect([refused.status, refused.headers['idempotency-replayed']]).toEqual([422, replayed]);
    }
  });

  it('and another beside it refund a redemption once', async () => {
    const name = newName();
    await open(name);
    const { id } = await redeem(name);
    await open(name, cart([redeemed(id)]));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => keyed(name, `${name} ${index % 3}`, cart([]))),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await open(name)).body.customer).toMatchObject({ points_approved: 300, points_spent: 0 });
  });
});
