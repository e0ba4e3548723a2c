import Fastify, { type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { App } from '../../src/http/app-types.ts';
import { SignInQueue } from '../../src/http/console/access/sign-in-queue.ts';
import { endTurn, type FairShare, shareExports, shareFairly, tooBusy } from '../../src/http/fair-share.ts';
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

/** Shares with everybody, and notes what it gives and gets back. */
function noting() {
  const noted: string[] = [];
  const share: FairShare = {
    take: ({ program_id, key }) => void noted.push(`take ${program_id} ${key}`),
    give: ({ program_id, key }) => void noted.push(`give ${program_id} ${key}`),
    onBehalfOf: (_owner, work) => work(),
  };
  return { noted, share };
}

const step = () => new Promise((resolve) => setImmediate(resolve));

describe('whoever needs no key', () => {
  it('counts by its network, and apart from shoppers where it comes to the console', async () => {
    const app = Fastify() as unknown as App;
    const { noted, share } = noting();
    shareFairly(app, share);
    app.get('/', async () => ({}));
    app.get('/console', { config: { right: 'anyone' } }, async () => ({}));
    for (const host of [1, 2]) await app.inject({ url: '/', remoteAddress: `2001:db8::${host}` });
    await app.inject({ url: '/console', remoteAddress: '198.51.100.1' });
    await app.close();
    expect(noted.filter((line) => line.startsWith('take'))).toEqual([
      'take 0 2001:db8::',
      'take 0 2001:db8::',
      'take -2 198.51.100.1',
    ]);
  });
});

describe('somebody who signs in', () => {
  const turns = (noted: string[], pause: () => Promise<void>, take = () => {}) => ({
    take: async () => {
      noted.push('take');
      take();
    },
    give: () => void noted.push('give'),
    pause,
  });

  it('waits for the turn of its password without a turn of requests', async () => {
    const app = Fastify() as unknown as App;
    const { noted, share } = noting();
    shareFairly(app, share);
    const queue = new SignInQueue(turns(noted, async () => {}));
    app.get('/', async (request) => queue.run(request, async () => ({})));
    await app.inject({ url: '/', remoteAddress: '198.51.100.1' });
    await app.close();
    expect(noted).toEqual(['take 0 198.51.100.1', 'give 0 198.51.100.1', 'take', 'give']);
  });

  it('gives its turn back once, if it paused and got none afterwards', async () => {
    const noted: string[] = [];
    const take = () => {
      if (noted.length > 1) throw new Error('none came');
    };
    const queue = new SignInQueue(turns(noted, async () => {}, take));
    const request = { ip: '198.51.100.1', headers: {} } as FastifyRequest;
    await expect(queue.run(request, ({ pause }) => pause(1))).rejects.toThrow('none came');
    expect(noted).toEqual(['take', 'give', 'take']);
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

  it('takes those out of the queue who wait for a turn', async () => {
    const app = Fastify() as unknown as App;
    const left: number[] = [];
    let waiting = 0;
    shareFairly(app, {
      take(_owner, onWait) {
        const number = ++waiting;
        return new Promise((_resolve, reject) => {
          onWait(() => {
            left.push(number);
            reject(tooBusy());
          });
        });
      },
      give() {},
      onBehalfOf: (_owner, work) => work(),
    });
    app.get('/', async () => ({}));
    const connection = new RawConnection(await app.listen({ host: '127.0.0.1', port: 0 }));
    connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
    while (waiting < 2) await step();
    connection.destroy();
    while (left.length === 0) await step();
    expect(left).toEqual([1, 2]);
    await app.close();
  });

  it('lets no export begin that waited for its turn meanwhile, and gives its turns back', async () => {
    const app = Fastify() as unknown as App;
    const { noted, share } = noting();
    let come = () => {};
    shareFairly(app, share);
    shareExports(app, {
      take: () =>
        new Promise((resolve) => {
          come = resolve;
          noted.push('waits');
        }),
      give: () => void noted.push('gives back'),
    });
    app.get('/', async (request, reply) => {
      await app.take_export_turn(request, reply).catch(() => noted.push('refused'));
      return {};
    });
    const connection = new RawConnection(await app.listen({ host: '127.0.0.1', port: 0 }));
    connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!noted.includes('waits')) await step();
    connection.destroy();
    while (!noted.some((line) => line.startsWith('give '))) await step();
    come();
    while (!noted.includes('gives back')) await step();
    await step();
    expect(noted.slice(-2)).toEqual(['gives back', 'refused']);
    await app.close();
  });
});

it('an export has a turn of its own, and gives back the one that it came with', async () => {
  const app = Fastify() as unknown as App;
  const { noted, share } = noting();
  shareFairly(app, share);
  shareExports(app, { take: () => void noted.push('takes'), give: () => void noted.push('gives back') });
  app.get('/', async (request, reply) => {
    await app.take_export_turn(request, reply);
    noted.push('begins');
    return {};
  });
  await app.inject({ url: '/', remoteAddress: '198.51.100.1' });
  await app.close();
  expect(noted).toEqual(['take 0 198.51.100.1', 'takes', 'give 0 198.51.100.1', 'begins', 'gives back']);
});
