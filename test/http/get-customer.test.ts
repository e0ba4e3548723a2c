import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';

const DAY = 24 * 3_600_000;
const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let guests: TestApp;
let program: Program;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ currency_rates: { EUR: 0.9 } }),
      sites: [
        { key: 'main', definition: siteDefinition() },
        { key: 'berlin', definition: siteDefinition({ currency: 'EUR', languages: ['de'], country: 'DE' }) },
      ],
      rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: 3600 }) }],
      rewards: [
        { key: 'card', definition: rewardDefinition() },
        { key: 'mug', definition: productRewardDefinition() },
        { key: 'in_germany', definition: rewardDefinition({ countries: ['DE'] }) },
      ],
    },
  });
  guests = await buildTestApp({ program: { settings: programSettings({ enrol_on_sight: false }) } });
  program = await test.program();
  document = await test.document();
});
beforeEach(() => test.clock.advance(NOON - test.clock.real()));
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await Promise.all([test.close(), guests.close()]);
});

const path = (merchantId: string, query = '', site = 0) =>
  `/headless/2025-06/${program.sites[site]!.id}/customers/${encodeURIComponent(merchantId)}${query}`;

async function block({ program_id, id }: CustomerRow) {
  await test.deps.db
    .updateTable('customers')
    .set({ blocked_at: ts(NOON) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

describe('reading a customer', () => {
  it('gives all of it, and what the program offers', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'ada', email: 'ada@shop.example', points: 600 });
    const response = await test.get(path('ada'));
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toMatchObject({
      channel: 'web',
      currency: 'USD',
      language: 'en',
      customer: { state: 'enrolled', merchant_id: 'ada', points_approved: 600 },
    });
    const { body } = await test.get(`/headless/2025-06/${program.sites[0]!.id}/configuration`);
    expect(response.body.configuration).toEqual(body);
    expect(response.body.configuration).toMatchObject({ channel: 'web', currency: 'USD', language: 'en' });
  });

  it('is worded for the site, the language, the channel and the country asked for', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'bea', points: 100 });
    const { body } = await test.get(path('bea', '?channel=mobile', 1));
    expect([body.channel, body.currency, body.language]).toEqual(['mobile', 'EUR', 'de']);
    const ids = (rewards: { id: number }[]) => rewards.map(({ id }) => id);
    expect(ids(body.configuration.rewards)).toContain(entryOf(program.rewards, 'in_germany').id);
    expect(ids(body.customer.available_rewards)).toEqual(ids(body.configuration.rewards));
    expect(body.configuration.rules[0].variants[0].title).toBe('Folge uns');
  });

  it('settles first what is due', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'cid', points: 200 });
    const site = program.sites[0]!.id;
    await test.post(`/headless/2025-06/${site}/rules/social_follow/complete`, {
      rule_id: entryOf(program.rules, 'follow').id,
      customer_merchant_id: 'cid',
    });
    await test.post(`/headless/2025-06/${site}/rewards/product_cart/redeem`, {
      reward_id: entryOf(program.rewards, 'mug').id,
      customer_merchant_id: 'cid',
      variant_id: '902',
      cart_id: 'cart',
    });
    const standing = async () => {
      const { points_approved, points_pending, points_spent, active_cart_redemptions } = (
        await test.get(path('cid'))
      ).body.customer;
      return [points_approved, points_pending, points_spent, active_cart_redemptions.length];
    };
    expect(await standing()).toEqual([0, 50, 200, 1]);
    test.clock.advance(DAY);
    expect(await standing()).toEqual([250, 0, 0, 0]);
  });

  it('shows a blocked one by its names alone, also one that was enrolled', async () => {
    const customer = await ensureCustomer(test.deps, {
      program,
      site: program.sites[0]!,
      merchant_id: 'dan',
      email: 'dan@shop.example',
      first_name: 'Dan',
      last_name: 'Doe',
    });
    await block(customer);
    const response = await test.get(path('dan'));
    expectServedSchema(document, response);
    expect(response.body.customer).toEqual({
      state: 'blocked',
      id: customer.id,
      merchant_id: 'dan',
      email: 'dan@shop.example',
      first_name: 'Dan',
      last_name: 'Doe',
    });
    expect(response.body.configuration.rules).toHaveLength(1);
  });

  it('shows a guest by its names alone', async () => {
    const own = await guests.program();
    const { id } = await createCustomer(guests.deps, own, { merchant_id: 'eve' });
    const response = await guests.get(`/headless/2025-06/${own.sites[0]!.id}/customers/eve`);
    expectServedSchema(document, response);
    expect(response.body.customer).toEqual({
      state: 'guest',
      id,
      merchant_id: 'eve',
      email: null,
      first_name: null,
      last_name: null,
    });
  });

  it('creates none', async () => {
    expect((await test.get(path('nobody'))).status).toBe(404);
    expect((await test.get(path('nobody'))).status).toBe(404);
  });
});
