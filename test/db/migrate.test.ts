import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerHeldByGrants } from '../../src/db/grants.ts';
import { type Migration, migrate, migrationStatus, readMigrations } from '../../src/db/migrate.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.close());

function migration(number: number, sql: string): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number, name: `${String(number).padStart(4, '0')}-test`, sql, checksum };
}

const FIRST = migration(1, 'create table first (id int); create sequence first_ids;');
const SECOND = migration(2, 'create table second as select * from first;');

function run(migrations: Migration[]) {
  return migrate({ ownerUrl: database.ownerUrl, serverUrl: database.serverUrl, migrations });
}

describe('migrating', () => {
  it('applies each file once, in order', async () => {
    expect(await run([FIRST])).toEqual({ applied: ['0001-test'] });
    expect(await run([FIRST, SECOND])).toEqual({ applied: ['0002-test'] });
    expect(await run([FIRST, SECOND])).toEqual({ applied: [] });
  });

  it('goes through where the owner may not make the extension for parts of emails, and makes their index where it may', async () => {
    const all = await readMigrations();
    const name = new URL(database.ownerUrl).pathname.slice(1);
    // Makes the schema, unless it is public.
    await run([]);
    await database.asOwner(`revoke create on database ${name} from current_user`);
    await run(all);
    const index = async () =>
      (await database.asOwner("select to_regclass('customers_by_email_part') is not null as made")).rows[0]
        ?.made;
    expect(await index()).toBe(false);
    const other = await createTestDatabase({ empty: true });
    await migrate({ ownerUrl: other.ownerUrl, serverUrl: other.serverUrl, migrations: all });
    const made = await other.asOwner("select to_regclass('customers_by_email_part') is not null as made");
    await other.close();
    expect(made.rows).toEqual([{ made: true }]);
  });

  it('is safe when five processes start at once', async () => {
    const slow = migration(1, `select pg_sleep(0.05); ${FIRST.sql}`);
    const runs = await Promise.all(Array.from({ length: 5 }, () => run([slow, SECOND])));
    expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(['0001-test', '0002-test']);
  });

  it('keeps what is done and undoes the file that fails', async () => {
    const broken = migration(2, 'create table half (id int); select * from nowhere;');
    await expect(run([FIRST, broken])).rejects.toThrow(/"nowhere" does not exist/);
    expect(
      (await database.asOwner("select to_regclass('first') as first, to_regclass('half') as half")).rows,
    ).toEqual([{ first: 'first', half: null }]);
    expect(await migrationStatus(database.serverUrl, [FIRST, SECOND])).toEqual({
      applied: ['0001-test'],
      pending: ['0002-test'],
    });
  });

  it('lets a server read how far the making of a schema is, and grants it the rest at the end, also where that was broken off', async () => {
    const broken = migration(3, 'select * from nowhere;');
    await expect(run([FIRST, SECOND, broken])).rejects.toThrow(/"nowhere" does not exist/);
    const status = await migrationStatus(database.serverUrl, [FIRST, SECOND, migration(3, 'select 1')]);
    expect(status.applied).toEqual(['0001-test', '0002-test']);
    await run([FIRST, SECOND, migration(3, 'create table third (id int)')]);
    const server = new pg.Client(database.serverUrl);
    await server.connect();
    for (const table of ['first', 'second', 'third']) await server.query(`insert into ${table} values (1)`);
    await server.end();
  });

  it('refuses a schema that is newer than the server', async () => {
    await run([FIRST, SECOND]);
    await expect(run([FIRST])).rejects.toThrow(/newer than this server: 0002-test/);
    await expect(migrationStatus(database.serverUrl, [FIRST])).rejects.toThrow(/newer than this server/);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await run([FIRST]);
    await expect(run([migration(1, 'create table other ()')])).rejects.toThrow(/0001-test is not the one/);
  });

  it('says what is pending in a database that was never migrated', async () => {
    expect(await migrationStatus(database.serverUrl, [FIRST, SECOND])).toEqual({
      applied: [],
      pending: ['0001-test', '0002-test'],
    });
  });
});

describe('the files in migrations/', () => {
  it('are numbered from 1 without a gap, and apply', async () => {
    const migrations = await readMigrations();
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
    expect((await run(migrations)).applied).toEqual(migrations.map(({ name }) => name));
  });
});

