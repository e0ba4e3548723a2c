import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';

type Way = Awaited<ReturnType<typeof startProxy>>;

/** One Postgres, reached as two servers. */
let database: TestDatabase;
let first: Way;
let second: Way;
let both: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  [first, second] = await Promise.all([startProxy(database.serverUrl), startProxy(database.serverUrl)]);
  const { host } = new URL(first.url);
  both = open(first.url.replace(host, `${host},${new URL(second.url).host}`));
});
afterEach(async () => {
  await both.close();
  await Promise.all([first.close(), second.close()]);
});

function open(url: string): Database {
  return openDatabase({
    url,
    poolSize: 1,
    namedStatements: true,
    applicationName: 'several servers',
    logger: { warn() {} },
  });
}

/** The number of the connection. */
async function pid(of = both): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(of.db);
  return rows[0]!.pid;
}

describe('a database of several servers', () => {
  it('is served by the other where one is gone, and whoever keeps anything of it is told', async () => {
    let moves = 0;
    both.whenMoved(() => {
      moves += 1;
    });
    second.swallow();
    await pid();
    second.thaw();
    const lost = once(both.pool, 'remove');
    await first.close();
    await lost;
    await pid();
    expect(moves).toBe(1);
  });

  it('refuses while none of them takes writes, and says why', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    const [{ name }] = rows as [{ name: string }];
    await database.asOwner(`alter database ${name} set default_transaction_read_only = on`);
    await expect(pid()).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      message: expect.stringMatching(/^no server takes writes: 127.0.0.1:\d+ takes no writes; 127/),
    });
    await database.asOwner(
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    );
    expect(await pid()).toEqual(expect.any(Number));
  });

  it('gives nobody a connection again whose server was set to read-only', async () => {
    const before = await pid();
    await sql`set default_transaction_read_only = on`.execute(both.db);
    expect(await pid()).not.toBe(before);
  });
});

describe('a connection to one server', () => {
  it('is dropped where the server refused a write, so that the next finds the one that took over', async () => {
    const one = open(database.serverUrl);
    const before = await pid(one);
    const write = one.db.transaction().execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      await sql`create table written ()`.execute(tx);
    });
    await expect(write).rejects.toMatchObject({ code: '25006' });
    expect(await pid(one)).not.toBe(before);
    await one.close();
  });

  it('is kept where our own stop of writes refused one', async () => {
    const one = open(database.serverUrl);
    const before = await pid(one);
    const stopped = sql`do $$ begin raise exception 'stopped' using errcode = '25006'; end $$`;
    await expect(stopped.execute(one.db)).rejects.toMatchObject({ code: '25006' });
    expect(await pid(one)).toBe(before);
    await one.close();
  });
});
