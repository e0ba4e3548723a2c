import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  productRewardDefinition,
  programDefinition,
  programSettings,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const OFTEN = 1_000_000;
const DEFINITION = {
  settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 12 } }),
  tiers: [
    { key: 'base', definition: tierDefinition() },
    { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1_000_000 }) },
  ],
  rules: [
    { key: 'follow', definition: ruleDefinition({ limit: { count: 1, interval: null } }) },
    { key: 'often', definition: ruleDefinition() },
  ],
  rewards: [
    { key: 'mug', definition: productRewardDefinition() },
    { key: 'voucher', definition: voucherDefinition() },
  ],
};

let test: TestApp;
/** A server on the same database that looks up each key first, since it limits all rates. */
let careful: TestApp;
let program: Program;
let made = 0;

beforeAll(async () => {
  test = await buildTestApp({ program: DEFINITION });
  careful = await buildTestApp({ beside: test, app: { rate_limit_requests_per_second: OFTEN } });
  program = await test.program();
  await test.get('/v2/customers').expect(200);
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await careful.close();
  await test.close();
});

/** The store's id of a new member with points. */
async function member(): Promise<string> {
  made += 1;
  const merchant_id = `ahead-${made}`;
  await createCustomer(test.deps, program, { merchant_id, points: 5_000 });
  return merchant_id;
}

const site = () => `/headless/2025-06/${program.sites[0]!.id}`;
const COMPLETION = (customer_merchant_id: unknown, more: object = {}) => ({
  path: `${site()}/rules/social_follow/complete`,
  body: { rule_id: entryOf(program.rules, 'follow').id, customer_merchant_id, ...more },
});
const REDEMPTION = (customer_merchant_id: unknown, more: object = {}) => ({
  path: `${site()}/rewards/product_cart/redeem`,
  body: {
    reward_id: entryOf(program.rewards, 'mug').id,
    customer_merchant_id,
    variant_id: '901',
    cart_id: 'cart-1',
    ...more,
  },
});
const SESSION = (customer: string, cart: object | undefined = CART) => ({
  path: `${site()}/customers/${customer}/sessions`,
  body: { customer: { email: null }, cart },
});
const amount = (text: string) => ({ amount: text, currency_code: 'USD' });
const CART = {
  kind: 'platform',
  id: 'cart-1',
  cost: { total_amount: amount('25.00') },
  lines: [],
};
const VOUCHER = (code: string, order_merchant_id: unknown = 'order-1') => ({
  path: `/v2/vouchers/${code}/use`,
  body: { order_merchant_id },
});
const voucherOf = async (customer_merchant_id: string): Promise<string> => {
  const body = { reward_id: entryOf(program.rewards, 'voucher').id, customer_merchant_id };
  const answer = await test.post(`${site()}/rewards/cart_discount_voucher/redeem`, body).expect(201);
  return answer.body.claimed_reward.redeemable.code;
};

interface Asked {
  path: string;
  body: unknown;
}

/** The names of the statements that are sent meanwhile, those of one round trip together. */
async function namesDuring(work: () => PromiseLike<unknown>): Promise<string[]> {
  const { hot } = test.deps;
  const run = hot.run.bind(hot);
  const names: string[] = [];
  let former: unknown;
  hot.run = (...sent) => {
    const [{ name }, , , taken] = sent;
    names.push(taken && taken.client === former ? `${names.pop()}, ${name}` : name);
    former = taken?.client;
    return run(...sent);
  };
  await work();
  hot.run = run;
  return names;
}

