import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, entryOf } from '../support/factories.ts';
import { RawConnection, sendRaw } from '../support/raw-http.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({
    extend: (app) => {
      app.get('/test/endless', { config: { scope: 'public' } }, () => new Promise<void>(() => {}));
      app.get('/test/duplicate/:email', { config: { scope: 'public' } }, async () => {
        throw Object.assign(
          new Error('duplicate key value violates unique constraint "customers_by_email"'),
          {
            code: '23505',
            detail: 'Key (program_id, lower(email))=(1, somebody@example.com) already exists.',
            where: 'somebody@example.com',
          },
        );
      });
    },
  });
});
afterAll(() => test.close());

const lines = () => test.logged.map((line) => JSON.parse(line));
const lineOf = (request_id: string) =>
  lines().filter((line) => line.request_id === request_id && line.msg === 'request');

describe('the log', () => {
  it('has one line per request: method, pattern, status, time, request and program', async () => {
    const program = await test.program();
    const { headers } = await test.get('/v2/customers/nobody%40example.com/transactions?limit=7');
    expect(lineOf(headers['x-request-id']!)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        request_id: headers['x-request-id'],
        method: 'GET',
        route: '/v2/customers/:merchant_id/transactions',
        status: 404,
        ms: expect.any(Number),
        program_id: program.id,
        key_id: expect.any(Number),
        app_id: null,
        operator_id: null,
        address: '127.0.0.1',
        msg: 'request',
      },
    ]);
  });

  it('has one for requests that reach no route, or no program', async () => {
    const unknown = await test.get('/v2/secret-path');
    expect(lineOf(unknown.headers['x-request-id']!)).toMatchObject([
      { route: null, status: 404, program_id: null },
    ]);
    const anonymous = await supertest(test.url).get('/v2/transactions');
    expect(lineOf(anonymous.headers['x-request-id']!)).toMatchObject([
      { route: '/v2/transactions', status: 401, program_id: null },
    ]);
    const { body } = await sendRaw(
      test.url,
      'GET /v2/customers/%zz/transactions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(lineOf(JSON.parse(body).error.request_id)).toMatchObject([{ status: 400 }]);
    const malformed = await sendRaw(test.url, 'secret nonsense\r\n\r\n');
    const { request_id } = JSON.parse(malformed.body).error;
    expect(lines().filter((line) => line.request_id === request_id)).toMatchObject([
      { status: 400, msg: 'a malformed request' },
    ]);
  });

  it('has one for a caller that hung up', async () => {
    const began = new Promise((resolve) =>
      test.app.server.once('request', (_request, response) => response.once('close', resolve)),
    );
    const connection = new RawConnection(test.url);
    connection.send('GET /test/endless HTTP/1.1\r\nHost: x\r\nX-Request-Id: hung-up-1\r\n\r\n');
    const arrived = new Promise((resolve) => test.app.server.once('request', resolve));
    await arrived;
    connection.destroy();
    await began;
    expect(lineOf('hung-up-1')).toMatchObject([{ route: '/test/endless', aborted: true }]);
  });

  it('holds no key, no link, no code, no address and nothing of a body', async () => {
    const program = await test.program();
    await createCustomer(test.deps, program, { merchant_id: 'secret-customer', points: 5_000 });
    const site = program.sites.at(-1)!.id;
    const session = await test
      .post(`/v2/sites/${site}/webviews/sessions`, {
        channel: 'app',
        customer: { merchant_id: 'secret-customer', email: 'secret@example.com' },
      })
      .set('idempotency-key', 'secret-idempotency-key');
    expect(session.status).toBe(201);
    const { url } = session.body.webview_session;
    await supertest(test.url).get(new URL(url).pathname);
    const claim = await test.post('/v2/customers/secret-customer/claimed_rewards?language=secret-language', {
      reward_id: entryOf(program.rewards, 'gift_card').id,
    });
    expect(claim.status).toBe(201);
    await test.get('/v2/transactions?cursor=secret-cursor');
    await supertest(test.url).get('/v2/transactions').set('authorization', 'Bearer secret-wrong-key');
    await test.get('/test/duplicate/secret@example.com');
    await sendRaw(test.url, 'GET /secret-path HTTP/1.1\r\nsecret-header\r\n\r\n');

    const secrets = [
      test.key,
      new URL(url).pathname.split('/').at(-1)!,
      claim.body.claimed_reward.redeemable.code,
    ];
    for (const secret of secrets) expect(secret).toMatch(/\S{8}/);
    for (const line of test.logged) {
      for (const secret of [...secrets, 'secret', 'somebody@example.com', 'authorization', 'Bearer'])
        expect(line).not.toContain(secret);
    }
    expect(lines().find(({ err }) => err?.code === '23505')).toMatchObject({
      level: 50,
      route: '/test/duplicate/:email',
    });
  });
});
