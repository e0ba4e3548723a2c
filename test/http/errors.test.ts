import type { Response } from 'supertest';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { sendRaw } from '../support/raw-http.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({
    app: { body_limit_bytes: 2_000, request_timeout_seconds: 1 },
    extend: (app) => {
      app.get('/test/bug', { config: { scope: 'public' } }, async () => {
        throw new Error('the password of the database is hunter2');
      });
      app.get('/test/late-bug', { config: { scope: 'public' } }, async (_request, reply) =>
        reply.code(418).send({
          toJSON() {
            throw new Error('hunter2');
          },
        }),
      );
      app.get('/test/teapot', { config: { scope: 'public' } }, async () => {
        throw Object.assign(new Error('hunter2'), { statusCode: 418 });
      });
      app.get('/test/conflict', { config: { scope: 'public' } }, async () => {
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      });
    },
  });
});
afterAll(() => test.close());

/** The one shape, and nothing beside it. */
function expectFailure(response: Response, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const { error, ...rest } = response.body;
  expect(rest).toEqual({});
  const { message, details: _details, ...named } = error;
  expect(named).toEqual({ code, request_id: response.headers['x-request-id'] });
  expect(message).toMatch(/^[A-Z].*\.$/);
}

const post = (type: string, body: string) =>
  test
    .post('/v2/orders')
    .set('content-type', type)
    .serialize(String)
    .send(body as unknown as object);

