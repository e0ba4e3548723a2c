import { Type } from '@sinclair/typebox';
import { sql } from 'kysely';
import pg from 'pg';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { idempotencyKeyHash } from '../../src/domain/idempotency/seal.ts';
import { purgeExpiredIdempotencyRecords, tryLockIdempotencyKey } from '../../src/domain/idempotency/store.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { App } from '../../src/http/app-types.ts';
import { idempotent } from '../../src/http/idempotency.ts';
import { Integer, Name } from '../../src/http/schema-helpers.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, createKey, programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;

let test: TestApp;
let keys = 0;
/** A step of the presenter beside presenting. */
let meanwhile: () => Promise<void> = async () => {};

/** Gives or takes points and answers the balance, as any operation with an effect does. */
function pointsRoute(app: App, deps: Deps): void {
  app.post(
    '/test/:merchant_id/points',
    {
      config: { scope: 'write_customers' },
      schema: { params: Type.Object({ merchant_id: Name() }), body: Type.Object({ points: Integer() }) },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, params, body } = request;
          const customer = await getCustomer(deps.db, program.id, params.merchant_id);
          const given = await adjustPoints(
            deps,
            { program, customer_id: customer.id, points: body.points, note: null, by: TESTER },
            hooks as never,
          );
          return { ...given, customer_id: customer.id };
        },
        present: async (result, tx) => {
          await meanwhile();
          const { program, params } = request;
          const customer = await getCustomer(tx ?? deps.db, program.id, params.merchant_id);
          const body = {
            balance: customer.points_approved,
            card: 'SECRET-CARD',
            adjustment: result.adjustment_id,
          };
          return { status: 201, body, customer_id: customer.id };
        },
      }),
  );
  app.post('/test/nothing', { config: { scope: 'write_customers' } }, (request, reply) =>
    idempotent(request, reply, deps, {
      effect: async () => ({}),
      present: async () => ({ status: 201, body: undefined }),
    }),
  );
}

beforeAll(async () => {
  test = await buildTestApp({ extend: pointsRoute });
});
afterAll(() => test.close());

/** A customer with 100 points, and a key that nobody used. */
async function start() {
  keys += 1;
  const merchant_id = `customer-${keys}`;
  await createCustomer(test.deps, await test.program(), { merchant_id, points: 100 });
  const key = `key ${keys}`;
  const give = (points: number, using = key, app = test) =>
    app.post(`/test/${merchant_id}/points`, { points }).set('idempotency-key', using);
  const balance = async () =>
    (await getCustomer(test.database.db, (await test.program()).id, merchant_id)).points_approved;
  return { merchant_id, key, give, balance };
}

