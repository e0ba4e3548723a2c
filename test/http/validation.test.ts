import { Type } from '@sinclair/typebox';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounded, createAjv } from '../../src/http/bounded-ajv.ts';
import { requestContext } from '../../src/http/request-context.ts';
import {
  Id,
  MerchantIdOfPath,
  Name,
  Nullable,
  StringEnum,
  Text,
  TimestampInput,
} from '../../src/http/schema-helpers.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({
    extend: (app) => {
      app.post(
        '/test/:count/:name',
        {
          config: {
            scope: 'any_key',
            complaints: ({ query }): Record<string, string> =>
              (query as { odd?: string }).odd ? { odd: 'is odd' } : {},
          },
          schema: {
            params: Type.Object({ count: Id(), name: Text() }),
            querystring: Type.Object({
              limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
              all: Type.Optional(Type.Boolean()),
              since: Type.Optional(TimestampInput()),
              odd: Type.Optional(Text()),
            }),
            body: Type.Object({
              id: Id(),
              name: Type.Optional(Name()),
              kind: Type.Optional(StringEnum(['a', 'b'])),
              note: Type.Optional(Nullable(Text())),
              lines: Type.Optional(
                Type.Array(Type.Object({ price: Type.Number({ minimum: 0 }) }), { maxItems: 3 }),
              ),
            }),
          },
        },
        async ({ params, query, body }) => ({ params, query, body }),
      );
      app.get('/test/context', { config: { scope: 'any_key' } }, async (request) => requestContext(request));
      app.get(
        '/test/customers/:merchant_id',
        {
          config: { scope: 'any_key' },
          schema: { params: Type.Object({ merchant_id: MerchantIdOfPath() }) },
        },
        async ({ params }) => params,
      );
    },
  });
});
afterAll(() => test.close());

const details = async (path: string, body: object | string) => {
  const sent =
    typeof body === 'string'
      ? test
          .post(path)
          .type('json')
          .serialize(String)
          .send(body as never)
      : test.post(path, body);
  const response = await sent;
  expect(response.status, response.text).toBe(400);
  return response.body.error.details;
};

describe('a mistake in a request', () => {
  it('is said all at once, of path, query, headers and body', async () => {
    const response = await test
      .post(`/test/x/${'n'.repeat(256)}?limit=0&since=yesterday&channel=tv&country=USA&odd=1`, {
        name: '',
        kind: 'c',
      })
      .set('idempotency-key', 'k'.repeat(256));
    expect(response.body.error).toMatchObject({
      code: 'invalid_request',
      details: {
        count: 'must be an integer',
        name: 'must have at most 255 characters',
        limit: 'must be at least 1',
        since: 'must be an ISO 8601 timestamp with an offset, such as 2025-06-01T00:00:00Z',
        odd: 'is odd',
        id: 'is required',
        kind: 'must be one of a, b',
        channel: 'must be one of web, pos, mobile',
        country: 'must be an ISO 3166-1 alpha-2 country code, such as US',
        'Idempotency-Key': 'must be 1 to 255 printable ASCII characters',
      },
    });
  });

  it('is found deep inside a body', async () => {
    expect(await details('/test/1/n', { id: 1, lines: [{ price: 1 }, { price: -1 }, {}] })).toEqual({
      'lines[1].price': 'must be at least 0',
      'lines[2].price': 'is required',
    });
    expect(await details('/test/1/n', { id: 1, lines: [1, 1] })).toEqual({
      'lines[0]': 'must be an object',
      'lines[1]': 'must be an object',
    });
  });

  it('is not looked for in the entries of a list that is too long', async () => {
    expect(await details('/test/1/n', { id: 1, lines: [1, 1, 1, 1] })).toEqual({
      lines: 'must have at most 3 entries',
    });
  });

  it('is the same for a right value in a list at its bound', async () => {
    const response = await test.post('/test/1/n', {
      id: 1,
      lines: [{ price: 1 }, { price: 2 }, { price: 3 }],
    });
    expect(response.status).toBe(200);
  });

  it('stands beside the complaint about a body that is no JSON', async () => {
    expect(await details('/test/1/n?limit=x', '{')).toEqual({
      limit: 'must be an integer',
      body: 'is not valid JSON',
    });
  });
});

