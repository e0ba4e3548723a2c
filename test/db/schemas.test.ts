import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { analystsOf } from '../../src/db/analysts.ts';
import { migrate, migrationStatus } from '../../src/db/migrate.ts';
import { readOwnSchema } from '../../src/db/own-schema.ts';
import { inLockedTransaction } from '../../src/db/run-migration.ts';
import { SchemaMismatch } from '../../src/db/schema-mismatch.ts';
import { lockInProgram, tryLockInProgram } from '../../src/domain/core/program-lock-store.ts';
import { runInTransaction, type Tx } from '../../src/domain/core/transaction.ts';
import { readHorizonLag } from '../../src/domain/operating/operating-store.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { lockFirstAdmin } from '../../src/domain/operators/operator-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createCustomer } from '../support/factories.ts';
import { runCommand } from '../support/run-command.ts';
import {
  asOwner,
  newestTransaction,
  newSchemaName,
  objectsOf,
  type Shop,
  ShopsInSchemas,
} from '../support/shops-in-schemas.ts';
import { TESTER } from '../support/tester.ts';

let database: TestDatabase;
let shops: ShopsInSchemas;
let home: Shop;
let one: Shop;
let two: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  shops = new ShopsInSchemas(database);
  home = await shops.home();
  one = await shops.found('one');
  two = await shops.found('two');
});
afterAll(async () => {
  await shops.close();
  await database.close();
});

/** The number of the first schema beside the home, whose own is 0 in public. */
const first = (inject('cluster').schema ?? 'public') === 'public' ? 1 : 2;

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

  it('does not begin under the name of a role, whose other connections would fall into it', async () => {
    const schema = inject('cluster').server;
    const made = await migrate({
      serverUrl: addressInSchema(database.serverUrl, schema),
      ownerUrl: addressInSchema(database.ownerUrl, schema),
    }).catch((error: Error) => error);
    expect(made).toBeInstanceOf(SchemaMismatch);
    expect(made).toMatchObject({ message: expect.stringContaining(`A role is called ${schema} too`) });
    expect(await asOwner(home, `select from pg_namespace where nspname = '${schema}'`)).toEqual([]);
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
        const seen = await newestTransaction(reader);
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
  });
});

describe('the number of a schema', () => {
  const numberOf = async (shop: Shop) => (await asOwner(shop, 'select schema_number() as number'))[0]!.number;

  const pendingOf = async ({ serverUrl }: Shop) => (await migrationStatus(serverUrl)).pending;
  const lackOf = ({ schema }: Shop) => `a number of its own for the schema ${schema}`;

  it('is its own, and 0 in public', async () => {
    expect(await Promise.all([home, one, two].map(numberOf))).toEqual([first - 1, first, first + 1]);
  });

  it('is chosen anew by the later one where a copy brought one that is taken', async () => {
    await asOwner(
      two,
      `create or replace function schema_number() returns int language sql immutable parallel safe as 'select ${first}'`,
    );
    await migrate(one);
    expect(await Promise.all([one, two].map(numberOf))).toEqual([first, first]);
    expect(await Promise.all([one, two, home].map(pendingOf))).toEqual([[], [lackOf(two)], []]);
    await migrate(two);
    expect(await Promise.all([one, two].map(numberOf))).toEqual([first, first + 1]);
    expect(await pendingOf(two)).toEqual([]);
  });

  it('is missing where public was renamed, until somebody migrates', async () => {
    await asOwner(
      one,
      "create or replace function schema_number() returns int language sql immutable parallel safe as 'select 0'",
    );
    expect(await Promise.all([one, two, home].map(pendingOf))).toEqual([[lackOf(one)], [], []]);
    await migrate(one);
    expect(await Promise.all([one, two].map(numberOf))).toEqual([first, first + 1]);
  });
});

describe('the analysts of a schema', () => {
  it('read its views, and nothing else', async () => {
    const { views, role } = analystsOf(one.schema);
    const url = new URL(inject('cluster').adminUrl);
    url.pathname = new URL(database.ownerUrl).pathname;
    const analyst = new pg.Client({ connectionString: url.href });
    await analyst.connect();
    await analyst.query(`create role ${role}`);
    await migrate(one);
    await analyst.query(`set role ${role}`);
    const { rows } = await analyst.query(
      `select program, points_approved::int as points from ${views}.customers`,
    );
    expect(rows).toEqual([{ program: 'shop', points: expect.any(Number) }]);
    for (const relation of [`${analystsOf(two.schema).views}.customers`, `${one.schema}.customers`]) {
      await expect(analyst.query(`select from ${relation}`)).rejects.toThrow(/permission denied/);
    }
    await analyst.end();
  });
});

describe('a copy into a schema', () => {
  const copy = (from: Shop, ...args: string[]) => {
    // Without the schema of all other tests.
    const to = new URL(database.ownerUrl);
    to.searchParams.delete('options');
    return runCommand(['database', 'copy', '--to', to.href, ...args], {
      DATABASE_URL: from.serverUrl,
      DATABASE_OWNER_URL: from.ownerUrl,
    });
  };
  const contents = `select (select json_agg(t order by id) from transactions t) as transactions,
    (select json_agg(c order by id) from customers c) as customers, (select last_value from transaction_ids) as last`;

  it('of the same database brings a shop there whole, and goes on above its ids', async () => {
    const schema = newSchemaName('three');
    const three = { ownerUrl: addressInSchema(database.ownerUrl, schema) };
    const { code, stdout } = await copy(one, '--schema', schema);
    expect([code, stdout]).toEqual([0, expect.stringContaining('checked there: all adds up.')]);
    expect(stdout).toContain(`, schema ${schema},`);
    expect(await asOwner(three, contents)).toEqual(await asOwner(one, contents));
    expect(await asOwner(three, 'select schema_number() as number')).toEqual([{ number: first + 2 }]);
  });

  it('refuses the schema of the source, one that is filled, the name of a role, and a name that is none', async () => {
    const refusals = [
      await copy(one, '--schema', one.schema),
      await copy(one),
      await copy(one, '--schema', two.schema),
      await copy(one, '--schema', inject('cluster').server),
      await copy(one, '--schema', 'pg_catalog'),
    ];
    expect(refusals.map(({ code, stderr }) => [code, stderr.split(/[.:,]/)[0]])).toEqual([
      [1, 'The target is the source'],
      [1, 'The target is the source'],
      [1, 'The target is not empty'],
      [1, expect.stringMatching(/^A role is called \w+ too/)],
      [2, '--schema must be lower-case letters'],
    ]);
  });
});