describe('a request with an Idempotency-Key', () => {
  it('that is sent again has one effect and gets the same answer', async () => {
    const { give, balance } = await start();
    const first = await give(10);
    expect([first.status, first.body.balance]).toEqual([201, 110]);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await give(10);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await balance()).toBe(110);
  });

  it('is the same request however its JSON is written', async () => {
    const { merchant_id, key, give } = await start();
    const first = await give(10);
    const again = await test
      .post(`/test/${merchant_id.replace('-', '%2D')}/points`)
      .set('idempotency-key', key)
      .type('application/json; charset=utf-8')
      .serialize(String)
      .send(' {\n"points" : 1e1 }' as never);
    expect(again.text).toBe(first.text);
  });

  it.each([
    ['another body', (path: string) => test.post(path, { points: 11 })],
    ['an unknown field', (path: string) => test.post(path, { points: 10, note: 'x' })],
    ['another channel', (path: string) => test.post(`${path}?channel=pos`, { points: 10 })],
    ['another language', (path: string) => test.post(`${path}?language=de`, { points: 10 })],
    ['another country', (path: string) => test.post(`${path}?country=CH`, { points: 10 })],
    ['another path', () => test.post('/test/somebody-else/points', { points: 10 })],
    ['another route', () => test.post('/test/nothing')],
  ])('is refused for %s', async (_difference, other) => {
    const { merchant_id, key, give, balance } = await start();
    await give(10);
    const { status, body } = await other(`/test/${merchant_id}/points`).set('idempotency-key', key);
    expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await balance()).toBe(110);
    expect((await give(10)).body.balance).toBe(110);
  });

  it('keeps a refusal, also when it would succeed by now', async () => {
    const { merchant_id, give, balance } = await start();
    const refused = await give(-500);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'insufficient_points']);
    await test.post(`/test/${merchant_id}/points`, { points: 1_000 });
    const again = await give(-500);
    expect([again.status, again.text]).toEqual([422, refused.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await balance()).toBe(1_100);
  });

  it('keeps no 400 and no 404', async () => {
    const { merchant_id, key } = await start();
    const path = (name: string) =>
      test.post(`/test/${name}/points`, { points: 5 }).set('idempotency-key', key);
    expect((await test.post(`/test/${merchant_id}/points`, {}).set('idempotency-key', key)).status).toBe(400);
    expect((await path('nobody')).status).toBe(404);
    expect((await path(merchant_id)).status).toBe(201);
  });

  it('keeps an empty answer, and one of a use case that had nothing to do', async () => {
    for (const replayed of [undefined, 'true']) {
      const response = await test.post('/test/nothing').set('idempotency-key', 'nothing to do');
      expect([response.status, response.text]).toEqual([201, '']);
      expect(response.headers['idempotency-replayed']).toBe(replayed);
      expect(response.headers['content-type']).toBeUndefined();
    }
  });

  it('belongs to its program', async () => {
    const { key, give } = await start();
    await give(10);
    await applyProgram(test.deps, programDefinition({ key: 'other' }), TESTER);
    const response = await supertest(test.url)
      .post('/test/nothing')
      .set('authorization', `Bearer ${await createKey(test.deps, 'other')}`)
      .set('idempotency-key', key);
    expect(response.status).toBe(201);
    expect(response.headers['idempotency-replayed']).toBeUndefined();
  });

  it('is remembered for 24 hours in every process, also by one whose clock is almost an hour ahead', async () => {
    const { give } = await start();
    const second = await buildTestApp({ beside: test, extend: pointsRoute });
    await give(10);
    test.clock.advance(25 * HOUR - 1);
    await purgeExpiredIdempotencyRecords(test.deps);
    expect((await give(10, undefined, second)).body.balance).toBe(110);
    test.clock.advance(1);
    expect((await give(10, undefined, second)).body.balance).toBe(120);
    expect((await give(10)).body.balance).toBe(120);
    await second.close();
  });

  it('may be any printable ASCII, 1 to 255 characters', async () => {
    const { give } = await start();
    for (const key of ['a', '~'.repeat(255), 'two words; {"odd"}'])
      expect((await give(1, key)).status).toBe(201);
    for (const key of ['~'.repeat(256), 'ü']) {
      const { status, body } = await give(1, key);
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['Idempotency-Key']]);
    }
  });

  it('is not what a request without one is compared to', async () => {
    const { merchant_id, balance } = await start();
    for (let index = 0; index < 2; index += 1) await test.post(`/test/${merchant_id}/points`, { points: 10 });
    expect(await balance()).toBe(120);
  });
});

