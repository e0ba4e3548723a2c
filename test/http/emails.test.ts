import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer } from '../support/factories.ts';

let test: TestApp;
let site: number;

beforeAll(async () => {
  test = await buildTestApp();
  const program = await test.program();
  site = program.sites.at(-1)!.id;
  await createCustomer(test.deps, program, { merchant_id: 'known', email: 'known@shop.example' });
});
afterAll(() => test.close());

const COMPLAINT = 'must be an email address, without spaces and invisible characters';

const WRONG = {
  'a line break behind it': 'anna@shop.example\r\n',
  'a header in it': 'anna@shop.example\r\nBcc: all@shop.example',
  'a formula': "=cmd|'/C calc'!A1",
  'a space behind it': 'anna@shop.example ',
  'a space before it': ' anna@shop.example',
  'a space of no width': 'an\u200bna@shop.example',
  'a turn of direction': 'anna@shop.\u202eelpmaxe',
  'a soft hyphen': 'an\u00adna@shop.example',
  'a space that does not break': 'anna\u00a0@shop.example',
  'a filler that is a letter': 'anna\u3164@shop.example',
  'a mark of byte order': '\ufeffanna@shop.example',
  'a blank of another script': 'anna\u2800@shop.example',
  'a NUL': 'an\0na@shop.example',
  'no @': 'anna',
  'two @': 'anna@shop@example',
  'nothing before the @': '@shop.example',
  'nothing behind the @': 'anna@',
  'more than 254 characters': `${'a'.repeat(242)}@shop.example`,
  nothing: '',
};

const patch = (id: string, customer: object) =>
  test.app.inject({
    method: 'PATCH',
    url: `/v2/customers/${id}`,
    headers: { authorization: `Bearer ${test.key}` },
    payload: { customer },
  });
const customer = async (id: string) => (await test.get(`/v2/customers/${id}`)).body.customer;
const order = (id: string, customer_email: string | null) => ({
  customer_id: id,
  customer_email,
  merchant_id: `order of ${id}`,
  discount_codes: [],
  total: 10,
  total_paid: 10,
  payment_status: 'paid',
});

describe('an email with', () => {
  it.each(Object.entries(WRONG))(
    '%s is refused by sessions, web view sessions and PATCH',
    async (_what, email) => {
      const session = await test.post(`/headless/2025-06/${site}/customers/new/sessions`, {
        customer: { email },
      });
      expect(session.status).toBe(400);
      expect(session.body.error.details).toHaveProperty(['customer.email']);
      const view = await test.post(`/v2/sites/${site}/webviews/sessions`, {
        channel: 'app',
        customer: { merchant_id: 'new', email },
      });
      expect(view.status).toBe(400);
      expect(view.body.error.details).toHaveProperty(['customer.email']);
      const change = await patch('known', { email });
      expect(change.statusCode).toBe(400);
      expect(change.json().error.details).toHaveProperty(['customer.email']);
      expect((await customer('known')).email).toBe('known@shop.example');
      expect((await test.get('/v2/customers/new')).status).toBe(404);
    },
  );

  it.each(Object.entries(WRONG))(
    '%s is left out of orders, their previews and activities, which say so and are taken',
    async (what, email) => {
      const warning = '299 - "customer_email is no email address; the rest was taken without it"';
      const recorded = await test.post('/v2/orders', order(`orders ${what}`, email));
      expect(recorded.status, recorded.text).toBe(201);
      expect(recorded.headers.warning).toBe(warning);
      expect((await customer(encodeURIComponent(`orders ${what}`))).email).toBeNull();
      const told = await test
        .post('/v2/activities', { name: '$follow', customer_id: `acts ${what}`, customer_email: email })
        .set('idempotency-key', `acts ${what}`);
      const again = await test
        .post('/v2/activities', { name: '$follow', customer_id: `acts ${what}`, customer_email: email })
        .set('idempotency-key', `acts ${what}`);
      expect([told.status, told.headers.warning]).toEqual([again.status, again.headers.warning]);
      expect(told.headers.warning).toBe(warning);
      const { merchant_id: _, ...preview } = order(`previews ${what}`, email);
      const previewed = await test.post('/v2/orders/preview', preview);
      expect([previewed.status, previewed.headers.warning]).toEqual([200, warning]);
    },
  );
});

describe('an email', () => {
  it('is complained of in words', async () => {
    expect((await patch('known', { email: 'anna' })).json().error.details).toEqual({
      'customer.email': COMPLAINT,
    });
  });

  it.each([
    'o’brien@shop.example',
    "=odd+tag!#$%&'*/?^`{|}~-@shop.example",
    'jörg@münchen.example',
    'a@b',
    `${'a'.repeat(240)}@shop.exampl`,
  ])('may be %s', async (email) => {
    expect((await patch('known', { email })).statusCode).toBe(200);
    expect((await customer('known')).email).toBe(email);
    await patch('known', { email: 'known@shop.example' });
  });

  it('of an order is taken without a word where it is one, and null is none', async () => {
    const taken = await test.post('/v2/orders', order('right', 'right@shop.example'));
    expect(taken.headers.warning).toBeUndefined();
    expect((await customer('right')).email).toBe('right@shop.example');
    const put = await test.app.inject({
      method: 'PUT',
      url: '/v2/orders/order%20of%20right',
      headers: { authorization: `Bearer ${test.key}` },
      payload: { total_paid: 10, payment_status: 'paid', customer_email: 'right@shop.example ' },
    });
    expect([put.statusCode, put.headers.warning !== undefined]).toEqual([204, true]);
    expect((await test.post('/v2/orders', order('none', null))).headers.warning).toBeUndefined();
  });
});

describe('a number in metadata', () => {
  const change = (metadata: string) =>
    test.app.inject({
      method: 'PATCH',
      url: '/v2/customers/known',
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
      payload: `{"customer":{"metadata":${metadata}}}`,
    });

  it('is refused where a double does not hold it as it is written', async () => {
    const response = await change(
      '{"id":12345678901234567890,"a":[{"b":0.1000000000000000055}],"fine":1.50}',
    );
    const complaint = 'cannot be held exactly as a number; send it as text';
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toEqual({
      'customer.metadata.id': complaint,
      'customer.metadata.a[0].b': complaint,
    });
    expect((await change('{"huge":1e400}')).json().error.details).toEqual({
      'customer.metadata.huge': complaint,
    });
    expect((await customer('known')).metadata).toEqual({});
  });

  it('comes back as it was sent where a double holds it', async () => {
    const sent = '{"id":9007199254740991,"tenth":0.1,"small":5e-324,"sum":0.30000000000000004}';
    expect((await change(sent)).statusCode).toBe(200);
    expect(await customer('known')).toMatchObject({ metadata: JSON.parse(sent) });
  });
});