/** The status and the text of an answer, without what no two requests share. */
async function ask(app: TestApp, { path, body }: Asked, key = app.key): Promise<[number, string]> {
  const { status, text } = await app
    .post(path, body as object)
    .set('authorization', `Bearer ${key}`)
    .set('content-type', 'application/json');
  return [status, text.replaceAll(/"request_id":"[^"]*"/g, '')];
}

describe('a write by a known key', () => {
  it.each<[string, string[], () => Promise<Asked>]>([
    [
      'a completion',
      ['customer_standing_with_key', 'complete_rule, storefront_customer_spend'],
      async () => COMPLETION(await member()),
    ],
    [
      'a redemption',
      ['customer_standing_around_with_key', 'claim_reward_of_stock, storefront_customer_spend'],
      async () => REDEMPTION(await member()),
    ],
    [
      'a session with a new cart',
      ['storefront_customer_spend_with_key', 'put_cart'],
      async () => SESSION(await member()),
    ],
    [
      'a session with another cart, where redemptions show it',
      ['storefront_customer_spend_with_key', 'put_cart'],
      async () => {
        const customer = await member();
        expect((await ask(test, REDEMPTION(customer)))[0]).toBe(201);
        return SESSION(customer);
      },
    ],
    [
      'the use of a voucher',
      ['voucher_snapshot_with_key', 'use_voucher'],
      async () => VOUCHER(await voucherOf(await member())),
    ],
  ])('looks the key up along with the read that decides %s', async (_, expected, asked) => {
    const request = await asked();
    const names = await namesDuring(async () => {
      const [status, text] = await ask(test, request);
      expect(status, text).toBeLessThan(300);
    });
    expect(names).toEqual(expected);
  });

  it('is answered as by a key that is looked up first, whatever is asked', async () => {
    const odd = [
      ...[
        'nobody',
        '',
        'x'.repeat(256),
        '\u0000',
        'a\u0000b',
        '\ud800',
        '😀',
        0,
        -1,
        1.5,
        2 ** 53,
        null,
        true,
      ],
      ...[[], {}, ['a'], undefined],
    ];
    const requests: Asked[] = [
      ...odd.map((value) => COMPLETION(value)),
      ...odd.map((value) => COMPLETION('nobody', { rule_id: value })),
      ...odd.map((value) => REDEMPTION(value)),
      ...odd.map((value) => REDEMPTION('nobody', { reward_id: value })),
      ...odd.map((value) => REDEMPTION('nobody', { variant_id: value })),
      ...odd.map((value) => REDEMPTION('nobody', { cart_id: value })),
      ...odd.map((value) => SESSION('%00', { ...CART, id: value })),
      ...odd.map((value) =>
        SESSION(`none-${String(value)}`.slice(0, 9).replaceAll(/[^a-z0-9-]/g, ''), {
          ...CART,
          lines: [],
          id: value,
          cost: {},
        }),
      ),
      ...odd.map((value) => VOUCHER('NOCODE', value)),
      ...['%00', '%F0%9F%98%80', 'x'.repeat(256)].map((code) => VOUCHER(code)),
      { ...COMPLETION('nobody'), path: '/headless/2025-06/999999/rules/social_follow/complete' },
      { ...COMPLETION('nobody'), path: `${COMPLETION('nobody').path}?channel=nowhere` },
      { path: COMPLETION('nobody').path, body: 'null' },
      { path: COMPLETION('nobody').path, body: '[]' },
      { path: COMPLETION('nobody').path, body: '{' },
      {
        path: COMPLETION('nobody').path,
        body: '{"__proto__":{"rule_id":1},"customer_merchant_id":"nobody"}',
      },
      { path: COMPLETION('nobody').path, body: '{"rule_id":1,"rule_id":2,"customer_merchant_id":"nobody"}' },
    ];
    for (const request of requests) {
      const answer = await ask(test, request);
      expect(answer, JSON.stringify(request)).toEqual(await ask(careful, request));
      expect(answer[0], JSON.stringify(request)).toBeLessThan(500);
    }
    const narrow = await test.createKey(['read_orders']);
    for (let time = 0; time < 2; time += 1)
      expect((await ask(test, COMPLETION('nobody'), narrow))[0]).toBe(403);
  });

  it('decides on what was written just before', async () => {
    const customer = await member();
    const { id: customer_id } = await rowOf(customer);
    for (const [points, status] of [
      [-5_000, 422],
      [1_000, 201],
      [-790, 422],
    ] as const) {
      await adjustPoints(test.deps, { program, customer_id, points, note: 'changed', by: TESTER });
      expect((await ask(test, REDEMPTION(customer, { cart_id: `${points}` })))[0], `${points}`).toBe(status);
    }
  });

  it('is refused as soon as the key is revoked, writes nothing, and its connection goes on', async () => {
    const customer = await member();
    const key = await test.createKey(['write_customers']);
    expect((await ask(test, COMPLETION(customer), key))[0]).toBe(200);
    const [newest] = await listApiKeys(test.deps, program.key);
    await revokeApiKey(test.deps, program.key, newest!.id, TESTER);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = [
      await send(agent, COMPLETION(await member()), key),
      await send(agent, COMPLETION(await member()), test.key),
      await send(agent, COMPLETION(await member()), test.key),
    ];
    agent.destroy();
    expect(statuses).toEqual([401, 200, 200]);
    expect(await namesDuring(() => ask(test, COMPLETION(customer), key))).toEqual(['find_keys']);
  });

  it('never reaches a customer of another program', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other', name: 'Other' }), TESTER);
    const stranger = await createKey(test.deps, 'other');
    const customer = await member();
    for (let time = 0; time < 2; time += 1)
      for (const request of [COMPLETION(customer), REDEMPTION(customer), SESSION(customer)])
        expect((await ask(test, request, stranger))[0]).toBe(404);
  });

  it('holds the limit of a rule and the points when many write at once', async () => {
    const customer = await member();
    const completions = Array.from({ length: 40 }, () => ask(test, COMPLETION(customer)));
    const limited = (await Promise.all(completions)).map(([status]) => status);
    expect(limited.filter((status) => status === 200)).toHaveLength(1);
    expect(limited.filter((status) => status === 422)).toHaveLength(39);
  });
});