describe('requests with one key at the same time', () => {
  it('have one effect: each gets that answer or 409, and a 409 sent again gets that answer', async () => {
    const { give, balance } = await start();
    const second = await buildTestApp({ beside: test, extend: pointsRoute });
    const responses = await Promise.all(
      [...Array(50)].map((_, index) => give(10, undefined, index % 2 === 0 ? test : second)),
    );
    expect(await balance()).toBe(110);
    const answers = new Set(responses.filter(({ status }) => status !== 409).map(({ text }) => text));
    expect(answers.size).toBe(1);
    const refused = responses.filter(({ status }) => status === 409);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('idempotency_in_progress');
      expect(headers['retry-after']).toBe('1');
    }
    const repeated = await give(10);
    expect(answers).toContain(repeated.text);
    await second.close();
  });

  it('have one refusal as well', async () => {
    const { give, balance } = await start();
    const responses = await Promise.all([...Array(20)].map(() => give(-500)));
    const answers = new Set(responses.filter(({ status }) => status !== 409).map(({ text }) => text));
    expect(answers.size).toBe(1);
    expect(await balance()).toBe(100);
    expect([...answers]).toContain((await give(-500)).text);
  });

  it('get the stored refusal, also while another of them has the lock of the key', async () => {
    const program = await test.program();
    const { merchant_id, key } = await start();
    const claim = () =>
      test
        .post(`/v2/customers/${merchant_id}/claimed_rewards`, { reward_id: program.rewards[0]!.id })
        .set('idempotency-key', key);
    const refused = await claim();
    expect([refused.status, refused.body.error.code]).toEqual([422, 'insufficient_points']);
    const again = await test.database.db.transaction().execute(async (tx) => {
      await tryLockIdempotencyKey(tx, idempotencyKeyHash(test.deps, program.id, key));
      return claim();
    });
    expect([again.status, again.text]).toEqual([422, refused.text]);
  });

  it('leave the effect undone when its answer cannot be made, and the key free', async () => {
    const { give, balance } = await start();
    meanwhile = async () => {
      throw new Error('a presenter with a bug');
    };
    expect((await give(10)).status).toBe(500);
    meanwhile = async () => {};
    expect(await balance()).toBe(100);
    expect((await give(10)).body.balance).toBe(110);
  });

  it('meet 409 while the first is at work, and its answer once its response was lost', async () => {
    const { merchant_id, key, give, balance } = await start();
    const [entered, leave] = [signal(), signal()];
    meanwhile = async () => {
      entered.give();
      await leave.given;
    };
    const hangUp = new AbortController();
    const lost = fetch(`${test.url}/test/${merchant_id}/points`, {
      method: 'POST',
      signal: hangUp.signal,
      headers: {
        authorization: `Bearer ${test.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"points":10}',
    });
    await entered.given;
    expect((await give(10)).status).toBe(409);
    hangUp.abort();
    await expect(lost).rejects.toThrow();
    meanwhile = async () => {};
    leave.give();
    let repeated = await give(10);
    while (repeated.status === 409) repeated = await give(10);
    expect([repeated.status, repeated.body.balance]).toEqual([201, 110]);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(await balance()).toBe(110);
  });

  it('have one effect when the connection was lost at COMMIT and the request is sent again', async () => {
    const { give, balance } = await start();
    const admin = new pg.Client({ connectionString: inject('cluster').adminUrl });
    await admin.connect();
    meanwhile = async () => {
      // Whoever holds the lock of a key in this database is the transaction that presents.
      await admin.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and objsubid = 2
           and database = (select oid from pg_database where datname = $1)`,
        [new URL(test.database.serverUrl).pathname.slice(1)],
      );
    };
    const { status, headers } = await give(10);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    meanwhile = async () => {};
    await admin.end();
    expect((await give(10)).body.balance).toBe(110);
    expect(await balance()).toBe(110);
  });
});

describe('the stored form of an answer', () => {
  it('shows neither the key nor the answer, and is bound to its record', async () => {
    const { key, give } = await start();
    await give(10);
    const rows = await test.database.db.selectFrom('idempotency_records').selectAll().execute();
    const stored = rows.map(({ key_hash, fingerprint, body }) =>
      Buffer.concat([key_hash, fingerprint, body]),
    );
    for (const bytes of stored) {
      expect(bytes.includes('SECRET-CARD')).toBe(false);
      expect(bytes.includes(key)).toBe(false);
    }
    expect(new Set(stored.map((bytes) => bytes.toString('hex'))).size).toBe(rows.length);
  });

  it('is not answered where it was moved or changed', async () => {
    const [one, two] = [await start(), await start()];
    await one.give(10);
    await two.give(10);
    const [first, second] = await test.database.db
      .selectFrom('idempotency_records')
      .select(['key_hash', 'body'])
      .where('customer_id', 'is not', null)
      .orderBy('customer_id', 'desc')
      .limit(2)
      .execute();
    await test.database.db
      .updateTable('idempotency_records')
      .set({ body: second!.body })
      .where('key_hash', '=', first!.key_hash)
      .execute();
    const { status, text } = await two.give(10);
    expect(status).toBe(500);
    expect(text).not.toContain('SECRET-CARD');
    expect(await two.balance()).toBe(110);
  });

  it('names the customer whose data it is, and is purged when its time is over', async () => {
    const { merchant_id, give } = await start();
    await give(10);
    const customer = await getCustomer(test.database.db, (await test.program()).id, merchant_id);
    const count = async () =>
      (
        await test.database.db
          .selectFrom('idempotency_records')
          .where('customer_id', '=', customer.id)
          .select(sql<number>`count(*)::int`.as('records'))
          .executeTakeFirstOrThrow()
      ).records;
    expect(await count()).toBe(1);
    test.clock.advance(25 * HOUR);
    expect(await purgeExpiredIdempotencyRecords(test.deps)).toBeGreaterThan(0);
    expect(await count()).toBe(0);
    expect(await purgeExpiredIdempotencyRecords(test.deps)).toBe(0);
  });
});

function signal() {
  let give!: () => void;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
