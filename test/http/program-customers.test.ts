import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setTier } from '../../src/domain/operations/set-tier.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;

let test: TestApp;
let program: Program;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition() },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 25_000 }) },
        {
          key: 'vip',
          definition: tierDefinition({ name: { en: 'VIP', de: 'Sehr wichtig' }, lower_bound: null }),
        },
      ],
      rules: [
        ...programDefinition().rules,
        { key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {} }) },
      ],
      rewards: [
        ...programDefinition().rewards,
        {
          key: 'vip_only',
          definition: rewardDefinition({ enabled: false, variants: { vip: { enabled: true } } }),
        },
        { key: 'pos_only', definition: rewardDefinition({ channels: ['pos'] }) },
        { key: 'gone', definition: rewardDefinition({ stock: 0 }) },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});
beforeEach(() => test.clock.advance(new TestClock().real() - test.clock.real()));
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

let customers = 0;
async function someone(options: { email?: string | null; points?: number } = {}) {
  customers += 1;
  const customer = await createCustomer(test.deps, program, { merchant_id: `c-${customers}`, ...options });
  return { ...customer, path: `/v2/customers/c-${customers}` };
}
const patch = (path: string, customer: unknown): Promise<Answer> =>
  sendJson(test.url, 'PATCH', path, test.key, { customer });
const read = async (path: string) => (await test.get(path)).body.customer;

describe('a customer', () => {
  it('is shown with all that a back end may know', async () => {
    const { id, path, referral_id } = await someone({ email: 'Ada@shop.example', points: 700 });
    await test.post(`${path}/claimed_rewards`, { reward_id: entryOf(program.rewards, 'gift_card').id });
    const answer = await test.get(path);
    expectServedSchema(document, answer);
    expect(answer.body.customer).toEqual({
      id,
      merchant_id: path.split('/').at(-1),
      email: 'Ada@shop.example',
      points_pending: 0,
      points_approved: 200,
      points_spent: 500,
      rewards_claimed: 1,
      properties: { name: null, first_name: null, last_name: null },
      metadata: {},
      birthday: null,
      blocked: false,
      guest: false,
      enrolled: true,
      enrolled_at: '2026-01-14T12:00:00.000Z',
      referral_id,
      referred_by: null,
      loyalty_tier_membership: {
        manual: false,
        started_at: '2026-01-14T12:00:00.000Z',
        expires_at: null,
        tier_id: entryOf(program.tiers, 'base').id,
        tier_name: 'Base',
        loyalty_tier: {
          id: entryOf(program.tiers, 'base').id,
          name: 'Base',
          position: 1,
          number: 1,
          default: true,
          hidden: false,
          lower_bound: '0.00',
          upper_bound: '249.99',
        },
      },
      insights_segment: null,
      referral_url: `https://loyalty.example/r/${referral_id}/direct`,
      created_at: '2026-01-14T12:00:00.000Z',
      updated_at: '2026-01-14T12:00:00.000Z',
    });
  });

  it('is shown as what is due has left it', async () => {
    const { path } = await someone();
    await patch(path, { birthday: { day: 15, month: 1 } });
    test.clock.advance(24 * HOUR);
    expect((await read(path)).points_approved).toBe(50);
  });

  it('of nobody is 404', async () => {
    for (const rest of ['', '/available_rewards', '/claimed_rewards']) {
      expect((await test.get(`/v2/customers/nobody${rest}`)).status).toBe(404);
    }
  });
});

