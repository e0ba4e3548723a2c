import { Type } from '@sinclair/typebox';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { idempotent } from '../../src/http/idempotency.ts';
import { Integer, Text } from '../../src/http/schema-helpers.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { fillWindow, ownWindow } from '../support/rate-windows.ts';

let test: TestApp;
let effects: number;

beforeAll(async () => {
  test = await buildTestApp({
    database: { heldClock: true },
    app: { body_limit_bytes: 1_000 },
    extend: (app, deps) => {
      app.post(
        '/test/:thing',
        {
          config: { scope: 'write_orders' },
          schema: {
            params: Type.Object({ thing: Text() }),
            body: Type.Object({ amount: Integer({ minimum: 1 }) }),
          },
        },
        (request, reply) =>
          idempotent(request, reply, deps, {
            effect: async () => {
              effects += 1;
              const { thing } = request.params;
              if (thing === 'unknown') throw new DomainError('not_found', 'There is no such thing.');
              if (thing === 'poor') throw new DomainError('insufficient_points', 'Too few.');
              return {};
            },
            present: async () => ({ status: 201, body: { effects } }),
          }),
      );
    },
  });
});
afterAll(() => test.close());

/** A request with everything wrong from one point of the order on. */
function request(from: number) {
  const wrong = (index: number) => index >= from;
  const path = wrong(7) ? '/test/unknown' : '/test/known';
  let sent = supertest(test.url).post(path);
  if (!wrong(1)) sent = sent.set('authorization', `Bearer ${wrong(2) ? keys.narrow : test.key}`);
  sent = sent.set('content-type', wrong(4) ? 'text/plain' : 'application/json');
  if (wrong(6)) sent = sent.set('idempotency-key', 'used for something else');
  return sent.serialize(String).send((wrong(5) ? '{"amount":"1"}' : '{"amount":1}') as unknown as object);
}

const keys = { narrow: '' };

describe('if there are several reasons to refuse', () => {
  beforeAll(async () => {
    effects = 0;
    keys.narrow = await test.createKey(['read_customers']);
    const used = await test
      .post('/test/known', { amount: 2 })
      .set('idempotency-key', 'used for something else');
    expect(used.status).toBe(201);
  });

  it('the missing key comes before all that the route could say', async () => {
    expect((await request(1)).status).toBe(401);
  });

  it('then the scope', async () => {
    expect((await request(2)).status).toBe(403);
  });

  it('then the rate', async () => {
    const limited = await buildTestApp({ beside: test, app: { rate_limit_requests_per_second: 1 } });
    await fillWindow(test, await ownWindow(test), 1);
    const response = await limited
      .post('/v2/orders')
      .set('content-type', 'text/plain')
      .serialize(String)
      .send('no JSON');
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited']);
    await limited.close();
  });

  it('then the type of the body, before its contents', async () => {
    expect((await request(4)).status).toBe(415);
  });

  it('then what is not valid', async () => {
    expect((await request(5)).status).toBe(400);
  });

  it('then the idempotency key', async () => {
    const response = await request(6);
    expect([response.status, response.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('then what does not exist', async () => {
    const response = await request(7);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
  });

  it('and last what the domain refuses', async () => {
    const response = await test.post('/test/poor', { amount: 1 });
    expect([response.status, response.body.error.code]).toEqual([422, 'insufficient_points']);
  });
});