describe('the answer to a write of one statement', () => {
  const often = (customer: string) => COMPLETION(customer, { rule_id: entryOf(program.rules, 'often').id });

  it('shows the customer as whoever reads it next does, letter for letter', async () => {
    const customer = await member();
    const steps = fc.sample(
      fc.record({
        does: fc.constantFrom('complete' as const, 'redeem' as const, 'visit' as const),
        keyed: fc.boolean(),
        cart_id: fc.constantFrom('cart-1', 'cart-2'),
      }),
      { numRuns: 40, seed: 20_261_123 },
    );
    for (const [index, { does, keyed, cart_id }] of steps.entries()) {
      const work = {
        complete: () => often(customer),
        redeem: () => REDEMPTION(customer, { cart_id, variant_id: '902' }),
        visit: () =>
          SESSION(customer, { ...CART, id: cart_id, cost: { total_amount: amount(`${index}.00`) } }),
      };
      const { path, body } = work[does]();
      const request = test.post(path, body as object);
      const answer = await (keyed ? request.set('idempotency-key', `step-${index}`) : request);
      expect(answer.status, answer.text).toBeLessThan(300);
      const read = await test.get(`${site()}/customers/${customer}`).expect(200);
      expect(customerText(answer.text), JSON.stringify({ index, does, keyed })).toBe(customerText(read.text));
    }
  });

  it('shows each of many at once its own effect, and only what was written by then', async () => {
    const customer = await member();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(index % 2 === 0 ? test : careful, often(customer))),
    );
    const seen = answers.map(([status, text]) => {
      expect(status, text).toBe(200);
      const { history, points_approved } = JSON.parse(text).customer;
      const completions = history.filter(({ kind }: { kind: string }) => kind === 'earned_points_from_rule');
      expect(points_approved).toBe(5_000 + 50 * completions.length);
      return completions.length;
    });
    // Whoever wrote as the nth sees n completions at least.
    for (const [index, completions] of seen.sort((a, b) => a - b).entries())
      expect(completions).toBeGreaterThan(index);
    expect((await rowOf(customer)).points_approved).toBe(7_000);
  });

  it('says that the write was done if only the read behind it failed', async () => {
    const customer = await member();
    const { hot } = test.deps;
    const run = hot.run.bind(hot);
    hot.run = (...sent) => {
      const [statement, ...rest] = sent;
      const fails = { name: 'fails', text: 'select 1 / 0, $1::bigint, $2::json' };
      return run(statement.name === 'storefront_customer_spend' ? fails : statement, ...rest);
    };
    const { path, body } = often(customer);
    const answer = await test.post(path, body as object);
    hot.run = run;
    expect([answer.status, answer.body.error.details]).toMatchObject([503, { effect: 'done' }]);
    expect((await rowOf(customer)).points_approved).toBe(5_050);
    expect((await ask(test, often(customer)))[0]).toBe(200);
  });
});

/** The text of the member `customer` of an answer. */
function customerText(text: string): string {
  return JSON.stringify(JSON.parse(text).customer);
}

async function rowOf(merchant_id: string): Promise<{ id: number; points_approved: number }> {
  return test.deps.db
    .selectFrom('customers')
    .select(['id', 'points_approved'])
    .where('program_id', '=', program.id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
}

/** The status of a request over a connection of the agent. */
function send(agent: Agent, { path, body }: Asked, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const request = httpRequest(test.url + path, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}
