import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { Readiness } from '../../src/db/readiness.ts';
import { Troubles } from '../../src/db/troubles.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';

const SILENCE_MS = 1_200;
/** A part of the time that any of our timers waits. */
const TICK_MS = 50;

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startProxy>>;
/** Its timers go on when a test says so, and Postgres takes as long as it likes. */
let busy: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await startProxy(database.serverUrl);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  busy = openDatabase({
    url: proxy.url,
    poolSize: 4,
    namedStatements: true,
    applicationName: 'busy',
    logger: { warn() {} },
    limits: { ...NO_LIMITS, silence_ms: SILENCE_MS },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await busy.close();
  await proxy.close();
});

const select = async (number: number) => {
  const { rows } = await sql<{ number: number }>`select ${sql.lit(number)} as number`.execute(busy.db);
  return rows[0]!.number;
};

/** Postgres says the parts of its greeting one after the other, each after most of a silence. */
async function greetSlowly(silence_ms: number): Promise<void> {
  for (let parts = 0; parts < 3; parts += 1) {
    for (let passed = 0; passed < 0.8 * silence_ms; passed += TICK_MS) {
      vi.advanceTimersByTime(TICK_MS);
      for (let turns = 0; turns < 3; turns += 1) await turn();
    }
    while (!proxy.passOn() && proxy.given_up === 0) await turn();
  }
  proxy.admit();
}

/** Postgres answers another caller each time that a little time has passed. */
async function answersOthers(until: () => boolean): Promise<void> {
  for (let number = 0; !until(); number += 1) {
    expect(await select(number)).toBe(number);
    vi.advanceTimersByTime(TICK_MS);
  }
}

it('a statement waits for a lock as long as Postgres answers others, even if it answers no new connection', async () => {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(78)');
  let outcome = 'waits';
  const waiting = sql`select pg_advisory_lock(78)`.execute(busy.db).then(
    () => {
      outcome = 'got it';
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  // The others have a connection before new ones must wait.
  await select(1);
  proxy.keepWaiting();
  await answersOthers(() => proxy.given_up >= 2 || outcome !== 'waits');
  await holder.end();
  await waiting;
  expect(outcome).toBe('got it');
});

it('a new connection is waited for as long as Postgres answers others', async () => {
  await select(1);
  const taken = await busy.pool.connect();
  proxy.keepWaiting();
  const waiting = select(2);
  while (busy.pool.totalCount < 2) await turn();
  taken.release();
  const began = performance.now();
  await answersOthers(() => performance.now() - began > 3 * SILENCE_MS);
  expect(proxy.given_up).toBe(0);
  proxy.admit();
  expect(await waiting).toBe(2);
});

it('a new connection is given up if nothing arrives', async () => {
  proxy.keepWaiting();
  let outcome = '';
  const waiting = select(1).catch((error: Error) => {
    outcome = error.message;
  });
  while (outcome === '') {
    vi.advanceTimersByTime(TICK_MS);
    await turn();
  }
  await waiting;
  expect(outcome).toMatch(/terminated/);
});

it('a new connection is waited for as long as anything arrives over it', async () => {
  proxy.keepWaiting();
  const waiting = select(1);
  await greetSlowly(SILENCE_MS);
  expect(await waiting).toBe(1);
});

it('the connection of readiness is waited for as well: cut off each time, it would never be there', async () => {
  const logger = { warn() {}, error() {}, info() {} };
  const readiness = new Readiness({
    url: proxy.url,
    namedStatements: true,
    logger,
    troubles: new Troubles(logger, () => 0),
    migrations: 1,
  });
  proxy.keepWaiting();
  const looking = readiness.look();
  await greetSlowly(900);
  expect(await looking).toBe(true);
  expect(proxy.given_up).toBe(0);
  await readiness.close();
});
