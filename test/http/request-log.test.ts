import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccessToken, newCode } from '../../src/domain/oauth/secrets.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { newLinkToken } from '../../src/domain/operators/secrets.ts';
import { listRecentRequests } from '../../src/domain/programs/recent-request-store.ts';
import { RecentRequests } from '../../src/domain/programs/recent-requests.ts';
import { runHousekeeping } from '../../src/jobs/run-housekeeping.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf } from '../support/console.ts';
import { createCustomer, createKey, entryOf, programDefinition } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { scansOf } from '../support/plans.ts';
import { RawConnection, sendRaw } from '../support/raw-http.ts';
import { TESTER } from '../support/tester.ts';

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

  it('has no key and no token that a caller sends as the id of its request', async () => {
    const { random } = test.deps;
    const secrets = [
      test.key,
      newAccessToken(3_000_000_000_001, random),
      newCode(random),
      newLinkToken(random),
    ];
    for (const secret of secrets) {
      for (const id of [secret, `request-${secret}`]) {
        const { headers } = await test.get('/v2/customers').set('x-request-id', id);
        expect(lineOf(headers['x-request-id']!)).toHaveLength(1);
      }
      expect(test.logged.join('')).not.toContain(secret);
    }
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
    await test.recent_requests.write();
    const kept = (await test.deps.db.selectFrom('recent_requests').selectAll().execute()).map((row) =>
      JSON.stringify(row),
    );
    expect(kept.length).toBeGreaterThan(3);
    for (const line of [...test.logged, ...kept]) {
      for (const secret of [...secrets, 'secret', 'somebody@example.com', 'authorization', 'Bearer'])
        expect(line).not.toContain(secret);
    }
    expect(lines().find(({ err }) => err?.code === '23505')).toMatchObject({
      level: 50,
      route: '/test/duplicate/:email',
    });
  });
});