describe('travelling counters', () => {
  it('come into a ledger of before, which still adds up', async () => {
    const all = await readMigrations();
    await run(all.slice(0, 21));
    await database.asOwner(`
      insert into programs (key, name, currency, settings, test, configuration_version, created_at)
        values ('old', 'Old', 'USD', '{"points_expiry": null}', false, 1, '2026-01-01');
      insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, points_approved, last_entry_at, created_at, updated_at)
        select id, '1', '1', 1, 'r', 5, '2026-01-02', '2026-01-02', '2026-01-02' from programs;
      insert into adjustments (program_id, customer_id, points, date, created_at)
        select program_id, id, 5, '2026-01-02', '2026-01-02' from customers;
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, adjustment_id, created_at)
        select program_id, customer_id, 5, 0, 0, 'adjustment', id, '2026-01-02' from adjustments;
      insert into imports (program_id, file_name, file_hash, options, state, started_at)
        select id, 'old.csv', '\\x00', '{}', 'done', '2026-01-02' from programs;
      insert into import_rows (program_id, import_id, customer_id, created, points, adjustment_ids, before, after)
        select a.program_id, i.id, a.customer_id, true, 5, array[a.id], null, '{}' from adjustments a, imports i`);
    const refusal = (
      points: number,
    ) => `insert into adjustments (program_id, customer_id, points, date, created_at)
      select program_id, id, ${points}, '2026-01-02', '2026-01-02' from customers`;
    await run(all);
    expect((await verifyLedger({ db: database.db })).drifts).toEqual([]);
    expect((await database.asOwner('select spent, activity_ids from import_rows')).rows).toEqual([
      { spent: '0', activity_ids: [] },
    ]);
    await expect(database.asOwner(refusal(0))).rejects.toThrow(/adjustments_points_check/);
    const written = `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, adjustment_id, created_at)
      select program_id, customer_id, 0, 0, 0, 'adjustment', id, '2026-01-02' from adjustments`;
    await expect(database.asOwner(written)).rejects.toThrow(/transactions_check/);
  });
});

describe("the server's role", () => {
  beforeEach(async () => {
    await migrate({ ownerUrl: database.ownerUrl, serverUrl: database.serverUrl });
  });

  const refused = (statement: string) =>
    expect(database.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);

  it('adds to the ledger and cannot change, remove or truncate any of it', async () => {
    for (const table of ['transactions', 'adjustments', 'tier_entries']) {
      await database.pool.query(`select count(*) from ${table}`);
      await refused(`update ${table} set id = 0`);
      await refused(`delete from ${table}`);
      await refused(`truncate ${table}`);
    }
    await refused('delete from activities');
    await refused('truncate activities');
  });

  it('changes of an activity only how it was resolved', async () => {
    await database.pool.query(
      "update activities set state = 'approved', approves_at = null, resolved_at = null",
    );
    await refused('update activities set value = 0');
    await refused("update activities set state = 'approved', date = created_at");
  });

  it('can neither touch the record of migrations nor switch off the triggers', async () => {
    await database.pool.query('select * from migrations');
    await refused("update migrations set name = ''");
    await refused('delete from migrations');
    await refused('alter table transactions disable trigger all');
    await refused('alter table transactions disable trigger append_only');
    await refused('drop table transactions');
    await refused('create table mine ()');
  });

  it('has its rights back, and no others, after the next migration', async () => {
    const { username } = new URL(database.serverUrl);
    const granted = `
      select c.relname as name, null as column, c.relacl::text as rights from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S')
      union all
      select c.relname, a.attname, a.attacl::text from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and a.attacl is not null
      union all
      select n.nspname, null, n.nspacl::text from pg_namespace n where n.nspname = current_schema()
      order by 1, 2`;
    const schema = (await database.asOwner('select current_schema()')).rows[0]!.current_schema as string;
    const { rows } = await database.asOwner(granted);
    for (const change of [
      'revoke select on customers from ROLE',
      'revoke all on carts from ROLE',
      'revoke update (state) on activities from ROLE',
      'grant update (value) on activities to ROLE',
      'grant select (id) on customers to ROLE',
      'grant update, delete on transactions to ROLE',
      'grant truncate on carts to ROLE',
      'grant select on customers to ROLE with grant option',
      'grant update (state) on activities to ROLE with grant option',
      'revoke usage on sequence transaction_ids from ROLE',
      `revoke usage on schema ${schema} from ROLE`,
    ]) {
      await database.asOwner(change.replace('ROLE', username));
      expect((await database.asOwner(granted)).rows, change).not.toEqual(rows);
      await migrate({ ownerUrl: database.ownerUrl, serverUrl: database.serverUrl });
      expect((await database.asOwner(granted)).rows, change).toEqual(rows);
    }
  });

  it('keeps the plans of its statements where a migration finds its rights as they should be', async () => {
    const versions = `
      select c.oid, c.xmin, array(select a.xmin from pg_attribute a where a.attrelid = c.oid order by a.attnum) as columns
        from pg_class c where c.relnamespace = current_schema()::regnamespace
      union all
      select n.oid, n.xmin, null from pg_namespace n where n.nspname = current_schema()
      order by 1`;
    const { rows } = await database.asOwner(versions);
    await migrate({ ownerUrl: database.ownerUrl, serverUrl: database.serverUrl });
    expect((await database.asOwner(versions)).rows).toEqual(rows);
  });

  it('is told from one that could act as the owner', async () => {
    expect(await ledgerHeldByGrants(database.pool)).toBe(true);
    const owner = new pg.Pool({ connectionString: database.ownerUrl });
    expect(await ledgerHeldByGrants(owner)).toBe(false);
    await owner.end();
  });

  it('meets the triggers with grants that are too wide', async () => {
    for (const statement of [
      'update transactions set id = 0',
      'delete from transactions',
      'truncate activities',
    ]) {
      await expect(database.asOwner(statement), statement).rejects.toThrow(/append-only/);
    }
  });
});
