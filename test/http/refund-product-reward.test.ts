import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';

const NOON = Date.parse('2026-01-14T12:00:00Z');
const DAY = 24 * 3_600_000;

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      rules: [],
      rewards: [
        { key: 'mug', definition: rewardOfKind('product_cart', { limit: { count: 1, interval: null } }) },
        { key: 'card', definition: rewardOfKind('gift_card') },
        {
          key: 'fleeting',
          definition: rewardOfKind('product_cart', {
            auto_refund_seconds: 7200,
            expires_after_seconds: 3600,
          }),
        },
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

const base = () => `/headless/2025-06/${program.sites.at(-1)!.id}/rewards`;

async function newCustomer() {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}`, points: 1000 });
}

async function redeemed(customer: { merchant_id: string }, key = 'mug'): Promise<number> {
  const kind = key === 'card' ? 'gift_card' : 'product_cart';
  const { body } = await test.post(`${base()}/${kind}/redeem`, {
    reward_id: entryOf(program.rewards, key).id,
    customer_merchant_id: customer.merchant_id,
    variant_id: '901',
    cart_id: 'cart-1',
  });
  return body.claimed_reward.id;
}

const refund = (claimed_reward_id: unknown) =>
  test.post(`${base()}/product_cart/refund`, { claimed_reward_id });

const codeOf = async (claim: number) => {
  const response = await refund(claim);
  expect(response.status).toBe(422);
  expectServedSchema(document, response);
  return response.body.error.code;
};

describe('giving a product back', () => {
  it('answers the claim, which is void, and the customer with everything returned', async () => {
    const customer = await newCustomer();
    const claim = await redeemed(customer);
    test.clock.advance(60_000);
    const response = await refund(claim);
    expect(response.status).toBe(201);
    expectServedSchema(document, response);
    const { claimed_reward } = response.body;
    expect(claimed_reward).toMatchObject({
      id: claim,
      state: 'void',
      claimed_at: '2026-01-14T12:00:00.000Z',
      redeemable: { usage_status: 'not_used', active_cart_redemption: null },
    });
    expect(response.body.customer).toMatchObject({
      merchant_id: customer.merchant_id,
      points_approved: 1000,
      points_spent: 0,
      claimed_rewards: [claimed_reward],
      active_cart_redemptions: [],
      history: [{ kind: 'redeemed_points_for_reward', claimed_reward_id: claim, state: 'void' }, {}],
      available_rewards: expect.arrayContaining([
        expect.objectContaining({
          id: entryOf(program.rewards, 'mug').id,
          context: expect.objectContaining({
            can_redeem: { state: 'redeemable' },
            claim_count: 0,
            last_claimed_at: null,
          }),
        }),
      ]),
    });
    const { body } = await test.get(`/v2/customers/${customer.merchant_id}/transactions`);
    expect(
      body.transactions.map(({ points_approved }: { points_approved: number }) => points_approved),
    ).toEqual([500, -500, 1000]);
  });

  it('a second time is refused', async () => {
    const claim = await redeemed(await newCustomer());
    await refund(claim);
    expect(await codeOf(claim)).toBe('reward_already_refunded');
  });

  it('under an Idempotency-Key happens once, and is answered again', async () => {
    const claim = await redeemed(await newCustomer());
    const keyed = () => refund(claim).set('Idempotency-Key', 'give back');
    const first = await keyed();
    const second = await keyed();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('is too late once it was used, has lapsed or has expired', async () => {
    const customer = await newCustomer();
    const used = await redeemed(customer);
    await recordOrder(
      test.deps,
      orderInput(program, { customer_id: customer.merchant_id, claimed_reward_ids: [used] }),
    );
    expect(await codeOf(used)).toBe('reward_already_used');
    const lapsed = await redeemed(await newCustomer());
    const expired = await redeemed(await newCustomer(), 'fleeting');
    test.clock.advance(DAY);
    expect(await codeOf(lapsed)).toBe('reward_already_refunded');
    expect(await codeOf(expired)).toBe('reward_already_used');
  });

  it('is of products only', async () => {
    expect(await codeOf(await redeemed(await newCustomer(), 'card'))).toBe('reward_kind_mismatch');
  });

  it('is refused to a customer who is blocked', async () => {
    const customer = await newCustomer();
    const claim = await redeemed(customer);
    await test.deps.db
      .updateTable('customers')
      .set({ blocked_at: ts(test.clock.real()) })
      .where('id', '=', customer.id)
      .execute();
    expect(await codeOf(claim)).toBe('customer_blocked');
  });

  it('of a claim that there is not is a 404', async () => {
    const response = await refund(987_654_321);
    expect(response.status).toBe(404);
    expectServedSchema(document, response);
  });

  it.each([
    [undefined, 'is required'],
    ['7', 'must be an integer'],
    [-1, 'must be at least 0'],
    [null, 'must be an integer'],
  ])('of %s is a 400', async (claim, complaint) => {
    const response = await refund(claim);
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual({ claimed_reward_id: complaint });
  });
});
