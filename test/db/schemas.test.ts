import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { analystsOf } from '../../src/db/analysts.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { readOwnSchema } from '../../src/db/own-schema.ts';
import { inLockedTransaction } from '../../src/db/run-migration.ts';
import type { PageRequest } from '../../src/domain/core/pagination.ts';
import { lockInProgram, tryLockInProgram } from '../../src/domain/core/program-lock-store.ts';
import { runInTransaction, type Tx } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { listActivities } from '../../src/domain/listings/activity-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { readHorizonLag } from '../../src/domain/operating/operating-store.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { lockFirstAdmin } from '../../src/domain/operators/operator-store.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, PATIENT, type TestDatabase } from '../support/database.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { runCommand } from '../support/run-command.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

/** A server in a schema of its own. */
interface Shop {
  schema: string;
  serverUrl: string;
  ownerUrl: string;
  deps: Deps;
  program: Program;
  customer: CustomerRow;
}

let database: TestDatabase;
let home: Shop;
let one: Shop;
let two: Shop;
const opened: Database[] = [];

/** Roles of schemas are named after them, and roles of so named schemas are dropped with the run. */
const schemaName = (end: string) => inject('cluster').template.replace(/template$/, end);

beforeAll(async () => {
  database = await createTestDatabase();
  home = await openShop(inject('cluster').schema ?? 'public', database.serverUrl, database.ownerUrl);
  one = await foundShop('one');
  two = await foundShop('two');
});
afterAll(async () => {
  for (const { deps } of [home, one, two]) expect((await verifyLedger(deps)).drifts).toEqual([]);
  for (const other of opened) await other.close();
  await database.close();
});

/** As an operator does. */
async function foundShop(end: string): Promise<Shop> {
  const schema = schemaName(end);
  const env = {
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_SCHEMA: schema,
  };
  const made = await runCommand(['migrate', 'up'], env);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const [serverUrl, ownerUrl] = [database.serverUrl, database.ownerUrl].map((url) =>
    addressInSchema(url, schema),
  );
  return openShop(schema, serverUrl!, ownerUrl!);
}

/** Each shop has the same program, with a customer who has 5 points. */
async function openShop(schema: string, serverUrl: string, ownerUrl: string): Promise<Shop> {
  const own = openDatabase({
    url: serverUrl,
    poolSize: 4,
    namedStatements: true,
    applicationName: `loyaltyd tests of ${schema}`,
    logger: console,
    ...PATIENT,
  });
  opened.push(own);
  const deps = depsOn(own, new TestClock());
  await applyProgram(deps, programDefinition(), TESTER);
  const program = (await deps.programs.all())[0]!;
  const customer = await createCustomer(deps, program, { points: 5 });
  return { schema, serverUrl, ownerUrl, deps, program, customer };
}

