import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { sessionTokenHash } from '../../src/domain/webviews/session-token.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, createKey, programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;

let test: TestApp;
let site: number;
const address = () => `/v2/sites/${site}/webviews/sessions`;

beforeAll(async () => {
  const settings = { ...programDefinition().settings, currency_rates: { EUR: 0.9 } };
  test = await buildTestApp({ program: { settings }, publicUrl: 'https://loyalty.example/club' });
  site = (await test.program()).sites.at(-1)!.id;
});
afterAll(() => test.close());

/** The session that an answer's address names. */
async function sessionOf(response: { body: { webview_session: { url: string } } }) {
  const token = response.body.webview_session.url.split('/').at(-1)!;
  return test.deps.db
    .selectFrom('webview_sessions')
    .selectAll()
    .where('token_hash', '=', sessionTokenHash(token))
    .executeTakeFirstOrThrow();
}

describe('creating a web view session', () => {
  it('answers with an address and when it expires', async () => {
    const response = await test.post(address(), { channel: 'ios-app_2.0' }).expect(201);
    expect(response.body).toEqual({
      webview_session: {
        url: expect.stringMatching(/^https:\/\/loyalty\.example\/club\/page\/[A-Za-z0-9_-]{43}$/),
        expires_at: new Date(test.clock.real() + 15 * MINUTE).toISOString(),
      },
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(await sessionOf(response)).toMatchObject({
      channel: 'ios-app_2.0',
      customer_id: null,
      site_id: site,
    });
  });

  it.each([
    [{}, 'en', 'USD'],
    [{ language: 'de', currency: 'EUR' }, 'de', 'EUR'],
    [{ language: 'DE', currency: 'eur' }, 'de', 'EUR'],
    [{ language: 'fr', currency: 'GBP' }, 'en', 'USD'],
  ])('takes %j as %s and %s', async (asked, language, currency) => {
    const response = await test.post(address(), { channel: 'app', ...asked }).expect(201);
    expect(await sessionOf(response)).toMatchObject({ language, currency });
  });

  it.each([
    [{ merchant_id: '5001', email: 'five@shop.example' }, '5001', 'five@shop.example'],
    [{ id: 5002 }, '5002', null],
    [{ id: '5003', email: null, first_name: 'unknown fields are ignored' }, '5003', null],
    [{ id: 9, merchant_id: '5004' }, '5004', null],
  ])('scopes the page to the customer %j', async (customer, merchant_id, email) => {
    const response = await test.post(address(), { channel: 'app', customer }).expect(201);
    const { customer_id } = await sessionOf(response);
    const row = await test.deps.db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', customer_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ merchant_id, email, enrolled_at: expect.any(Number) });
  });

  it('refuses a new customer with the email of another', async () => {
    await createCustomer(test.deps, await test.program(), { merchant_id: '6001', email: 'six@shop.example' });
    const customer = { merchant_id: '6002', email: 'SIX@shop.example' };
    const response = await test.post(address(), { channel: 'app', customer }).expect(422);
    expect(response.body.error.code).toBe('email_already_in_use');
  });
});

describe('an invalid request', () => {
  it.each<[object, string]>([
    [{}, 'channel'],
    [{ channel: 'a' }, 'channel'],
    [{ channel: 'two words' }, 'channel'],
    [{ channel: 'a'.repeat(256) }, 'channel'],
    [{ channel: 12 }, 'channel'],
    [{ channel: 'app', language: 'deutsch' }, 'language'],
    [{ channel: 'app', language: null }, 'language'],
    [{ channel: 'app', currency: 'EURO' }, 'currency'],
    [{ channel: 'app', currency: 5 }, 'currency'],
    [{ channel: 'app', customer: '5001' }, 'customer'],
    [{ channel: 'app', customer: null }, 'customer'],
    [{ channel: 'app', customer: [] }, 'customer'],
    [{ channel: 'app', customer: {} }, 'customer.merchant_id'],
    [{ channel: 'app', customer: { merchant_id: '' } }, 'customer.merchant_id'],
    [{ channel: 'app', customer: { merchant_id: 50.01 } }, 'customer.merchant_id'],
    [{ channel: 'app', customer: { merchant_id: 'a\0' } }, 'customer.merchant_id'],
    [{ channel: 'app', customer: { id: true } }, 'customer.id'],
    [{ channel: 'app', customer: { id: 1.5 } }, 'customer.id'],
    [{ channel: 'app', customer: { id: 2 ** 53 } }, 'customer.id'],
    [{ channel: 'app', customer: { id: '1', email: 'x'.repeat(256) } }, 'customer.email'],
    [{ channel: 'app', customer: { id: '1', email: '\ud800' } }, 'customer.email'],
  ])('%j is refused for its %s', async (body, parameter) => {
    const response = await test.post(address(), body).expect(400);
    expect(response.body.error.code).toBe('invalid_request');
    expect(Object.keys(response.body.error.details)).toEqual([parameter]);
  });

  it.each(['abc', '1.5', '-1', String(2 ** 53)])('a site %s is refused', async (id) => {
    const response = await test.post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app' }).expect(400);
    expect(response.body.error.details).toHaveProperty('site_id');
  });

  it('names all complaints at once', async () => {
    const body = { channel: '', language: 'x', currency: 'x', customer: {} };
    const response = await test.post(address(), body).expect(400);
    expect(Object.keys(response.body.error.details).sort()).toEqual([
      'channel',
      'currency',
      'customer.merchant_id',
      'language',
    ]);
  });
});

describe('the caller that may create one', () => {
  it('is a key with write_customers', async () => {
    await supertest(test.url).post(address()).send({ channel: 'app' }).expect(401);
    const key = await test.createKey(['read_customers', 'write_orders', 'write_configuration']);
    await supertest(test.url)
      .post(address())
      .set('authorization', `Bearer ${key}`)
      .send({ channel: 'app' })
      .expect(403);
  });

  it('is nobody of another program, to whom the site does not exist', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other', name: 'Other' }), TESTER);
    const key = await createKey(test.deps, 'other');
    const ask = (id: number) =>
      supertest(test.url)
        .post(`/v2/sites/${id}/webviews/sessions`)
        .set('authorization', `Bearer ${key}`)
        .send({ channel: 'app' });
    const foreign = await ask(site).expect(404);
    const absent = await ask(987_654_321).expect(404);
    const shown = ({ body }: typeof foreign) => ({ ...body.error, request_id: null });
    expect(shown(foreign)).toEqual(shown(absent));
  });
});

describe('an Idempotency-Key', () => {
  it('gets the same address again, which is not stored in clear', async () => {
    const key = randomUUID();
    const body = { channel: 'app', customer: { merchant_id: '7001' } };
    const ask = () => test.post(address(), body).set('idempotency-key', key);
    const first = await ask().expect(201);
    test.clock.advance(MINUTE);
    const again = await ask().expect(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');

    const token = first.body.webview_session.url.split('/').at(-1);
    const { rows } = await sql<{ row: string }>`
      select encode(body, 'escape') || row_to_json(r) as row from idempotency_records r
      union all select row_to_json(s)::text from webview_sessions s`.execute(test.deps.db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(token);
    expect(test.logged.join('')).not.toContain(token);
  });

  it('gets the same refusal again, and nothing is left of either', async () => {
    const key = randomUUID();
    const body = { channel: 'app', customer: { merchant_id: '7003', email: 'seven@shop.example' } };
    await createCustomer(test.deps, await test.program(), {
      merchant_id: '7002',
      email: 'seven@shop.example',
    });
    const sessions = () => test.deps.db.selectFrom('webview_sessions').select('id').execute();
    const before = await sessions();
    const first = await test.post(address(), body).set('idempotency-key', key).expect(422);
    const again = await test.post(address(), body).set('idempotency-key', key).expect(422);
    expect(again.body).toEqual(first.body);
    expect(await sessions()).toEqual(before);
  });
});

describe('more than a hundred a second', () => {
  let first: TestApp;
  let second: TestApp;
  let path: string;

  beforeAll(async () => {
    // On a busy machine 300 at once wait long for one row.
    first = await buildTestApp({ database: { patient: true } });
    second = await buildTestApp({ beside: first });
    path = `/v2/sites/${(await first.program()).sites.at(-1)!.id}/webviews/sessions`;
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  it('are refused by every process, with when to come again', async () => {
    await first.post(path, { channel: 'app' }).expect(201);
    // A hundred at once, just now; a little ahead, so that a slow machine cannot outlast the second.
    await sql`update rate_windows set accepted = array_fill(clock_timestamp() + interval '0.9 seconds', array[100])`.execute(
      first.deps.db,
    );
    for (const app of [first, second]) {
      const response = await app.post(path, { channel: 'app' }).expect(429);
      expect(response.body.error.code).toBe('rate_limited');
      expect(response.headers['retry-after']).toMatch(/^[12]$/);
      expect(response.headers['ratelimit-policy']).toBe('"webview_sessions";q=100;w=1');
    }
    expect(await first.deps.db.selectFrom('webview_sessions').select('id').execute()).toHaveLength(1);
    // Other operations of the program are not held up.
    await first.get('/v2/transactions').expect(200);
  });

  it('are never accepted by two processes together', async () => {
    await sql`delete from rate_windows`.execute(first.deps.db);
    const moment = async () => {
      const { rows } = await sql<{ ms: number }>`select clock_timestamp() as ms`.execute(first.deps.db);
      return rows[0]!.ms;
    };
    const began = await moment();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => (index % 2 ? first : second).post(path, { channel: 'app' })),
    );
    const seconds = ((await moment()) - began) / 1000;
    const accepted = answers.filter(({ status }) => status === 201).length;
    for (const { status } of answers) expect([201, 429]).toContain(status);
    expect(accepted).toBeGreaterThanOrEqual(100);
    expect(accepted).toBeLessThanOrEqual(100 * (Math.floor(seconds) + 1));
  });
});
