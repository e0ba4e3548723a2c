import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedStatements } from '../../src/db/named-statements.ts';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { eraseCustomer } from '../../src/domain/operations/erase-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const MAKE_ANSWER = 'answer_idempotency_record';

let test: TestApp;
/** Another server on the same database. */
let second: TestApp;
let program: Program;
let customer: string;
let tried = 0;

beforeAll(async () => {
  const program_rest = {
    rules: [
      { key: 'follow', definition: ruleDefinition() },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase' as const,
          properties: {},
          result: { kind: 'points' as const, points: 5, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition() },
      { key: 'mug', definition: productRewardDefinition() },
      { key: 'voucher', definition: voucherDefinition() },
    ],
  };
  test = await buildTestApp({ program: program_rest });
  second = await buildTestApp({ beside: test });
  program = await test.program();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await second.close();
  await test.close();
});
beforeEach(async () => {
  tried += 1;
  customer = `customer-${tried}`;
  await createCustomer(test.deps, program, { merchant_id: customer, points: 5_000 });
});

const headless = (path: string) => `/headless/2025-06/${program.sites[0]!.id}/${path}`;
const reward = (key: string) => entryOf(program.rewards, key).id;
const row = () => getCustomer(test.deps.db, program.id, customer);

interface Sent {
  path: string;
  body: object;
}

const completion = (): Sent => ({
  path: headless('rules/social_follow/complete'),
  body: { rule_id: entryOf(program.rules, 'follow').id, customer_merchant_id: customer },
});
const redemption = (kind: string, key: string, more: object = {}): Sent => ({
  path: headless(`rewards/${kind}/redeem`),
  body: { reward_id: reward(key), customer_merchant_id: customer, ...more },
});
const order = (): Sent => ({
  path: '/v2/orders',
  body: {
    customer_id: customer,
    customer_email: null,
    merchant_id: `order-${tried}`,
    total: 20,
    total_shipping: 0,
    total_paid: 20,
    payment_status: 'paid',
    line_items: [],
  },
});

const OPERATIONS: [name: string, statement: string, request: () => Sent | Promise<Sent>][] = [
  ['a completion', 'complete_rule_keyed', completion],
  [
    'a redemption of a product',
    'claim_reward_of_stock_keyed',
    () => redemption('product_cart', 'mug', { variant_id: '901', cart_id: 'cart-1' }),
  ],
  ['a redemption of a gift card', 'claim_reward_keyed', () => redemption('gift_card', 'card')],
  [
    'a claim',
    'claim_reward_keyed',
    () => ({ path: `/v2/customers/${customer}/claimed_rewards`, body: { reward_id: reward('card') } }),
  ],
  ['an order', 'record_order_keyed', order],
  [
    'an activity',
    'record_activity_keyed',
    () => ({
      path: '/v2/activities',
      body: { name: '$social_follow', customer_id: customer, customer_email: null },
    }),
  ],
  [
    'a session with a cart',
    'put_cart_keyed',
    () => ({
      path: headless(`customers/${customer}/sessions`),
      body: {
        customer: { email: null },
        cart: {
          kind: 'platform',
          id: 'cart-1',
          cost: { total_amount: { amount: '12.00', currency_code: 'USD' } },
          lines: [],
        },
      },
    }),
  ],
  [
    'a use of a voucher',
    'use_voucher_keyed',
    async () => {
      const { path, body } = redemption('cart_discount_voucher', 'voucher');
      const { claimed_reward } = (await test.post(path, body)).body;
      return {
        path: `/v2/vouchers/${claimed_reward.redeemable.code}/use`,
        body: { order_merchant_id: `later-${tried}` },
      };
    },
  ],
];

/** The name of each statement that the server sends while `work` lasts. */
async function namesDuring(hot: NamedStatements, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const run = hot.run.bind(hot);
  hot.run = (...sent) => {
    names.push(sent[0].name);
    return run(...sent);
  };
  await work();
  hot.run = run;
  return names;
}

/** The connection of a server is lost once, before or after the statement of that name. */
function loseOnce(hot: NamedStatements, name: string, when: 'before' | 'after'): void {
  const run = hot.run.bind(hot);
  hot.run = async <R>(...sent: Parameters<NamedStatements['run']>): Promise<R[]> => {
    if (sent[0].name !== name) return run(...sent);
    hot.run = run;
    if (when === 'after') await run(...sent);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  };
}

const send = ({ path, body }: Sent, key = `key-${tried}`, app = test) =>
  app.post(path, body).set('idempotency-key', key);

