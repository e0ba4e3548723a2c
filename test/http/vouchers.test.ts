import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, programSettings } from '../support/factories.ts';
import { rewardsOfAllKinds } from '../support/reward-kinds.ts';
import { SentStatements } from '../support/sent.ts';

let test: TestApp;
let program: Program;
let document: object;
let customer_id: number;
const CLAIMS = '/v2/customers/1001/claimed_rewards';

beforeAll(async () => {
  const referrals = {
    incentive_reward_key: 'cart_discount_voucher',
    requires_email: false,
    cap: null,
    daily_friends_per_address: 10,
  };
  test = await buildTestApp({
    program: { rewards: rewardsOfAllKinds(), settings: programSettings({ referrals }) },
  });
  program = await test.program();
  document = await test.document();
  ({ id: customer_id } = await createCustomer(test.deps, program, { points: 100_000 }));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** Claims a reward of a kind. */
async function claim(kind: RewardKind, body: object = {}) {
  const reward_id = entryOf(program.rewards, kind).id;
  const answer = await test.post(CLAIMS, { reward_id, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.claimed_reward;
}
const FREE = {
  minimum_spend: null,
  minimum_spend_after_discount: null,
  order_type: 'all',
  recurring_cycle_limit: null,
  collection_ids: [],
  product: null,
};

describe('a voucher looked up by its code', () => {
  it.each<[RewardKind, object, object, object]>([
    [
      'cart_discount_voucher',
      {},
      { kind: 'amount', amount: 5 },
      { ...FREE, minimum_spend: 20, order_type: 'one_time' },
    ],
    [
      'cart_variable_discount_voucher',
      { discount_amount: '7.50' },
      { kind: 'amount', amount: 7.5 },
      { ...FREE, minimum_spend: 30 },
    ],
    ['free_shipping_voucher', {}, { kind: 'free_shipping', max_shipping: 15 }, FREE],
    [
      'product_discount_voucher',
      {},
      { kind: 'percentage', percentage: 20 },
      { ...FREE, product: { id: '800', variant_id: '801' } },
    ],
    [
      'collection_discount_voucher',
      {},
      { kind: 'percentage', percentage: 15 },
      { ...FREE, minimum_spend: 25, collection_ids: ['77'] },
    ],
  ])('tells what a %s takes off, and from what', async (kind, body, discount, conditions) => {
    const claimed = await claim(kind, body);
    const { code } = claimed.redeemable;
    const answer = await test.get(`/v2/vouchers/${code}`);
    expectServedSchema(document, answer);
    expect(answer.body.voucher).toMatchObject({
      code,
      state: 'usable',
      currency: 'USD',
      discount,
      conditions,
      customer: { id: customer_id },
      claimed_reward: { id: claimed.id },
    });
  });

  it('is found in lower case and with dashes, and is 404 where nobody has it', async () => {
    const { code } = (await claim('free_shipping_voucher')).redeemable;
    const typed = `${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`;
    expect((await test.get(`/v2/vouchers/${typed}`)).body.voucher.code).toBe(code);
    expect((await test.get('/v2/vouchers/NOBODYS')).status).toBe(404);
  });

  it('says when it was used and when it was taken back', async () => {
    const stateOf = async (code: string) => (await test.get(`/v2/vouchers/${code}`)).body.voucher.state;
    const used = await claim('cart_discount_voucher');
    const answer = await test.post(`/v2/vouchers/${used.redeemable.code}/use`, { order_merchant_id: 'o-1' });
    expectServedSchema(document, answer);
    expect(answer.body.voucher).toMatchObject({
      state: 'used',
      claimed_reward: { redeemable: { usage_count: 1 } },
    });
    const again = await test.post(`/v2/vouchers/${used.redeemable.code}/use`, { order_merchant_id: 'o-1' });
    expect([again.status, again.body.error.code]).toEqual([422, 'voucher_already_used']);
    const refunded = await claim('cart_discount_voucher');
    await test.post(`${CLAIMS}/${refunded.id}/refund`);
    expect(await stateOf(refunded.redeemable.code)).toBe('refunded');
  });
});

describe("a referred friend's voucher", () => {
  it('is looked up and used like any other, and belongs to no customer', async () => {
    const { referral_id } = (await test.get('/v2/customers/1001')).body.customer;
    const site = program.sites.at(-1)!.id;
    const given = await test.post(`/headless/2025-06/${site}/referrals/referee_incentive`, {
      referral_id,
      referee_email: 'fred@mail.example',
      ip_address: '203.0.113.7',
      user_agent: null,
    });
    const { code } = given.body.incentive;
    const found = await test.get(`/v2/vouchers/${code}`);
    expectServedSchema(document, found);
    const voucher = {
      code,
      state: 'usable',
      currency: 'USD',
      discount: { kind: 'amount', amount: 5 },
      conditions: { ...FREE, minimum_spend: 20, order_type: 'one_time' },
      customer: null,
      claimed_reward: null,
      referral: { id: expect.any(Number), referrer: expect.objectContaining({ id: customer_id }) },
    };
    expect(found.body.voucher).toEqual(voucher);
    const use = () =>
      test
        .post(`/v2/vouchers/${code}/use`, { order_merchant_id: 'o-9' })
        .set('Idempotency-Key', 'a friend buys');
    const used = await use();
    expectServedSchema(document, used);
    expect([used.status, used.body.voucher]).toEqual([200, { ...voucher, state: 'used' }]);
    expect((await use()).body).toEqual(used.body);
    const again = await test.post(`/v2/vouchers/${code}/use`, { order_merchant_id: 'o-9' });
    expect([again.status, again.body.error.code]).toEqual([422, 'voucher_already_used']);
  });
});

describe('a gift card', () => {
  it('is found by its whole code, and lowered by the amount', async () => {
    const { code } = (await claim('gift_card')).redeemable;
    const use = (body: object) =>
      test.post(`/v2/vouchers/${code}/use`, { order_merchant_id: 'o-2', ...body });
    for (const [amount, complaint] of [
      [undefined, 'is required for a gift card'],
      ['0.00', 'must be more than 0'],
      ['1.001', 'must have at most 2 decimals'],
    ]) {
      const refused = await use({ amount });
      expect([refused.status, refused.body.error.details]).toEqual([400, { amount: complaint }]);
    }
    expect((await use({ amount: 10.01 })).body.error.code).toBe('insufficient_balance');
    expect((await use({ amount: '4.00' })).body.voucher).toMatchObject({
      code: null,
      state: 'usable',
      discount: { kind: 'balance', amount: 6 },
      claimed_reward: { redeemable: { initial_balance: 10, current_balance: 6 } },
    });
    expect((await test.get(`/v2/vouchers/${code}`)).text).not.toContain(code);
  });
});

describe('a claimed reward', () => {
  it('is taken back by its address, also of a blocked customer', async () => {
    const { id } = await claim('gift_card');
    const before = (await test.get('/v2/customers/1001')).body.customer;
    await test.deps.db.updateTable('customers').set({ blocked_at: before.created_at }).execute();
    const answer = await test.post(`${CLAIMS}/${id}/refund`);
    await test.deps.db.updateTable('customers').set({ blocked_at: null }).execute();
    expect(answer.status, answer.text).toBe(200);
    expectServedSchema(document, answer);
    expect(answer.body.claimed_reward).toMatchObject({ id, state: 'void' });
    const after = (await test.get('/v2/customers/1001')).body.customer;
    expect(after).toMatchObject({
      points_approved: before.points_approved + 500,
      rewards_claimed: before.rewards_claimed - 1,
    });
    expect((await test.post(`${CLAIMS}/${id}/refund`)).body.error.code).toBe('reward_already_refunded');
  });

  it('of another customer is 404', async () => {
    const { id } = await claim('custom');
    await createCustomer(test.deps, program, { merchant_id: '1002' });
    for (const way of ['refund', 'fulfill']) {
      expect((await test.post(`/v2/customers/1002/claimed_rewards/${id}/${way}`)).status).toBe(404);
      expect((await test.post(`/v2/customers/nobody/claimed_rewards/${id}/${way}`)).status).toBe(404);
    }
  });

  it('is fulfilled, with or without a word to the customer', async () => {
    for (const body of [{ explanation: 'See you on Monday' }, {}, undefined]) {
      const { id, redeemable } = await claim('custom');
      expect(redeemable.fulfilled).toBe(false);
      const answer = await test.post(`${CLAIMS}/${id}/fulfill`, body);
      expect(answer.status, answer.text).toBe(200);
      expectServedSchema(document, answer);
      expect(answer.body.claimed_reward.redeemable).toMatchObject({
        fulfilled: true,
        fulfilled_at: '2026-01-14T12:00:00.000Z',
      });
    }
  });
});

describe('a voucher used on an order that is not recorded', () => {
  const VOUCHERS: [RewardKind, object?][] = [
    ['cart_discount_voucher'],
    ['cart_variable_discount_voucher', { discount_amount: '7.50' }],
    ['free_shipping_voucher'],
    ['product_discount_voucher'],
    ['collection_discount_voucher'],
  ];

  it.each(VOUCHERS)(
    'takes two statements, the look-up of the key among them, and is answered as it is found afterwards: %s',
    async (kind, more) => {
      const { redeemable } = await claim(kind, more);
      const use = { order_merchant_id: `later-${kind}` };
      await test.get(`/v2/vouchers/${redeemable.code}`);
      let used!: Awaited<ReturnType<typeof test.post>>;
      const statements = await new SentStatements(test.database.pool).during(async () => {
        used = await test.post(`/v2/vouchers/${redeemable.code}/use`, use);
      });
      expect(statements, statements.join('\n')).toHaveLength(2);
      expect(used.body.voucher.state).toBe('used');
      expect(used.body).toEqual((await test.get(`/v2/vouchers/${redeemable.code}`)).body);
    },
  );
});
