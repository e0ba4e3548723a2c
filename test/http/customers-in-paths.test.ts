import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer } from '../support/factories.ts';
import { addressOf, OPERATIONS, withValue } from '../support/operations.ts';
import { createTenant, type Tenant } from '../support/tenant.ts';

let test: TestApp;
let tenant: Tenant;
let program: Program;

beforeAll(async () => {
  test = await buildTestApp();
  tenant = await createTenant(test, 'ours', 1);
  program = tenant.program;
});
afterAll(() => test.close());

const once = encodeURIComponent;
const twice = (id: string) => once(once(id));

/** The customer-facing operations whose path names a customer. */
const OF_CUSTOMERS = Object.entries(OPERATIONS).filter(([name]) =>
  /^\w+ \/headless\/.*:merchant_id/.test(name),
);

const IDS = {
  'with slashes': 'a/b//c/../d',
  'in the form of the platform': 'gid://shop/Customer/4711',
  'with percent signs': '100% + 50%25',
  'with what paths are made of': '?x=1&y=#z;.',
  'beyond ASCII': 'Zoë 🛒 客',
  'of 255 characters, each three times as long encoded': '/'.repeat(255),
};

/** Asks an operation for a customer, its segment of the path as given. */
async function ask(name: string, segment: string) {
  const sent = withValue(OPERATIONS[name]!.request(tenant), 'params.merchant_id', 'SEGMENT');
  const address = addressOf(name, sent).replace('SEGMENT', segment);
  const request = name.startsWith('GET ') ? test.get(address) : test.post(address, sent.body);
  return request.set('authorization', `Bearer ${tenant.key}`);
}

describe('a customer whose id is', () => {
  const cases = OF_CUSTOMERS.flatMap(([name]) =>
    Object.entries(IDS).map(([form, id]) => [form, name, id] as const),
  );

  it('asked for by operations that there are', () => {
    expect(OF_CUSTOMERS.map(([name]) => name.replace(/.*:merchant_id/, '')).sort()).toEqual([
      '',
      '/birthday',
      '/email_marketing/subscribe',
      '/enroll',
      '/sessions',
    ]);
  });

  it.each(cases)('%s is found by %s, encoded once and encoded twice', async (_form, name, merchant_id) => {
    const { id } = await createCustomer(test.deps, program, { merchant_id });
    for (const segment of [once(merchant_id), twice(merchant_id)]) {
      const response = await ask(name, segment);
      expect(response.status, response.text).toBe(OPERATIONS[name]!.status);
      expect(response.body.customer).toMatchObject({ id, merchant_id });
    }
  });

  it.each(OF_CUSTOMERS.map(([name]) => name))(
    'nobody’s is told apart from one encoded twice by %s',
    async (name) => {
      const creates = name.endsWith('/sessions');
      const response = await ask(name, twice('no/body'));
      expect(response.status).toBe(creates ? 200 : 404);
      if (creates) expect(response.body.customer.merchant_id).toBe('no/body');
    },
  );

  it('itself something encoded is found before it is decoded again', async () => {
    const [encoded, plain] = [
      await createCustomer(test.deps, program, { merchant_id: 'x%2Fy' }),
      await createCustomer(test.deps, program, { merchant_id: 'x/y' }),
    ];
    for (const [name] of OF_CUSTOMERS) {
      expect((await ask(name, once('x%2Fy'))).body.customer.id).toBe(encoded.id);
      expect((await ask(name, once('x/y'))).body.customer.id).toBe(plain.id);
    }
  });

  it('too long in every form is 400', async () => {
    for (const [name] of OF_CUSTOMERS) {
      const response = await ask(name, twice('/'.repeat(256)));
      expect([response.status, response.body.error.details]).toEqual([
        400,
        { merchant_id: 'must have at most 255 characters' },
      ]);
    }
  });
});

describe('a customer that a session creates', () => {
  it.each([
    ['encoded once', once('gid://shop/Customer/99'), 'gid://shop/Customer/99'],
    ['encoded twice', twice('gid://shop/Customer/98'), 'gid://shop/Customer/98'],
    ['a percent sign that encodes nothing', once('5%'), '5%'],
  ])('is stored decoded: %s', async (_form, segment, merchant_id) => {
    const response = await ask('POST /headless/2025-06/:site_id/customers/:merchant_id/sessions', segment);
    expect(response.body.customer.merchant_id).toBe(merchant_id);
  });
});
