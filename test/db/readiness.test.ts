import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { Readiness } from '../../src/db/readiness.ts';
import { Troubles } from '../../src/db/troubles.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { startProxy } from '../support/proxy.ts';

let test: TestApp;
let behind: TestApp;
let way: Awaited<ReturnType<typeof startProxy>>;
let readiness: Readiness;
let logged: string[];

beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  logged = [];
  way = await startProxy(test.database.serverUrl);
  const log = (_: object, message: string) => void logged.push(message);
  const logger = { warn() {}, error: log, info: log } as never;
  const troubles = new Troubles(logger, () => test.clock.real());
  readiness = new Readiness({
    url: way.url,
    namedStatements: true,
    logger,
    troubles,
    migrations: (await readMigrations()).length,
  });
  behind = await buildTestApp({
    beside: test,
    app: { health: { ready: () => readiness.look(), db: readiness.db, troubles: () => troubles.list() } },
  });
});
afterEach(async () => {
  await behind.close();
  await readiness.close();
  await way.close();
});

async function look() {
  test.clock.advance(1_000);
  const { status, body } = await behind.get('/health/ready').unset('authorization');
  return [status, body];
}

const READY = [200, { status: 'ready', warnings: [] }];
const NOT_READY = [503, { status: 'not ready', warnings: [] }];

describe('readiness', () => {
  it('is found again at once where its connection died without a word', async () => {
    expect(await look()).toEqual(READY);
    way.forget();
    expect(await look()).toEqual(READY);
  });

  it('is denied while Postgres answers nobody, and comes back with it', async () => {
    expect(await look()).toEqual(READY);
    way.swallow();
    expect(await look()).toEqual(NOT_READY);
    way.thaw();
    expect(await look()).toEqual(READY);
  });

  it('takes no connection that requests need, however many ask, and is looked up once a second', async () => {
    way.swallow();
    const probes = Array.from({ length: 50 }, () => behind.get('/health/ready').unset('authorization'));
    const answers = await Promise.all(probes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await behind.get('/v2/customers')).status).toBe(200);
    way.thaw();
  });

  it('warns of a database that takes no writes, and says so once in the log', async () => {
    const database = new URL(test.database.serverUrl).pathname.slice(1);
    await test.database.asOwner(`alter database ${database} set default_transaction_read_only = on`);
    way.cut();
    const warned = [200, { status: 'ready', warnings: [{ kind: 'database_read_only' }] }];
    expect(await look()).toEqual(warned);
    expect(await look()).toEqual(warned);
    expect(logged).toEqual([expect.stringMatching('takes no writes')]);
    await undo(database);
  });

  it('is denied where migrations are missing', async () => {
    const missing = new Readiness({
      url: way.url,
      namedStatements: true,
      logger: { warn() {} },
      troubles: new Troubles({ error() {}, info() {} } as never, () => 0),
      migrations: 9_999,
    });
    expect(await missing.look()).toBe(false);
    await missing.close();
  });
});

/** As the owner, whose transactions are read-only as well by now. */
async function undo(database: string): Promise<void> {
  await test.database.asOwner(
    `begin read write; alter database ${database} reset default_transaction_read_only; commit`,
  );
}