async function asOwner(shop: Shop, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: shop.ownerUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Everything that the migrations made, without the name of its schema. */
async function objectsOf(shop: Shop): Promise<string[]> {
  const { views } = analystsOf(shop.schema);
  const rows = await asOwner(
    shop,
    `select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as object
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = '${shop.schema}'::regnamespace and c.relkind in ('r', 'S')
     union all select pg_get_indexdef(indexrelid) from pg_index x join pg_class c on c.oid = x.indrelid
       where c.relnamespace = '${shop.schema}'::regnamespace
     union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = '${shop.schema}'::regnamespace
     union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = '${shop.schema}'::regnamespace and not t.tgisinternal
     union all select pg_get_functiondef(oid) from pg_proc
       where pronamespace = '${shop.schema}'::regnamespace and proname <> 'schema_number'
           and not exists (select from pg_depend e where e.objid = pg_proc.oid and e.deptype = 'e')
     union all select table_name || ' ' || privilege_type from information_schema.role_table_grants
       where table_schema = '${shop.schema}' and grantee = '${inject('cluster').server}'
     union all select relname || ' ' || pg_get_viewdef(oid) from pg_class where relnamespace = '${views}'::regnamespace
     order by 1`,
  );
  const ofViews = new RegExp(`\\b${views}\\b`, 'g');
  const nameless = new RegExp(`\\b(${shop.schema}|public)\\.`, 'g');
  return rows.map(({ object }) => String(object).replace(ofViews, 'VIEWS').replaceAll(nameless, ''));
}

const NEWEST: PageRequest = {
  order: 'newest_first',
  from: null,
  limit: 1,
  offset: 0,
  filters: { customer_id: null, since_id: null, created_at_min: null, created_at_max: null },
};

async function newestTransaction({ deps, program }: Shop): Promise<number | undefined> {
  return (await listTransactions(deps, program.id, NEWEST)).rows[0]?.id;
}

/** Does `work` while a transaction of the shop has written to its ledger, and then undoes that transaction. */
async function whileWriting(shop: Shop, work: (tx: Tx, id: number) => Promise<void>): Promise<void> {
  const { deps, customer } = shop;
  const undone = runInTransaction(deps, undefined, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, expiry_id, created_at)
        values (${customer.program_id}, ${customer.id}, 1, 0, 0, 'expiry', 1, now()) returning id`.execute(
      tx,
    );
    await work(tx, rows[0]!.id);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
}

async function givePoints({ deps, program, customer }: Shop): Promise<void> {
  await adjustPoints(deps, { program, customer_id: customer.id, points: 1, note: null, by: TESTER });
}

/** Runs the work in transactions that are open at once, the first one before the second. */
function atOnce<R>(first: Shop, second: Shop, work: (tx: Tx, other: Tx) => Promise<R>): Promise<R> {
  return runInTransaction(first.deps, undefined, (tx) =>
    runInTransaction(second.deps, undefined, (other) => work(tx, other)),
  );
}

describe('a server in a schema of its own', () => {
  it('has the same tables, indexes, triggers, functions, views and rights as one in public', async () => {
    const expected = await objectsOf(home);
    expect(expected.length).toBeGreaterThan(800);
    const own = await objectsOf(one);
    expect(own.filter((object) => !expected.includes(object))).toEqual([]);
    expect(expected.filter((object) => !own.includes(object))).toEqual([]);
  });

  it('has no function that looks names up elsewhere', async () => {
    const found = `select proname from pg_proc where pronamespace = '${one.schema}'::regnamespace and proconfig is not null`;
    expect(await asOwner(one, found)).toEqual([]);
  });

  it('sees its own programs and customers alone', async () => {
    await givePoints(two);
    const counts = (shop: Shop) =>
      asOwner(
        shop,
        'select (select count(*)::int from programs) as programs, (select count(*)::int from transactions) as written',
      );
    expect(await counts(home)).toEqual([{ programs: 1, written: 1 }]);
    expect(await counts(one)).toEqual([{ programs: 1, written: 1 }]);
    expect(await counts(two)).toEqual([{ programs: 1, written: 2 }]);
    expect([home, one, two].map(({ program }) => program.id)).toEqual([1, 1, 1]);
  });

  it('migrates while another does', async () => {
    const owner = new pg.Client({ connectionString: one.ownerUrl });
    await owner.connect();
    await inLockedTransaction(owner, async () => {
      expect(await migrate(home)).toEqual({ applied: [] });
      expect(await migrate(two)).toEqual({ applied: [] });
    });
    await owner.end();
  });

  it('waits for no lock of another', async () => {
    await atOnce(one, two, async (tx, other) => {
      await lockInProgram(tx, 'events', one.program.id);
      expect(await tryLockInProgram(other, 'events', two.program.id)).toBe(true);
      await lockFirstAdmin(tx);
      await lockFirstAdmin(other);
    });
    await atOnce(one, one, async (tx, other) => {
      await lockInProgram(tx, 'events', one.program.id);
      expect(await tryLockInProgram(other, 'events', one.program.id)).toBe(false);
    });
  });

  it('is told apart from a schema in which a pooler has left the connection', async () => {
    const client = new pg.Client({ connectionString: one.ownerUrl });
    await client.connect();
    await expect(readOwnSchema(client, two.ownerUrl)).rejects.toThrow(
      `The connection is in the schema ${one.schema}, and DATABASE_SCHEMA is ${two.schema}.`,
    );
    await client.end();
  });
});

describe('the listings of a schema', () => {
  it('are held back by its own writers, and by no other', async () => {
    for (const [writer, reader] of [
      [one, two],
      [home, one],
      [one, home],
    ] as const) {
      await whileWriting(writer, async () => {
        const before = await newestTransaction(writer);
        await givePoints(writer);
        expect(await newestTransaction(writer)).toBe(before);
        const [seen] = [await newestTransaction(reader)];
        await givePoints(reader);
        expect(await newestTransaction(reader)).toBeGreaterThan(seen!);
        expect((await readHorizonLag(reader.deps.db)).ids).toBe(0);
        expect((await readHorizonLag(writer.deps.db)).ids).toBeGreaterThan(0);
      });
      expect((await readHorizonLag(writer.deps.db)).ids).toBe(0);
    }
  });

  it('miss nothing where ids begin at a multiple of 2^48', async () => {
    // 12 is the namespace of transactions: with the upper bits of an id in it, it would be that of customers.
    await asOwner(two, `alter sequence transaction_ids restart with ${2 * 2 ** 48 + 1}`);
    await asOwner(two, `alter sequence customer_ids restart with ${2 * 2 ** 48 + 1}`);
    const before = await newestTransaction(two);
    await whileWriting(two, async (_tx, id) => {
      expect(id).toBeGreaterThan(2 * 2 ** 48);
      await givePoints(two);
      expect(await newestTransaction(two)).toBe(before);
      const newcomer = await createCustomer(two.deps, two.program, { merchant_id: 'newcomer' });
      const { rows } = await sql<{
        settled: number;
      }>`select settled_id('customer_ids', 14) as settled`.execute(two.deps.db);
      expect(rows[0]!.settled).toBe(newcomer.id);
    });
    expect(await newestTransaction(two)).toBeGreaterThan(2 * 2 ** 48);
    expect((await listActivities(two.deps, two.program.id, NEWEST)).rows).toEqual([]);
  });
});

describe('the number of a schema', () => {
  const numberOf = async (shop: Shop) => (await asOwner(shop, 'select schema_number() as number'))[0]!.number;

  it('is its own, and 0 in public', async () => {
    expect(await Promise.all([one, two].map(numberOf))).toEqual([1, 2]);
    expect(
      await asOwner(
        home,
        "select prosrc from pg_proc where proname = 'schema_number' and pronamespace = 'public'::regnamespace",
      ),
    ).toEqual([{ prosrc: 'select 0' }]);
  });

  it('is chosen anew by the later one where a copy brought one that is taken', async () => {
    await asOwner(
      two,
      "create or replace function schema_number() returns int language sql immutable parallel safe as 'select 1'",
    );
    await migrate(one);
    expect(await Promise.all([one, two].map(numberOf))).toEqual([1, 1]);
    await migrate(two);
    expect(await Promise.all([one, two].map(numberOf))).toEqual([1, 2]);
  });
});

describe('the analysts of a schema', () => {
  it('read its views, and nothing else', async () => {
    const { views, role } = analystsOf(one.schema);
    const name = new URL(database.ownerUrl).pathname.slice(1);
    const url = new URL(inject('cluster').adminUrl);
    url.pathname = name;
    const analyst = new pg.Client({ connectionString: url.href });
    await analyst.connect();
    await analyst.query(`create role ${role}`);
    await migrate(one);
    await analyst.query(`set role ${role}`);
    const { rows } = await analyst.query(
      `select program, points_approved::int as points from ${views}.customers`,
    );
    expect(rows).toEqual([{ program: 'shop', points: expect.any(Number) }]);
    const others = [`${analystsOf(two.schema).views}.customers`, `${one.schema}.customers`];
    for (const relation of others) {
      await expect(analyst.query(`select from ${relation}`)).rejects.toThrow(/permission denied/);
    }
    await analyst.end();
  });
});