describe('PATCH of a customer', () => {
  it('changes what it names, and nothing else', async () => {
    const { path } = await someone({ email: 'old@shop.example' });
    const before = await read(path);
    test.clock.advance(HOUR);
    const answer = await patch(path, {
      email: 'New@shop.example',
      first_name: 'Ada',
      last_name: 'Lovelace',
      birthday: { day: 29, month: 2 },
      metadata: { vip: true, sizes: ['M'] },
      enrolled_at: '2020-01-01T00:00:00Z',
      points_approved: 1_000_000,
    });
    expect(answer.status).toBe(200);
    const changed = {
      ...before,
      email: 'New@shop.example',
      properties: { name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
      birthday: '02-29',
      metadata: { vip: true, sizes: ['M'] },
      updated_at: '2026-01-14T13:00:00.000Z',
    };
    expect(answer.json).toEqual({ customer: changed });
    test.clock.advance(HOUR);
    await patch(path, {});
    expect(await read(path)).toEqual(changed);
  });

  it('clears what is null, and sets and removes members of metadata one by one', async () => {
    const { path } = await someone({ email: 'short@shop.example' });
    await patch(path, {
      first_name: 'Ada',
      birthday: { day: 1, month: 5, year: 1990 },
      metadata: { a: 1, b: 2 },
    });
    await patch(path, {
      email: null,
      first_name: null,
      birthday: null,
      metadata: { a: null, c: { d: null } },
    });
    expect(await read(path)).toMatchObject({
      email: null,
      properties: { first_name: null },
      birthday: null,
      metadata: { b: 2, c: { d: null } },
    });
  });

  it('blocks a customer and lifts that', async () => {
    const { path } = await someone();
    expect((await patch(path, { blocked: true })).json.customer).toMatchObject({
      blocked: true,
      enrolled: true,
    });
    expect((await test.post(`${path}/points`, { points: 1 })).body.error.code).toBe('customer_blocked');
    expect((await patch(path, { blocked: false })).json.customer.blocked).toBe(false);
    expect((await test.post(`${path}/points`, { points: 1 })).status).toBe(201);
  });

  it('gives no customer the email of another, in whatever case, and changes nothing then', async () => {
    await someone({ email: 'taken@shop.example' });
    const { path } = await someone({ email: 'own@shop.example' });
    const answer = await patch(path, { email: 'TAKEN@shop.example', first_name: 'Eve' });
    expect([answer.status, answer.json.error.code]).toEqual([422, 'email_already_in_use']);
    expect(await read(path)).toMatchObject({ email: 'own@shop.example', properties: { first_name: null } });
    expect((await patch(path, { email: 'Own@shop.example' })).status).toBe(200);
  });

  it.each([
    [{ day: 30, month: 2 }],
    [{ day: 29, month: 2, year: 2025 }],
    [{ day: 1, month: 13 }],
    [{ day: 15, month: 1, year: 2026 }],
    [{ day: 1, month: 1, year: 1899 }],
  ])('refuses the birthday %j', async (birthday) => {
    const { path } = await someone();
    const answer = await patch(path, { birthday });
    expect([answer.status, answer.json.error.code]).toEqual([422, 'invalid_date']);
    expect((await read(path)).birthday).toBeNull();
  });

  it.each([
    ['1990-05-27', '1990-05-27'],
    ['05-27', '05-27'],
    [{ day: 7, month: 5, year: 1990 }, '1990-05-07'],
    [{ day: 7, month: 5 }, '05-07'],
    [{ day: 7, month: 5, year: null }, '05-07'],
  ])('takes the birthday %j, and shows it as text', async (birthday, shown) => {
    const { path } = await someone();
    expect((await patch(path, { birthday })).json.customer.birthday).toBe(shown);
    expect((await patch(path, { birthday: shown })).json.customer.birthday).toBe(shown);
    expect((await patch(path, { birthday: '1990-02-30' })).json.error.code).toBe('invalid_date');
    const answer = await patch(path, { birthday: '27/05/1990' });
    expect([answer.status, answer.json.error.details]).toEqual([
      400,
      { 'customer.birthday': 'must be a birthday, such as 1990-05-27, or 05-27 without a year' },
    ]);
    expect((await read(path)).birthday).toBe(shown);
  });

  it('celebrates a birthday that is today, once', async () => {
    const { path } = await someone();
    for (let repeat = 0; repeat < 2; repeat += 1) await patch(path, { birthday: { day: 14, month: 1 } });
    expect((await read(path)).points_approved).toBe(50);
  });

  it('does not celebrate a birthday that was taken back', async () => {
    const { path } = await someone();
    await patch(path, { birthday: { day: 15, month: 1 } });
    await patch(path, { birthday: null });
    test.clock.advance(48 * HOUR);
    expect((await read(path)).points_approved).toBe(0);
  });

  it.each([
    [{ blocked: 'yes' }, { 'customer.blocked': 'must be a boolean' }],
    [
      { email: '' },
      { 'customer.email': 'must be an email address, without spaces and invisible characters' },
    ],
    [{ metadata: [] }, { 'customer.metadata': 'must be an object' }],
    [{ metadata: { a: ['\0'] } }, { 'customer.metadata': 'must not contain NUL or a lone surrogate' }],
    [{ metadata: { '\ud800': 1 } }, { 'customer.metadata': 'must not contain NUL or a lone surrogate' }],
    [
      { metadata: { a: 'x'.repeat(65_536) } },
      { 'customer.metadata': 'must come to at most 65536 characters of JSON in all' },
    ],
  ])('names what is wrong, case %#', async (changes, details) => {
    const { path } = await someone();
    const answer = await patch(path, changes);
    expect([answer.status, answer.json.error.details]).toEqual([400, details]);
  });
});

describe('the rewards that are there for a customer', () => {
  const titles = async (path: string, query = '') =>
    (await test.get(`${path}/available_rewards${query}`)).body.rewards.map(
      ({ id }: { id: number }) => program.reward(id)!.key,
    );

  it('are those of its tier, of the channel and of the country, also the ones out of reach', async () => {
    const { path } = await someone();
    expect(await titles(path)).toEqual(['gift_card', 'mug', 'gone']);
    expect(await titles(path, '?channel=pos')).toEqual(['gift_card', 'mug', 'pos_only', 'gone']);
    await setTier(test.deps, {
      program,
      customer_merchant_id: path.split('/').at(-1)!,
      tier_key: 'vip',
      by: TESTER,
    });
    expect(await titles(path)).toEqual(['gift_card', 'mug', 'vip_only', 'gone']);
    expectServedSchema(document, await test.get(`${path}/available_rewards`));
  });
});

describe("a customer's membership", () => {
  const membership = async (path: string) => (await read(path)).loyalty_tier_membership;

  it('says between which bounds a tier is held, and which was given by hand', async () => {
    const { path } = await someone();
    const order = { customer_id: path.split('/').at(-1), customer_email: null, merchant_id: 'o-1' };
    const paid = { total: 250, total_paid: 250, payment_status: 'paid', discount_codes: [] };
    await test.post('/v2/orders', { ...order, ...paid });
    expect(await membership(path)).toMatchObject({
      manual: false,
      loyalty_tier: { name: 'Gold', position: 2, default: false, lower_bound: '250.00', upper_bound: null },
    });
    const input = { program, customer_merchant_id: path.split('/').at(-1)!, by: TESTER };
    await setTier(test.deps, { ...input, tier_key: 'vip' });
    expect(await membership(path)).toMatchObject({
      manual: true,
      tier_name: 'VIP',
      loyalty_tier: { name: 'VIP', position: 3, default: false, lower_bound: null, upper_bound: null },
    });
  });

  it('of a guest is null', async () => {
    const { path } = await someone();
    await test.deps.db
      .updateTable('customers')
      .set({ enrolled_at: null, tier_id: null, tier_started_at: null })
      .where('merchant_id', '=', path.split('/').at(-1)!)
      .execute();
    expect(await membership(path)).toBeNull();
  });
});

describe("a customer's claimed rewards", () => {
  it('are listed in whatever state, paged both ways', async () => {
    const { path } = await someone({ points: 5_000 });
    await someone({ points: 5_000 });
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const reward_id = entryOf(program.rewards, 'gift_card').id;
      ids.unshift((await test.post(`${path}/claimed_rewards`, { reward_id })).body.claimed_reward.id);
    }
    const page = async (query: string) => (await test.get(`${path}/claimed_rewards${query}`)).body;
    const idsOf = (body: { claimed_rewards: { id: number }[] }) => body.claimed_rewards.map(({ id }) => id);
    const answer = await test.get(`${path}/claimed_rewards?limit=2`);
    expectServedSchema(document, answer);
    expect(idsOf(answer.body)).toEqual(ids.slice(0, 2));
    const second = await page(`?limit=2&cursor=${answer.body.cursor.next}`);
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    expect(idsOf(await page(`?limit=2&cursor=${second.cursor.prev}`))).toEqual(ids.slice(0, 2));
    expect(idsOf(await page(`?since_id=${ids[2]}`))).toEqual([ids[1], ids[0]]);
    expect(answer.body.claimed_rewards[0].redeemable.code).toBeNull();
    const other = await test.get(`/v2/customers/c-1/claimed_rewards?cursor=${answer.body.cursor.next}`);
    expect(other.status).toBe(400);
  });
});
