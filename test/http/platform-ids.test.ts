import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { addressOf, OPERATIONS, withValue } from '../support/operations.ts';
import { sendJson } from '../support/send-json.ts';
import { createTenant, type Named, type Tenant } from '../support/tenant.ts';

let test: TestApp;
let own: Tenant;

beforeAll(async () => {
  test = await buildTestApp();
  own = await createTenant(test, 'ours', 1);
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** The things to which stores' platforms give ids. */
const PLATFORM: Named[] = [
  'customer',
  'variant',
  'product',
  'order',
  'cart',
  'platform_action',
  'reported_activity',
];

const cases = Object.entries(OPERATIONS).flatMap(([name, { names }]) =>
  Object.entries(names)
    .filter(([place, [kind]]) => place.startsWith('body.') && PLATFORM.includes(kind))
    .map(([place]) => [name, place] as const),
);

const ask = (name: string, place: string, id: unknown) => {
  const request = withValue(OPERATIONS[name]!.request(own), place, id);
  return sendJson(test.url, name.split(' ')[0]!, addressOf(name, request), own.key, request.body);
};

describe("a platform's id that is a number", () => {
  it.each(cases)('is to %s in %s its decimal text', async (name, place) => {
    const text = await ask(name, place, '9007199254740991');
    const number = await ask(name, place, 9_007_199_254_740_991);
    expect([number.status, number.json?.error?.code]).toEqual([text.status, text.json?.error?.code]);
    expect(number.status).not.toBe(400);
  });

  it.each(cases)('is refused by %s in %s where it is no whole number above zero', async (name, place) => {
    for (const id of [1.5, -1, 2 ** 53, true, ''])
      expect([(await ask(name, place, id)).status, id]).toEqual([400, id]);
  });

  it('names the customer that its text names', async () => {
    const body = (customer_id: string | number) => ({
      name: own.names.custom_name,
      customer_id,
      customer_email: null,
    });
    const post = (of: object) => sendJson(test.url, 'POST', '/v2/activities', own.key, of);
    await post(body(4_711));
    await post(body('4711'));
    const { customers } = (await sendJson(test.url, 'GET', '/v2/customers?limit=500', own.key)).json;
    const named = customers.filter((one: { merchant_id: string }) => one.merchant_id === '4711');
    expect(named).toHaveLength(1);
  });
});