describe('the requests of the last day', () => {
  const HOUR = 3_600_000;
  const ROOM = '/console/p/shop/developers/requests';
  const all = async (filters: object = {}) =>
    listRecentRequests(test.deps.db, (await test.program()).id, {
      caller: null,
      status_class: null,
      since: 0,
      before: null,
      limit: 1_000,
      ...filters,
    });
  /** A key of its own, with its id. */
  const newKey = async () => {
    const key = await test.createKey(['read_customers']);
    const [{ id } = { id: 0 }] = await listApiKeys(test.deps, (await test.program()).key);
    const ask = (path: string) => supertest(test.url).get(path).set('authorization', `Bearer ${key}`);
    return { id, ask, caller: { caller_kind: 'key', caller_id: id } as const };
  };
  /** A request that another process might have noted. */
  const noted = async (caller_id: number, over: object = {}) => ({
    program_id: (await test.program()).id,
    caller_kind: 'key' as const,
    caller_id,
    method: 'GET',
    route: '/v2/transactions',
    status: 200,
    ms: 4.2,
    request_id: 'a-request',
    aborted: false,
    ...over,
  });
  const statuses = (requests: readonly { status: number }[]) => requests.map(({ status }) => status);

  it('are kept with their answers by key: those that were refused too, also for the key itself', async () => {
    const { id, ask, caller } = await newKey();
    const found = await ask('/v2/customers/nobody@example.com?language=de');
    test.clock.advance(60_000);
    await ask('/v2/orders');
    test.clock.advance(60_000);
    await revokeApiKey(test.deps, (await test.program()).key, id, TESTER);
    await ask('/v2/nowhere/at-all');
    test.clock.advance(60_000);
    await ask('/v2/orders');
    await test.recent_requests.write();
    const requests = await all({ caller });
    expect(requests.at(-1)).toMatchObject({
      caller_name: expect.any(String),
      method: 'GET',
      route: '/v2/customers/:merchant_id',
      request_id: found.headers['x-request-id'],
      aborted: false,
    });
    expect(statuses(requests)).toEqual([401, 403, 404]);
  });

  it('of several processes stand in one list, newest first, and a page behind the other', async () => {
    const { id, caller } = await newKey();
    const [here, there] = [new RecentRequests(test.deps), new RecentRequests(test.deps)];
    for (const status of [201, 202, 203, 204]) {
      (status % 2 === 0 ? here : there).note(await noted(id, { status }));
      test.clock.advance(1);
    }
    await there.write();
    await here.write();
    expect(statuses(await all({ caller }))).toEqual([204, 203, 202, 201]);
    const first = await all({ caller, limit: 3 });
    expect(statuses(await all({ caller, before: first.at(-1)!, limit: 3 }))).toEqual([201]);
  });

  it('of a busy key push out none of another, and none that were refused', async () => {
    const [busy, quiet] = [await newKey(), await newKey()];
    const recent = new RecentRequests(test.deps);
    recent.note(await noted(quiet.id));
    recent.note(await noted(busy.id, { status: 422 }));
    const request = await noted(busy.id);
    for (let status = 1; status <= 250; status += 1) {
      test.clock.advance(1);
      recent.note({ ...request, status });
    }
    await recent.write();
    await recent.write();
    expect(await all({ caller: quiet.caller })).toHaveLength(1);
    const latest = Array.from({ length: 100 }, (_, at) => 250 - at);
    expect(statuses(await all({ caller: busy.caller }))).toEqual([...latest, 422]);
    expect(statuses(await all({ caller: busy.caller, status_class: 4 }))).toEqual([422]);
  });

  it('are bounded for each program and for all together, and the newest are kept', async () => {
    const recent = new RecentRequests(test.deps);
    const request = await noted(0);
    const note = (program_id: number, caller_id: number, status = 200) => {
      test.clock.advance(1);
      recent.note({ ...request, program_id, caller_id, status });
    };
    for (const program of [91, 92, 93, 94, 95])
      for (let caller = 1; caller <= 6; caller += 1)
        for (let status = 201; status <= 300; status += 1) note(program, caller, status);
    // All have their share: whoever was there keeps the latest, and whoever comes late is not left out.
    note(91, 1, 399);
    await recent.write();
    const rows = await test.deps.db
      .selectFrom('recent_requests')
      .select(['program_id', 'caller_id', 'status'])
      .where('program_id', '>=', 91)
      .orderBy('at')
      .execute();
    const count = (program: number) => rows.filter(({ program_id }) => program_id === program).length;
    expect(rows).toHaveLength(2_000);
    expect([91, 92, 93, 94, 95].map(count)).toEqual([498, 498, 499, 499, 6]);
    expect(rows.at(-1)).toEqual({ program_id: 91, caller_id: 1, status: 399 });
    expect(rows.at(-2)).toEqual({ program_id: 95, caller_id: 6, status: 300 });
  });

  it('of callers who hung up are none of those that were done', async () => {
    const { id, caller } = await newKey();
    const recent = new RecentRequests(test.deps);
    recent.note(await noted(id, { status: 201 }));
    const request = await noted(id, { aborted: true });
    for (let n = 1; n <= 100; n += 1) recent.note(request);
    await recent.write();
    expect(await all({ caller })).toHaveLength(101);
    expect(statuses(await all({ caller, status_class: 2 }))).toEqual([201]);
  });

  it('of one class are found among many others without reading those', async () => {
    const { id, caller } = await newKey();
    const { id: program } = await test.program();
    await test.database.asOwner(`insert into recent_requests
        (program_id, caller_kind, caller_id, at, method, status, ms, request_id, aborted)
      select ${program}, 'key', ${id}, now() - n * interval '1 s', 'GET', case when n % 1000 = 0 then 500 else 404 end, 1, 'r', false
        from generate_series(1, 3000) n`);
    await test.database.asOwner('analyze recent_requests');
    const filters = { caller, status_class: 5, since: 0, before: null, limit: 51 };
    const scans = await scansOf(test.database, (db) => listRecentRequests(db, program, filters));
    await test.database.asOwner('truncate recent_requests');
    const read = scans.filter(({ table }) => table === 'recent_requests');
    expect(read).toEqual([expect.objectContaining({ index: 'recent_requests_by_class', rows: 3 })]);
  });

  it('are shown to whoever answers for the program, by key and by answer, and no others', async () => {
    const { id, ask } = await newKey();
    const { key: program_key, id: program_id } = await test.program();
    await applyProgram(test.deps, programDefinition({ key: 'theirs' }), TESTER);
    const theirs = await createKey(test.deps, 'theirs', ['read_configuration']);
    await supertest(test.url).get('/v2/webhooks').set('authorization', `Bearer ${theirs}`);
    await ask('/v2/customers/nobody');
    await ask('/v2/customers?limit=1');
    await test.recent_requests.write();
    const browser = browserOf(test, await joinedOperator(test.deps, { program_id, role: 'manager' }));
    const room = ROOM.replace('shop', program_key);
    const show = async (query: string) => (await browser.get(`${room}?${query}`)).text;
    const refused = await show(`caller=key-${id}&status=4`);
    expect(refused).toContain('/v2/customers/:merchant_id</code>');
    expect(refused).not.toContain('/v2/customers</code>');
    expect(await show(`caller=key-${id}&status=2`)).toContain('/v2/customers</code>');
    expect(await show(`caller=key-${id}&status=5`)).toContain('Nothing was found');
    const [their] = await listApiKeys(test.deps, 'theirs');
    expect(await show(`caller=key-${their!.id}`)).toContain('Nothing was found');
    const pages = [await show('')];
    for (let page = 2; page <= 5; page += 1) {
      const [older] = /before=[\d-]+(?="[^>]*>Older<)/.exec(pages.at(-1)!) ?? [];
      if (older) pages.push(await show(older));
    }
    const ids = pages.flatMap((page) => [...page.matchAll(/data-copy="([^"]+)"/g)].map(([, text]) => text));
    expect(ids).toEqual((await all()).map(({ request_id }) => request_id));
    expect(pages.join()).not.toContain('/v2/webhooks</code>');
  });

  it('are deleted after a day', async () => {
    const { id, caller } = await newKey();
    const recent = new RecentRequests(test.deps);
    recent.note(await noted(id, { status: 201 }));
    await recent.write();
    test.clock.advance(23 * HOUR);
    recent.note(await noted(id, { status: 202 }));
    await recent.write();
    await runHousekeeping(test.deps);
    expect(statuses(await all({ caller }))).toEqual([202, 201]);
    test.clock.advance(HOUR + 1);
    await runHousekeeping(test.deps, AbortSignal.abort());
    expect(statuses(await all({ caller }))).toEqual([202, 201]);
    await runHousekeeping(test.deps);
    expect(statuses(await all({ caller }))).toEqual([202]);
  });
});
