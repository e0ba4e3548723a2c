import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchKey, NamedStatement, NamedStatements } from '../../src/db/named-statements.ts';
import { completeGuarded } from '../../src/domain/ledger/fast-path.ts';
import { IS_HELD } from '../../src/domain/ledger/guarded.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { openShop, withDeps } from '../support/shop.ts';
import { CitusDatabase, type Node, refusalOf } from './nodes.ts';

/**
 * The schema and the statements as they are, and the forms in which Citus takes what it refuses. If a newer Citus takes one of
 * them as it is, its test fails: then docs/adr/0032 is due again.
 */
let database: CitusDatabase;
let node: Node;
/** On the worker that has the schema. */
let client: pg.Client;

beforeAll(async () => {
  database = await CitusDatabase.create();
  await database.migrate('shop_a');
  node = await database.distribute('shop_a');
  client = await database.connect(node, 'shop_a');
});
afterAll(() => database.close());

const CUSTOMER = `insert into customers (program_id, site_id, merchant_id, merchant_key, referral_id, created_at, updated_at, last_entry_at, enrolled_at)
  values (1, 1, 'ann', 'ann', 'ann', now(), now(), now(), now())`;

/** Lets the function of a trigger read the new rows as an array, before a statement that Citus plans. */
async function readAnArray(trigger: string, table: string, rows: string): Promise<void> {
  const found = await client.query('select pg_get_functiondef($1::regproc) as text', [trigger]);
  const text = String(found.rows[0].text)
    .replace(/\bbegin\b/, `declare many ${table}[]; begin select array_agg(r) into many from ${rows} r;`)
    .replace(new RegExp(`from ${rows} (?=[ac]\\b)`), 'from unnest(many) ')
    .replace(
      'exists (select from webhooks w where w.program_id = a.program_id and',
      'a.program_id in (select w.program_id from webhooks w where',
    );
  await database.on(database.coordinator, text, 'shop_a');
}

describe('a schema with all that the migrations make', () => {
  it('is distributed only where unsafe triggers are let in', async () => {
    await database.migrate('shop_b');
    const coordinator = await database.connect(database.coordinator);
    const refused = await refusalOf(
      coordinator,
      'set local citus.enable_unsafe_triggers = off',
      "select citus_schema_distribute('shop_b')",
    );
    expect(refused).toMatch(/trigger/);
    expect(await database.distribute('shop_b')).toBeDefined();
  });

  it('has functions that find its tables on its node, and none through the coordinator', async () => {
    const settled = "select settled_id('transaction_ids', 1) is not null as found";
    expect(await refusalOf(client, settled)).toBe('accepted');
    const through = await database.connect(database.coordinator, 'shop_a');
    const note = `insert into operators (email, name, language, created_at) values ('a', 'a', 'en', now())`;
    expect(await refusalOf(client, note)).toBe('accepted');
    expect(await refusalOf(through, CUSTOMER)).toMatch(/does not exist|not find/);
  });

  it('gives ids from a multiple of 2^48 on, at each worker another one', async () => {
    const { rows } = await client.query("select nextval('transaction_ids')::text as id");
    const id = BigInt(rows[0].id);
    expect(id >> 48n).toBeGreaterThan(0n);
    expect(id & ((1n << 48n) - 1n)).toBe(1n);
  });

  it('cannot give an integer id on a worker', async () => {
    const key = "insert into data_keys (origin, value, created_at) values ('made', '\\x00', now())";
    expect(await refusalOf(client, key)).toMatch(/reached maximum value of sequence/);
  });
});

describe('a trigger with the rows of its statement', () => {
  it('is refused where it joins them with a table', async () => {
    expect(await refusalOf(client, CUSTOMER)).toMatch(/complex table expressions/);
  });

  it('is taken where it reads them into an array first', async () => {
    await readAnArray('note_new_members', 'customers', 'new_customers');
    expect(await refusalOf(client, CUSTOMER)).toBe('accepted');
  });
});

describe('a hot write', () => {
  it('is refused, since it finds its rows by their place', async () => {
    const answer = sendBy((text) => text);
    await expect(complete(answer, { program_id: 1, id: 1, rule_id: 1, version: 1 })).rejects.toThrow(
      /cannot perform distributed planning/,
    );
  });

  it('is taken where it finds them by their key, and gives the points', async () => {
    await readAnArray('note_activities', 'activities', 'inserted');
    const drifts = await withDeps(database.address(node, 'shop_a'), async (deps) => {
      const { rule_id } = await openShop(deps, 1);
      const { rows } = await client.query('select program_id, id from customers');
      const byKey = sendBy((text) =>
        text
          .replace('select c.ctid as place', 'select c.id as place')
          .replace(
            IS_HELD,
            'c.program_id = $1::bigint and c.id = any(array(select place from held)) and c.id = held.place',
          ),
      );
      for (const version of [1, 2, 3])
        expect(await complete(byKey, { ...rows[0], rule_id, version })).toBeDefined();
      return (await verifyLedger(deps)).drifts;
    });
    expect(drifts).toEqual([]);
    const { rows } = await client.query('select points_approved::int as points, version::int from customers');
    expect(rows).toEqual([{ points: 10_000_015, version: 4 }]);
  });
});

describe('rows of a join for a table whose ids are a sequence’s', () => {
  const INTO =
    'insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)';
  const JOIN =
    'select a.program_id, c.id as customer_id, a.id from activities a join customers c on c.program_id = a.program_id and c.id = a.customer_id';

  it('are refused', async () => {
    const text = `${INTO} select x.program_id, x.customer_id, 1, 0, 0, 'activity', x.id, now() from (${JOIN}) x`;
    expect(await refusalOf(client, text)).toMatch(/join that requires repartitioning/);
  });

  it('are taken from a part of the statement that is made before', async () => {
    const text = `with x as materialized (${JOIN}) ${INTO} select program_id, customer_id, 1, 0, 0, 'activity', id, now() from x`;
    expect(await refusalOf(client, text)).toBe('accepted');
  });
});

/** Sends a hot write's statement to the node as `form` makes it. */
function sendBy(form: (text: string) => string): NamedStatements {
  return {
    async runEach(statement: NamedStatement, { program_id }: BatchKey, row: object) {
      const values = [program_id, JSON.stringify([{ ord: 0, ...row }])];
      return (await client.query(form(statement.text), values)).rows[0];
    },
  } as unknown as NamedStatements;
}

/** The completion that is the customer's `version`th, which gives 5 points. */
function complete(
  hot: NamedStatements,
  asked: { program_id: number; id: number; rule_id: number; version: number },
): Promise<number | undefined> {
  const { program_id, id: customer_id, rule_id, version } = asked;
  const usage = { total: version, window_start: 0, window_count: version, last_at: 0 };
  const given = { name: 'Follow', approved: 5, pending: 0, approves_at: null, state: 'approved' as const };
  const at = Date.now();
  return completeGuarded(
    hot,
    {
      program_id,
      customer_id,
      version,
      configuration_version: 1,
      rule_id,
      ...given,
      channel: null,
      usage,
      expiry: null,
      at,
    },
    undefined,
  );
}
