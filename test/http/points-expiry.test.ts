import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, programSettings, ruleDefinition } from '../support/factories.ts';

const NOTHING_LEFT = '2027-01-15T00:00:00Z';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ points_expiry: { mode: 'after_earning', duration_months: 12 } }),
      rules: [
        { key: 'follow', definition: ruleDefinition() },
        { key: 'later', definition: ruleDefinition({ approval_period_seconds: 86_400 }) },
      ],
    },
  });
});
afterAll(() => test.close());

let customers = 0;
let merchant_id: string;
beforeEach(async () => {
  test.clock.advance(Date.parse('2026-01-14T12:00:00Z') - test.clock.real());
  customers += 1;
  merchant_id = `c${customers}`;
  await createCustomer(test.deps, await test.program(), { merchant_id, points: 1_000 });
});

async function complete(key: string) {
  const program = await test.program();
  return test.post(`/headless/2025-06/${program.sites.at(-1)!.id}/rules/social_follow/complete`, {
    rule_id: entryOf(program.rules, key).id,
    customer_merchant_id: merchant_id,
  });
}

describe('points that will expire', () => {
  it('say so in what is earned, in the history and in what expires next', async () => {
    await complete('later');
    const response = await complete('follow');
    expect(response.status, response.text).toBe(200);
    const { actions, customer } = response.body;
    expect(actions).toMatchObject([{ points: 50, points_will_expire_at: '2027-01-14T12:00:00.000Z' }]);
    expect(customer.next_points_expiry).toEqual({
      points: 1_050,
      points_text: '1,050 points',
      points_will_expire_at: '2027-01-14T12:00:00.000Z',
    });
    expect(customer.history).toMatchObject([
      {
        kind: 'earned_points_from_rule',
        state: 'approved',
        points_will_expire_at: '2027-01-14T12:00:00.000Z',
      },
      {
        kind: 'earned_points_from_rule',
        state: 'pending',
        points_will_expire_at: '2027-01-14T12:00:00.000Z',
      },
      { kind: 'points_added', state: 'approved', points_will_expire_at: '2027-01-14T12:00:00.000Z' },
    ]);
    expectServedSchema(await test.document(), response);
  });

  it('show as expired once they are, each entry in its place', async () => {
    test.clock.advance(Date.parse(NOTHING_LEFT) - test.clock.real());
    const response = await complete('follow');
    expect(response.body.customer).toMatchObject({ points_approved: 50 });
    expect(response.body.customer.history).toMatchObject([
      { kind: 'earned_points_from_rule', state: 'approved' },
      {
        kind: 'points_expired',
        label: 'Points expired',
        date: '2027-01-14T12:00:00.000Z',
        points: -1_000,
        points_text: '-1,000 points',
      },
      { kind: 'points_added', state: 'expired', points_will_expire_at: '2027-01-14T12:00:00.000Z' },
    ]);
    expectServedSchema(await test.document(), response);
  });
});

describe('the transaction of an expiry', () => {
  it('names its reason, and is a row of the csv', async () => {
    test.clock.advance(Date.parse(NOTHING_LEFT) - test.clock.real());
    const path = `/v2/customers/${merchant_id}/transactions`;
    const response = await test.get(path);
    const [expiry] = response.body.transactions;
    expect(expiry).toEqual({
      id: expect.any(Number),
      customer: expect.objectContaining({ merchant_id, points_approved: 0 }),
      points_approved: -1_000,
      points_pending: 0,
      created_at: '2027-01-15T00:00:00.000Z',
      resource: 'expiry',
      expiry: { reason: 'age' },
    });
    expectServedSchema(await test.document(), response);
    const csv = (await test.get(`${path}?type=csv`)).text.split('\r\n');
    expect(csv[1]).toBe(
      `${expiry.id},2027-01-15T00:00:00.000Z,expiry,-1000,0,${expiry.customer.id},${merchant_id},,,,,,,,`,
    );
  });
});