describe.each(OPERATIONS)('%s with an Idempotency-Key', (_name, statement, request) => {
  it('is written in one statement with its record, and a repeat gives the same bytes', async () => {
    const sent = await request();
    const { version } = await row();
    let first!: Awaited<ReturnType<typeof send>>;
    const names = await namesDuring(test.deps.hot, async () => {
      first = await send(sent);
    });
    expect(first.status, first.text).toBeLessThan(300);
    expect(names).toContain(statement);
    expect((await row()).version).toBe(version + 1);
    for (const app of [test, second]) {
      const again = await send(sent, undefined, app);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect((await row()).version).toBe(version + 1);
    const other = await send({ ...sent, body: { ...sent.body, unknown_field: 1 } });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('that was cut off after its effect is answered by whoever is asked next, and then always so', async () => {
    const sent = await request();
    const { version } = await row();
    loseOnce(test.deps.hot, statement, 'after');
    const lost = await send(sent);
    expect([lost.status, lost.body.error.details.effect]).toEqual([503, 'unknown']);
    expect((await row()).version).toBe(version + 1);
    const repeated = await send(sent, undefined, second);
    expect(repeated.status, repeated.text).toBeLessThan(300);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    const again = await send(sent);
    expect([again.status, again.text]).toEqual([repeated.status, repeated.text]);
    expect((await row()).version).toBe(version + 1);
  });
});

describe('a completion with an Idempotency-Key', () => {
  it('takes four statements: the key and who, the effect, the customer after it, the answer', async () => {
    const names = await namesDuring(test.deps.hot, async () => send(completion()));
    expect(names).toEqual([
      'customer_standing_with_key',
      'complete_rule_keyed',
      'storefront_customer_none',
      MAKE_ANSWER,
    ]);
  });

  it('leaves nothing behind if it was cut off before its effect', async () => {
    loseOnce(test.deps.hot, 'complete_rule_keyed', 'before');
    expect((await send(completion())).status).toBe(503);
    expect(await row()).toMatchObject({ points_approved: 5_000 });
    expect((await send(completion())).headers['idempotency-replayed']).toBeUndefined();
    expect(await row()).toMatchObject({ points_approved: 5_050 });
  });

  it.each(['before', 'after'] as const)(
    'tells what it did if it was cut off %s its answer was stored, and the repeat has the whole answer',
    async (when) => {
      loseOnce(test.deps.hot, MAKE_ANSWER, when);
      const lost = await send(completion());
      const { effect, activity_id } = lost.body.error.details;
      expect([lost.status, effect]).toEqual([503, 'done']);
      const repeated = await send(completion());
      expect(repeated.body.actions).toMatchObject([{ kind: 'earned_points_from_rule', points: 50 }]);
      expect(repeated.body.customer.points_approved).toBe(5_050);
      expect((await send(completion(), undefined, second)).text).toBe(repeated.text);
      const activities = await test.deps.db
        .selectFrom('activities')
        .select('id')
        .where('customer_id', '=', (await row()).id)
        .where('name', '=', '$social_follow')
        .execute();
      expect(activities).toEqual([{ id: activity_id }]);
    },
  );

  it('has one effect and one answer, however many ask at once of two servers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(completion(), undefined, index % 2 === 0 ? test : second),
      ),
    );
    const given = answers.filter(({ status }) => status !== 409);
    expect(new Set(given.map(({ text }) => text)).size).toBe(1);
    expect((await send(completion())).text).toBe(given[0]!.text);
    expect(await row()).toMatchObject({ points_approved: 5_050 });
  });

  it('has one answer also if two servers make it at the same time from different states', async () => {
    const { hot } = test.deps;
    const run = hot.run.bind(hot);
    let other: string | undefined;
    hot.run = async (...sent) => {
      if (sent[0].name !== MAKE_ANSWER) return run(...sent);
      hot.run = run;
      const { id } = await row();
      const given = { program, customer_id: id, points: 7, note: null, by: TESTER };
      await adjustPoints(test.deps, given);
      other = (await send(completion(), undefined, second)).text;
      return run(...sent);
    };
    const first = await send(completion());
    expect(other).toContain('5057');
    expect(first.text).toBe(other);
  });

  it('keeps no answer of a customer who is erased before the answer is stored', async () => {
    const { hot } = test.deps;
    const run = hot.run.bind(hot);
    const { id } = await row();
    hot.run = async (...sent) => {
      if (sent[0].name !== MAKE_ANSWER) return run(...sent);
      hot.run = run;
      await eraseCustomer(test.deps, { program, merchant_id: customer, by: TESTER });
      return run(...sent);
    };
    expect((await send(completion())).status).toBe(200);
    const kept = await test.deps.db
      .selectFrom('idempotency_records')
      .select('status')
      .where('customer_id', '=', id)
      .execute();
    expect(kept).toEqual([]);
  });

  it('of two customers with one key has the effect of the first', async () => {
    await createCustomer(test.deps, program, { merchant_id: `${customer}-b`, points: 5_000 });
    const { path, body } = completion();
    const both = await Promise.all([
      send({ path, body }),
      send({ path, body: { ...body, customer_merchant_id: `${customer}-b` } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((s) => s === 409 || s === 422),
    ]);
    const points = await test.deps.db
      .selectFrom('customers')
      .select('points_approved')
      .where('merchant_id', 'in', [customer, `${customer}-b`])
      .orderBy('points_approved')
      .execute();
    expect(points.map(({ points_approved }) => points_approved)).toEqual([5_000, 5_050]);
  });
});
