import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createKey } from '../support/factories.ts';
import { addressOf, OPERATIONS, withValue } from '../support/operations.ts';
import { createTenant, NOBODYS, type Tenant } from '../support/tenant.ts';

type Responses = Record<string, { content: Record<string, unknown> }>;

const RESOLVE = 'PUT /v2/activities/:name/:merchant_id';

let test: TestApp;
let tenant: Tenant;
let document: { paths: Record<string, Record<string, { responses: Responses }>> };

beforeAll(async () => {
  test = await buildTestApp();
  tenant = await createTenant(test, 'ours', 1);
  document = (await supertest(test.url).get('/openapi.json').expect(200)).body;
});
afterAll(() => test.close());

describe('an answer is what the document says', () => {
  it.each(Object.entries(OPERATIONS))('%s', async (name, operation) => {
    const other = operation.scope.endsWith('_orders') ? 'read_configuration' : 'read_orders';
    const narrow = await createKey(test.deps, 'ours', [other]);
    const ask = (key: string, sent = operation.request(tenant)) => {
      const path = addressOf(name, sent);
      const method = name.slice(0, name.indexOf(' ')).toLowerCase() as
        | 'get'
        | 'post'
        | 'put'
        | 'patch'
        | 'delete';
      const called = supertest(test.url)[method](path);
      return (method === 'get' ? called : called.send(sent.body)).set('authorization', `Bearer ${key}`);
    };
    const wrong = Object.entries(operation.names).filter(([, [, status]]) => status >= 400);
    const answers = [
      await ask(tenant.key).expect(operation.status),
      await ask('nobody').expect(401),
      ...(operation.scope === 'any_key' ? [] : [await ask(narrow).expect(403)]),
      await ask(tenant.key, { ...operation.request(tenant), query: { channel: 'tv' } }).expect(400),
      ...(await Promise.all(
        wrong.map(([place, [kind, status]]) =>
          ask(tenant.key, withValue(operation.request(tenant), place, NOBODYS[kind])).expect(status),
        ),
      )),
    ];
    for (const answer of answers) expectServedSchema(document, answer);
  });

  it('also of a listing as csv', async () => {
    const answer = await supertest(test.url)
      .get('/v2/transactions?type=csv')
      .set('authorization', `Bearer ${tenant.key}`);
    expect(Object.keys(document.paths['/v2/transactions']!.get!.responses['200']!.content)).toContain(
      answer.type,
    );
  });

  it('also of a refusal, whose code it names', async () => {
    const send = (method: 'post' | 'put', path: string, body: object) =>
      supertest(test.url)[method](path).send(body).set('authorization', `Bearer ${tenant.key}`);
    const paid = { total_paid: 1_000, payment_status: 'paid' };
    const order = { customer_id: 'refused', customer_email: null, merchant_id: 'refused', total: 1 };
    await send('post', '/v2/orders', { ...order, discount_codes: [], ...paid, total_paid: 1 }).expect(201);
    const session = (merchant_id: string) => ({
      channel: 'app',
      customer: { merchant_id, email: 'one@shop.example' },
    });
    const sessions = `/v2/sites/${tenant.names.site}/webviews/sessions`;
    await send('post', sessions, session('first')).expect(201);
    const activity = addressOf(RESOLVE, OPERATIONS[RESOLVE]!.request(tenant));
    await send('put', activity, { state: 'void' }).expect(204);
    const refused = [
      await send('post', '/v2/orders', { ...order, discount_codes: [], ...paid, merchant_id: 'other' }),
      await send('post', '/v2/orders/preview', { ...order, ...paid }),
      await send('put', '/v2/orders/refused', paid),
      await send('post', sessions, session('second')),
      await send('put', activity, { state: 'approved' }),
    ];
    for (const answer of refused) {
      expect(answer.status, answer.text).toBe(422);
      expectServedSchema(document, answer);
    }
  });
});
