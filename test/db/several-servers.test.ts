import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { PrimaryFinder } from '../../src/db/primary-finder.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';

type Way = Awaited<ReturnType<typeof startProxy>>;

/** One Postgres, reached as two servers. */
let database: TestDatabase;
let first: Way;
let second: Way;
let url: string;
let both: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  [first, second] = await Promise.all([startProxy(database.serverUrl), startProxy(database.serverUrl)]);
  const { host } = new URL(first.url);
  url = first.url.replace(host, `${host},${new URL(second.url).host}`);
  both = open(url);
});
afterEach(async () => {
  await both.close();
  await Promise.all([first.close(), second.close()]);
});

function open(address: string, poolSize = 1): Database {
  return openDatabase({
    url: address,
    poolSize,
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

/** The way of its connection, and the other one. */
async function ways(): Promise<[Way, Way]> {
  const client = await both.pool.connect();
  const { port } = client as unknown as pg.Client;
  client.release();
  return new URL(first.url).port === String(port) ? [first, second] : [second, first];
}

/** Resolves once its connection was dropped, since `end` ends it. */
async function afterEnd(end: () => unknown, of = both): Promise<void> {
  const lost = once(of.pool, 'remove');
  await end();
  await lost;
}

describe('a database of several servers', () => {
  it('is served by the other where one is gone, and whoever keeps anything of it is told', async () => {
    let moves = 0;
    both.whenMoved(() => {
      moves += 1;
    });
    const [way] = await ways();
    await afterEnd(() => way.close());
    await pid();
    expect(moves).toBe(1);
  });

  it('says that it has no room, and does not look for another server then', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const admit = (connections: number) =>
      owner.query(`alter database ${rows[0]!.name} connection limit ${connections}`);
    try {
      await admit(0);
      await expect(pid()).rejects.toMatchObject({ code: '53300' });
      await admit(-1);
      const [way, other] = await ways();
      other.swallow();
      await admit(0);
      await afterEnd(() => way.cut());
      await expect(pid()).rejects.toMatchObject({ code: '53300' });
    } finally {
      await admit(-1);
      await owner.end();
    }
  });

  it('says that there is no such database', async () => {
    const nowhere = open(url.replace(/[^/]*$/, 'nowhere'));
    await expect(pid(nowhere)).rejects.toMatchObject({ code: '3D000' });
    await nowhere.close();
  });

  it('takes no connection that was made to a server after another was found', async () => {
    const finder = new PrimaryFinder([first.url], ['first']);
    const found = await finder.find();
    finder.forget();
    const late = { ...found, name: 'second', port: Number(new URL(second.url).port) };
    expect(() => finder.confirm(late)).toThrow('second was left for first');
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

describe('one address that a provider moves', () => {
  /** From now on new connections hear that the server is on that timeline. */
  const goTo = (timeline: number) =>
    database.asOwner(
      `create or replace function public.pg_walfile_name(pg_lsn) returns text language sql
        as $$ select '${timeline.toString(16).padStart(8, '0')}0000000000000001' $$`,
    );
  const setPath = (text: string) =>
    database.asOwner(`do $$ begin execute format('alter database %I ${text}', current_database()); end $$`);

  beforeEach(() => setPath('set search_path = public, pg_catalog'));
  afterEach(() => setPath('reset search_path'));

  it('cuts whoever is with the former server, and never goes back to it', async () => {
    await goTo(7);
    // The path of an address in a schema would go before that of the database.
    const address = new URL(first.url);
    address.search = 'target_session_attrs=read-write';
    const one = open(address.href, 2);
    let moves = 0;
    one.whenMoved(() => {
      moves += 1;
    });
    const write = one.db.transaction().execute(async (tx) => {
      await sql`create temporary table written ()`.execute(tx);
      await goTo(8);
      await pid(one);
    });
    await expect(write).rejects.toThrow(/another server took over|not queryable/);
    expect(moves).toBe(1);
    await goTo(7);
    await afterEnd(() => first.cut(), one);
    await expect(pid(one)).rejects.toThrow('another took over from it on timeline 8');
    await one.close();
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
