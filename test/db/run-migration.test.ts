import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Migration, migrate, migrationStatus } from '../../src/db/migrate.ts';
import { MigrationBlocked } from '../../src/db/run-migration.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  await run([SHOP]);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.close();
});

function migration(number: number, sql: string): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number, name: `${String(number).padStart(4, '0')}-test`, sql, checksum };
}

const SHOP = migration(
  1,
  `create table orders (id int primary key, name text, name_key text) with (autovacuum_enabled = off);
   insert into orders select n, 'Order ' || n from generate_series(1, 20000) n;`,
);
const INDEXED = migration(
  2,
  '-- one by one\ncreate unique index concurrently if not exists orders_by_name on orders (name);\n',
);
const ADDED = migration(2, 'alter table orders add column told boolean not null default false;');

function run(migrations: Migration[], rest: { onBlocked?: () => void; patience_ms?: number } = {}) {
  return migrate({ ownerUrl: database.ownerUrl, serverUrl: database.serverUrl, migrations, ...rest });
}

const clients: pg.Client[] = [];

async function connected(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl, application_name: name });
  clients.push(client);
  await client.connect();
  return client;
}

async function stateOfIndex(): Promise<unknown> {
  const { rows } = await database.asOwner(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass('orders_by_name')",
  );
  return rows[0]?.valid;
}

describe('a migration that finds a lock held by others', () => {
  it('gives way to writers again and again, and is applied once the lock is free', async () => {
    const holder = await connected('somebody');
    await holder.query('begin; select count(*) from orders');
    const writer = await connected('a writer');
    // As long as a server waits for a lock.
    await writer.query("set lock_timeout = '3s'");
    let attempts = 0;
    const migrated = run([SHOP, ADDED], {
      onBlocked: () => {
        attempts += 1;
      },
    });
    let written = 0;
    for (; attempts < 3; written += 1)
      await writer.query('insert into orders select max(id) + 1 from orders');
    await holder.query('commit');
    expect(await migrated).toEqual({ applied: ['0002-test'] });
    expect(written).toBeGreaterThan(0);
    expect((await database.asOwner('select told from orders limit 1')).rows).toEqual([{ told: false }]);
  });

  it('is given up after a time, changes nothing, and says who has held it', async () => {
    const holder = await connected('the one who forgot');
    await holder.query('begin; select count(*) from orders; select pg_sleep(1)');
    const given = await run([SHOP, ADDED], { patience_ms: 0 }).catch((error) => error);
    expect(given).toBeInstanceOf(MigrationBlocked);
    expect(given.message).toContain('the one who forgot');
    expect(await migrationStatus(database.ownerUrl, [SHOP, ADDED])).toMatchObject({ pending: ['0002-test'] });
  });
});

describe('a migration whose statements commit one by one', () => {
  it('makes an index beside open writers, once, also when five processes start', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => run([SHOP, INDEXED])));
    expect(runs.flatMap(({ applied }) => applied)).toEqual(['0002-test']);
    expect(await stateOfIndex()).toBe(true);
  });

  it('begins an index anew that was broken off half made', async () => {
    const holder = await connected('a reader');
    await holder.query('begin isolation level repeatable read; update orders set id = id where id = 1');
    const failed = run([SHOP, INDEXED]).catch((error) => error);
    const watcher = await connected('a watcher');
    const making =
      "pid in (select pid from pg_stat_activity where query like 'create unique index%' and datname = current_database())";
    for (;;) {
      const { rows } = await watcher.query(`select pid from pg_locks where not granted and ${making}`);
      if (rows.length > 0) {
        await watcher.query('select pg_terminate_backend($1)', [rows[0].pid]);
        break;
      }
    }
    expect((await failed).message).toMatch(/terminat/);
    expect(await stateOfIndex()).toBe(false);
    await holder.query('commit');
    expect(await run([SHOP, INDEXED])).toEqual({ applied: ['0002-test'] });
    expect(await stateOfIndex()).toBe(true);
  });

  it('goes on after a statement that failed, once its cause is mended', async () => {
    await database.asOwner("update orders set name = 'twice' where id in (1, 2)");
    await expect(run([SHOP, INDEXED])).rejects.toThrow(/could not create unique index/);
    expect(await stateOfIndex()).toBe(false);
    await database.asOwner("update orders set name = 'once' where id = 1");
    expect(await run([SHOP, INDEXED])).toEqual({ applied: ['0002-test'] });
    expect(await stateOfIndex()).toBe(true);
  });

  it('fills a column in batches, each a transaction of its own, also where some rows are filled already', async () => {
    const filled = migration(
      2,
      `-- one by one
-- in batches of orders
update orders set name_key = lower(name)
  where name_key is distinct from lower(name) and ctid >= $1::tid and ctid < $2::tid;`,
    );
    await database.asOwner('update orders set name_key = lower(name) where id < 5000');
    expect(await run([SHOP, filled])).toEqual({ applied: ['0002-test'] });
    const { rows } = await database.asOwner(
      'select count(*)::int as missing from orders where name_key is distinct from lower(name)',
    );
    expect(rows).toEqual([{ missing: 0 }]);
    const writers = await database.asOwner('select count(distinct xmin::text)::int as n from orders');
    expect(writers.rows[0].n).toBeGreaterThan(2);
  });
});