describe('a body that is wrong all over', () => {
  const order = {
    customer_id: '1',
    customer_email: null,
    merchant_id: 'o-1',
    total: 1,
    total_paid: 1,
    payment_status: 'paid',
  };
  const bodies: Record<string, object> = {
    'lines that are none': { ...order, line_items: Array(19_000).fill(1) },
    'lines of a wrong shape, as many as there may be': {
      ...order,
      line_items: Array(1_000).fill({ id: 1, price: 'x' }),
    },
    'amounts finer than a coin': {
      ...order,
      line_items: Array(400).fill({ product_id: '1', variant_id: '1', quantity: 1, price: 0.00001 }),
    },
    'amounts finer than a coin in lists that are too long': {
      ...order,
      line_items: Array(2_500).fill({ price: 0.001 }),
    },
    'attributes of a wrong shape': {
      ...order,
      line_items: Array(100).fill({
        product_id: '1',
        variant_id: '1',
        quantity: 1,
        price: 1,
        attributes: Array(100).fill(1),
      }),
    },
  };

  it.each(Object.entries(bodies))(
    'is answered with at most 20 complaints in under 20 kB: %s',
    async (_what, body) => {
      const response = await test.post('/v2/orders', body);
      expect(response.status).toBe(400);
      const { details, message } = response.body.error;
      const count = Object.keys(details).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(20);
      if (count === 20) expect(message).toMatch(/the first 20/);
      expect(response.text.length).toBeLessThan(20_000);
    },
  );

  it('has its long names cut, so that no answer repeats a whole body', async () => {
    const names = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}${'\u0001'.repeat(3_000)}`, 1]),
    );
    const response = await test.post('/v2/orders/preview', names);
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.error.details)).toHaveLength(20);
    expect(Buffer.byteLength(response.text)).toBeLessThan(20_000);
    const pairs = await test.post('/v2/orders/preview', { ['😀'.repeat(500)]: 1 });
    expect(pairs.body.error.details).toHaveProperty([`${'😀'.repeat(100)}…`]);
  });

  it('ends the walk through it early, also where its lists lie in each other', () => {
    const seen = { entries: 0 };
    const ajv = createAjv();
    const count = () => {
      seen.entries += 1;
      return true;
    };
    ajv.addKeyword({ keyword: 'counted', validate: count, schema: false });
    const entry = { type: 'integer', counted: true };
    const validate = ajv.compile(
      bounded({ type: 'array', maxItems: 1_000, items: { type: 'array', maxItems: 1_000, items: entry } }),
    );
    expect(validate(Array(1_000).fill(Array(1_000).fill('x')))).toBe(false);
    expect(seen.entries).toBeLessThan(1_000);
    expect(validate.errors!.length).toBeLessThan(1_000);
  });

  it('is right all the same where one branch of a union is wrong all over and another fits', () => {
    const lists = [
      { type: 'array', items: { type: 'integer' } },
      { type: 'array', items: { type: 'string' } },
    ];
    const validate = createAjv().compile(bounded({ anyOf: lists }));
    expect(validate(Array(1_000).fill('x'))).toBe(true);
    expect(validate(Array(1_000).fill(true))).toBe(false);
  });
});

describe('a name that stands twice in an object', () => {
  it.each([
    ['{"id":1,"id":2}', { id: 'is there twice' }],
    ['{"id":1,"i\\u0064":2}', { id: 'is there twice' }],
    ['{"id":1,"id":1}', { id: 'is there twice' }],
    ['{"id":1,"lines":[{"price":1},{"price":1,"x":{},"price":1}]}', { 'lines[1].price': 'is there twice' }],
    ['{"id":1,"note":"\\"id\\":1,","a":{"b":[{"c":{"d":1,"d":"]}"}}]}}', { 'a.b[0].c.d': 'is there twice' }],
    ['{"":1,"":1,"id":1}', { body: 'is there twice' }],
    ['{"id":1,"__proto__":1,"__proto__":1}', { ['__proto__']: 'is there twice' }],
    ['\ufeff { "id" : 1 , "id" : 1 } ', { id: 'is there twice' }],
  ])('is refused: %s', async (body, complaints) => {
    const found = await details('/test/1/n', body);
    expect(Object.entries(found)).toEqual(Object.entries(complaints));
  });

  it('may stand in several objects, and within texts', async () => {
    const body =
      '{"id":1,"lines":[{"price":1},{"price":1}],"note":"{\\"id\\":1,\\"id\\":1}","a":{"id":{"id":[]}}}';
    const response = await test
      .post('/test/1/n')
      .type('json')
      .serialize(String)
      .send(body as never);
    expect(response.status, response.text).toBe(200);
  });

  it('is found among very many, the first of them named', async () => {
    const twice = Array.from({ length: 9_000 }, (_, index) => `"n${index}":0,"n${index}":0`).join(',');
    const found = await details('/test/1/n', `{"id":1,${twice}}`);
    expect(Object.keys(found)).toEqual(Array.from({ length: 20 }, (_, index) => `n${index}`));
  });
});

describe('an integer of a query or a path', () => {
  it.each([['1'], ['007'], ['500']])('may be %s', async (text) => {
    expect((await test.post(`/test/${text}/n?limit=${text}`, { id: 1 })).body.query.limit).toBe(Number(text));
  });

  it.each([
    ['1e2'],
    ['0x10'],
    ['%201'],
    ['1%20'],
    ['+1'],
    ['1.0'],
    ['1.5'],
    [''],
    ['NaN'],
    ['Infinity'],
    ['null'],
    ['true'],
    ['９'],
    ['-'],
    ['--1'],
  ])('may not be %s', async (text) => {
    expect(
      await details(`/test/1/n?limit=${encodeURIComponent(decodeURIComponent(text))}`, { id: 1 }),
    ).toEqual({
      limit: 'must be an integer',
    });
  });

  it.each([
    ['-1', 'must be at least 1'],
    ['0', 'must be at least 1'],
    ['501', 'must be at most 500'],
    ['9007199254740992', 'must be at most 9007199254740991'],
    ['99999999999999999999999999', 'must be at most 9007199254740991'],
  ])('that is %s is refused for its bound', async (text, complaint) => {
    expect(await details(`/test/1/n?limit=${text}`, { id: 1 })).toEqual({ limit: complaint });
  });

  it('may be the largest safe one, and may not be given twice', async () => {
    expect((await test.post(`/test/9007199254740991/n`, { id: 1 })).body.params.count).toBe(9007199254740991);
    expect(await details('/test/1/n?limit=1&limit=2', { id: 1 })).toEqual({ limit: 'must be an integer' });
  });

  it('has its default where it is absent', async () => {
    expect((await test.post('/test/1/n', { id: 1 })).body.query).toEqual({ limit: 100 });
  });
});

describe('a body', () => {
  it.each([
    ['"12"'],
    ['true'],
    ['null'],
    ['[7]'],
    ['{}'],
    ['1.5'],
    ['1e400'],
    ['-1'],
    ['9007199254740992'],
    ['1e300'],
  ])('is not coerced: %s is no id', async (value) => {
    expect(await details('/test/1/n', `{"id":${value}}`)).toHaveProperty('id');
  });

  it('may write a number as JSON allows', async () => {
    const response = await test
      .post('/test/1/n')
      .type('json')
      .serialize(String)
      .send('{"id":1.2e1}' as never);
    expect(response.body.body).toEqual({ id: 12 });
  });

  it('may hold fields that nobody knows', async () => {
    const response = await test
      .post('/test/1/n?strange=1')
      .serialize(String)
      .type('json')
      .send(
        '{"id":1,"strange":{"x":1},"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}' as never,
      );
    expect(response.status).toBe(200);
    expect(response.body.body.admin).toBeUndefined();
  });

  it('may say null where null is allowed, and nowhere else', async () => {
    expect((await test.post('/test/1/n', { id: 1, note: null })).status).toBe(200);
    expect(await details('/test/1/n', { id: 1, name: null })).toEqual({ name: 'must be a string' });
    expect(await details('/test/1/n', { id: 1, note: 7 })).toEqual({ note: 'must be a string' });
  });

  it('holds no more values than anybody needs', async () => {
    const lines = JSON.stringify({ id: 1, lines: Array(30_000).fill(1) });
    expect(await details('/test/1/n', lines)).toEqual({ body: 'holds more than 20000 values' });
  });
});

describe('a text', () => {
  it.each([
    ['"\\u0000"', 'must not contain NUL or a lone surrogate'],
    ['"a\\u0000b"', 'must not contain NUL or a lone surrogate'],
    ['"\\ud800"', 'must not contain NUL or a lone surrogate'],
    ['"\\udc00\\ud800"', 'must not contain NUL or a lone surrogate'],
    [JSON.stringify('x'.repeat(256)), 'must have at most 255 characters'],
    [JSON.stringify('x'.repeat(10_000)), 'must have at most 255 characters'],
    [JSON.stringify('😀'.repeat(256)), 'must have at most 255 characters'],
  ])('may not be %s', async (json, complaint) => {
    expect(await details('/test/1/n', `{"id":1,"name":${json}}`)).toEqual({ name: complaint });
  });

  it.each([
    ['x'.repeat(255)],
    ['😀'.repeat(255)],
    ['\ud83d\ude00'],
    ['tab\tand\nline'],
    ['‮rtl'],
    ["'; drop table"],
  ])('may be %j, and stays as it is', async (name) => {
    expect((await test.post('/test/1/n', { id: 1, name })).body.body.name).toBe(name);
  });

  it('of a path may not hold NUL', async () => {
    expect(await details('/test/1/a%00b', { id: 1 })).toEqual({
      name: 'must not contain NUL or a lone surrogate',
    });
  });
});

describe('a merchant_id of a path', () => {
  const name = async (segment: string) => (await test.get(`/test/customers/${segment}`)).body.merchant_id;

  it('is decoded once and may be anything', async () => {
    expect(await name('gid%3A%2F%2Fshop%2FCustomer%2F1001')).toBe('gid://shop/Customer/1001');
    expect(await name('a%2Fb%3Fc%23d')).toBe('a/b?c#d');
    expect(await name(encodeURIComponent('Ü😀'.repeat(127)))).toBe('Ü😀'.repeat(127));
  });

  it('may have 255 characters, also where it was encoded twice', async () => {
    const id = '/'.repeat(255);
    expect(await name(encodeURIComponent(id))).toBe(id);
    expect(await name(encodeURIComponent(encodeURIComponent(id)))).toBe(encodeURIComponent(id));
    for (const segment of [
      'x'.repeat(256),
      'x'.repeat(10_000),
      encodeURIComponent(encodeURIComponent('/'.repeat(256))),
    ]) {
      const response = await test.get(`/test/customers/${segment}`);
      expect([response.status, response.body.error.details]).toEqual([
        400,
        { merchant_id: 'must have at most 255 characters' },
      ]);
    }
  });
});

describe('channel, language and country', () => {
  const context = async (query: string, headers: Record<string, string> = {}) =>
    (await test.get(`/test/context${query}`).set(headers)).body;

  it('have defaults', async () => {
    expect(await context('')).toEqual({ channel: 'web', language: null, country: null });
  });

  it('come from the query or the headers, and the query wins', async () => {
    const headers = { 'x-loyalty-channel': 'pos', 'x-loyalty-language': 'de' };
    expect(await context('', headers)).toEqual({ channel: 'pos', language: 'de', country: null });
    expect(await context('?channel=mobile&language=fr&country=ch', headers)).toEqual({
      channel: 'mobile',
      language: 'fr',
      country: 'CH',
    });
  });

  it('are 400 where they are not what they may be, at every operation', async () => {
    expect((await test.get('/v2/transactions?channel=')).body.error.details).toHaveProperty('channel');
    expect((await test.get('/v2/activities').set('x-loyalty-channel', 'kiosk')).body.error.details).toEqual({
      'X-Loyalty-Channel': 'must be one of web, pos, mobile',
    });
    expect((await test.get('/v2/activities?channel=web&channel=pos')).status).toBe(400);
    expect((await test.get('/v2/activities?language=%00')).status).toBe(400);
    expect((await test.get('/v2/activities?country=1')).status).toBe(400);
  });

  it('are nobody’s business at public addresses', async () => {
    expect((await supertest(test.url).get('/health/live?channel=tv')).status).toBe(200);
  });
});
