import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { App } from '../../src/http/app-types.ts';
import { endTurn, shareFairly } from '../../src/http/fair-share.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey, programDefinition } from '../support/factories.ts';
import { RawConnection } from '../support/raw-http.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

const LOCK = 4_711;

let test: TestApp;
let keys: { first: string; second: string; neighbour: string };
let begun = 0;
let ended = 0;
let letGo: () => void;
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});

beforeAll(async () => {
  test = await buildTestApp({
    extend: (app, deps) => {
      // A statement that waits for a lock that the test holds: it keeps its connection meanwhile.
      app.get('/test/holds-a-connection', { config: { scope: 'any_key' } }, async () => {
        begun += 1;
        await deps.db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = 0`.execute(tx);
          await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx);
        });
        ended += 1;
        return {};
      });
      app.get('/test/is-in-flight', { config: { scope: 'any_key' } }, async () => {
        begun += 1;
        await held;
        ended += 1;
        return {};
      });
    },
  });
  await applyProgram(test.deps, programDefinition({ key: 'neighbour' }), TESTER);
  keys = {
    first: test.key,
    second: await test.createKey(['read_customers']),
    neighbour: await createKey(test.deps, 'neighbour'),
  };
});
afterAll(() => test.close());

const listCustomers = (key: string) => sendJson(test.url, 'GET', '/v2/customers', key);

/** So many requests of one key at once; resolves once `many` of them are being worked on. */
async function flood(path: string, count: number, many: number): Promise<{ answers: Promise<Answer[]> }> {
  const before = begun;
  ended = 0;
  const requests = Array.from({ length: count }, () => sendJson(test.url, 'GET', path, keys.first));
  while (begun < before + many) await new Promise((resolve) => setImmediate(resolve));
  return { answers: Promise.all(requests) };
}

async function expectNeighboursAnswered(): Promise<void> {
  expect((await listCustomers(keys.neighbour)).status).toBe(200);
  expect((await listCustomers(keys.second)).status).toBe(200);
  // Listings of the key that floods the server with something else.
  expect((await listCustomers(keys.first)).status).toBe(200);
  expect(ended).toBe(0);
}

describe('while one key floods the server', () => {
  it('with requests that hold database connections, its neighbours are answered', async () => {
    for (const key of Object.values(keys)) expect((await listCustomers(key)).status).toBe(200);
    const flooded = await test.database.db.transaction().execute(async (tx) => {
      // On a busy machine the others take their time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
      const { answers } = await flood('/test/holds-a-connection', 40, 20);
      await expectNeighboursAnswered();
      return { answers };
    });
    expect((await flooded.answers).map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  it('with requests that take long, its neighbours are answered', async () => {
    for (const key of Object.values(keys)) expect((await listCustomers(key)).status).toBe(200);
    const { answers } = await flood('/test/is-in-flight', 100, 30);
    await expectNeighboursAnswered();
    letGo();
    expect((await answers).map(({ status }) => status)).toEqual(Array(100).fill(200));
  });
});

describe('a request', () => {
  it('whose answer goes on for long can give its turn back, which is not given back again at its end', async () => {
    let turns = 0;
    const app = Fastify() as unknown as App;
    const changed: number[] = [];
    const change = (by: number) => {
      turns += by;
      changed.push(turns);
    };
    shareFairly(app, {
      take: () => void change(1),
      give: () => change(-1),
      onBehalfOf: (_owner, work) => work(),
    });
    app.get('/', async (request) => {
      endTurn(request);
      return {};
    });
    await app.inject('/');
    await app.close();
    expect(changed).toEqual([1, 0]);
  });
});

describe('a connection that breaks', () => {
  it('gives back the turns of all its requests, not only of the one whose answer is next', async () => {
    let turns = 0;
    const app = Fastify() as unknown as App;
    shareFairly(app, {
      take() {
        turns += 1;
        return undefined;
      },
      give() {
        turns -= 1;
      },
      onBehalfOf: (_owner, work) => work(),
    });
    app.get('/', () => new Promise(() => {}));
    const connection = new RawConnection(await app.listen({ host: '127.0.0.1', port: 0 }));
    connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    while (turns < 3) await new Promise((resolve) => setImmediate(resolve));
    connection.destroy();
    while (turns === 3) await new Promise((resolve) => setImmediate(resolve));
    expect(turns).toBe(0);
    await app.close();
  });
});