describe('every failure has the one shape', () => {
  it('404 for an address that nobody serves', async () => {
    expectFailure(await test.get('/v2/nothing'), 404, 'not_found');
    expectFailure(await supertest(test.url).get('/nowhere'), 404, 'not_found');
  });

  it('404 wins over whatever else is wrong with the request', async () => {
    const response = await supertest(test.url)
      .post('/v2/nothing')
      .set('content-type', 'application/json')
      .send('{');
    expectFailure(response, 404, 'not_found');
  });

  it('405 with the methods that the address knows', async () => {
    const response = await supertest(test.url).delete('/v2/activities');
    expectFailure(response, 405, 'method_not_allowed');
    expect(response.headers.allow).toBe('GET, HEAD, POST');
    const other = await supertest(test.url).get(
      '/v2/customers/gid%3A%2F%2Fshop%2FCustomer%2F1/remove_points',
    );
    expectFailure(other, 405, 'method_not_allowed');
    expect(other.headers.allow).toBe('POST');
  });

  it('405 also for a method that nobody knows', async () => {
    const { status, head, body } = await sendRaw(
      test.url,
      'PROPFIND /v2/activities HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(status).toBe(405);
    expect(head).toMatch(/allow: GET, HEAD/i);
    expect(JSON.parse(body).error.code).toBe('method_not_allowed');
  });

  it('400 for bodies that are no JSON', async () => {
    for (const [body, complaint] of [
      ['{', 'is not valid JSON'],
      ['[1,]', 'is not valid JSON'],
      ['', 'is required'],
      ['null', 'must be an object'],
      ['[]', 'must be an object'],
      ['"text"', 'must be an object'],
      ['['.repeat(900) + ']'.repeat(900), 'is nested deeper than 32 levels'],
    ]) {
      const response = await post('application/json', body!);
      expectFailure(response, 400, 'invalid_request');
      expect(response.body.error.details.body, body).toBe(complaint);
    }
  });

  it('400 for a body that is no UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"merchant_id":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const response = await fetch(`${test.url}/v2/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { body: 'is not valid UTF-8' } } });
  });

  it('400 for an address with broken percent-encoding', async () => {
    const { status, body } = await sendRaw(
      test.url,
      `GET /v2/customers/%zz/transactions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatchObject({ code: 'invalid_request', request_id: expect.any(String) });
  });

  it('400 for what is no HTTP', async () => {
    const { status, head, body } = await sendRaw(test.url, 'NONSENSE\r\n\r\n');
    expect(status).toBe(400);
    const { error } = JSON.parse(body);
    expect(error.code).toBe('invalid_request');
    expect(head).toContain(`X-Request-Id: ${error.request_id}`);
  });

  it('408 for a request that does not arrive whole', async () => {
    const { status, body } = await sendRaw(
      test.url,
      `POST /v2/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(status).toBe(408);
    expect(JSON.parse(body).error.code).toBe('request_timeout');
  });

  it('413 for a body that is too long, announced or not', async () => {
    expectFailure(await post('application/json', `"${'x'.repeat(2_000)}"`), 413, 'payload_too_large');
    const chunk = 'x'.repeat(3_000);
    const { status, body } = await sendRaw(
      test.url,
      `POST /v2/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    );
    expect(status).toBe(413);
    expect(JSON.parse(body).error.code).toBe('payload_too_large');
  });

  it('414 for an address, 431 for headers that are too long', async () => {
    const address = await sendRaw(test.url, `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(address.status).toBe(414);
    expect(JSON.parse(address.body).error.code).toBe('uri_too_long');
    const headers = await sendRaw(
      test.url,
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(headers.status).toBe(431);
    expect(JSON.parse(headers.body).error.code).toBe('request_header_fields_too_large');
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json, text/plain'],
    ['application/json; charset=latin1'],
    ['application/jsonp'],
    ['application/vnd.api+json'],
    ['json'],
  ])('415 for a body of type %s', async (type) => {
    expectFailure(await post(type, '{}'), 415, 'unsupported_media_type');
  });

  it('415 for a body without a type, with two, or compressed', async () => {
    for (const headers of ['', 'Content-Type: application/json\r\nContent-Type: text/plain\r\n']) {
      const { status } = await sendRaw(
        test.url,
        `POST /v2/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.key}\r\n${headers}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
      );
      expect(status, headers).toBe(415);
    }
    const compressed = await post('application/json', '{}').set('content-encoding', 'gzip');
    expectFailure(compressed, 415, 'unsupported_media_type');
  });

  it.each([
    ['application/json'],
    ['Application/JSON'],
    ['application/json; charset=utf-8'],
    ['application/json;charset="UTF-8"'],
  ])('no 415 for a body of type %s', async (type) => {
    expectFailure(await post(type, '{}'), 400, 'invalid_request');
  });

  it('no 415 where there is no body to read', async () => {
    expect((await test.get('/v2/activities').set('content-type', 'text/plain')).status).toBe(200);
    expect((await test.post('/v2/orders').set('content-type', 'application/json')).status).toBe(400);
  });

  it('500 that says nothing of the inside, with a log line that does', async () => {
    for (const path of ['/test/bug', '/test/late-bug']) {
      const response = await test.get(path);
      expectFailure(response, 500, 'internal_error');
      expect(response.text).not.toContain('hunter2');
    }
    const line = test.logged
      .map((text) => JSON.parse(text))
      .find(({ route, err }) => route === '/test/bug' && err);
    expect(line).toMatchObject({ level: 50, err: { message: expect.stringContaining('hunter2') } });
  });

  it('400 for a client error of a library, without its words', async () => {
    const response = await test.get('/test/teapot');
    expectFailure(response, 400, 'invalid_request');
    expect(response.text).not.toContain('hunter2');
  });

  it('503 with Retry-After for a conflict that outlived its retries', async () => {
    const response = await test.get('/test/conflict');
    expectFailure(response, 503, 'unavailable');
    expect(response.headers['retry-after']).toBe('1');
    expect(response.text).not.toContain('deadlock');
  });
});

describe('when the database is away', () => {
  let away: TestApp;
  beforeAll(async () => {
    away = await buildTestApp({ ready: () => Promise.reject(new Error('no database')) });
    await away.database.close();
  });
  afterAll(() => away.app.close());

  it('operations answer 503 with Retry-After', async () => {
    const response = await away.get('/v2/transactions');
    expectFailure(response, 503, 'unavailable');
    expect(response.headers['retry-after']).toBe('1');
  });

  it('the server lives and is not ready', async () => {
    expect((await away.get('/health/live')).status).toBe(200);
    const ready = await away.get('/health/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', warnings: [] }]);
  });
});

describe('the request id', () => {
  it('is kept where it is a plain one', async () => {
    const response = await test.get('/v2/nothing').set('x-request-id', 'order-sync_00017');
    expect(response.headers['x-request-id']).toBe('order-sync_00017');
    expect(response.body.error.request_id).toBe('order-sync_00017');
  });

  it.each([['short'], ['x'.repeat(65)], ['with spaces in it'], ['line;break=1234']])(
    'is a new one instead of %s',
    async (given) => {
      const response = await test.get('/v2/nothing').set('x-request-id', given);
      expect(response.headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{16}$/);
    },
  );

  it('is on answers that succeed', async () => {
    expect((await test.get('/health/live')).headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{16}$/);
  });
});
