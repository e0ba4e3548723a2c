import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NamedQuery } from '../../src/db/driver.ts';
import type { Question } from '../../src/db/named-statements.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { type StatementEnded, statementEnded } from '../../src/db/signals.ts';
import { createTestDatabase, PATIENT, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.close());

/** With one connection, as operators have it: the role of tests keeps all plans. */
function open(mode = 'auto', ...settings: string[]): Database {
  const url = new URL(database.ownerUrl);
  const given = [`plan_cache_mode=${mode}`, ...settings].map((setting) => `-c ${setting}`);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...given].join(' '));
  const options = { url: url.href, poolSize: 1, namedStatements: true, applicationName: 'loyaltyd tests' };
  return openDatabase({ ...options, logger: console, ...PATIENT });
}

const FIND = {
  name: 'find "things"',
  text: 'select count(*)::int as count from things where owner = $1::int',
};
const PLANS = `select generic_plans::int, custom_plans::int from pg_prepared_statements where name = '${FIND.name}'`;
const plansOf = async ({ hot }: Database) => (await hot.run({ name: 'plans', text: PLANS }, []))[0];

/** As many executions as are planned with their values before the last plan is made. */
const FIRST = 4;

async function begin(opened: Database): Promise<void> {
  for (let run = 0; run < FIRST; run += 1) await opened.hot.run(FIND, [1]);
}

async function grow(): Promise<void> {
  await database.asOwner('insert into things select n % 7, n::text from generate_series(1, 50000) n');
  await database.asOwner('analyze things');
}

beforeEach(async () => {
  await database.asOwner('drop table if exists things');
  await database.asOwner('create table things (owner int, name text)');
  await database.asOwner('create index on things (owner)');
});

it('a statement is planned once for all its values, however much its table grows afterwards', async () => {
  const opened = open();
  await begin(opened);
  await grow();
  for (let n = 0; n < 30; n += 1) expect(await opened.hot.run(FIND, [1])).toEqual([{ count: 7143 }]);
  expect(await plansOf(opened)).toEqual({ generic_plans: 30, custom_plans: 5 });
  await opened.close();
});

it('a connection that serves a few requests makes no more plans than those need', async () => {
  const opened = open();
  for (let run = 1; run < FIRST; run += 1) await opened.hot.run(FIND, [1]);
  expect(await plansOf(opened)).toEqual({ generic_plans: 0, custom_plans: FIRST - 1 });
  await opened.close();
});

it('so is one that began in a transaction', async () => {
  const opened = open();
  const query: NamedQuery = { ...CompiledQuery.raw(FIND.text, [1]), name: FIND.name };
  await opened.db.transaction().execute(async (tx) => {
    for (let run = 0; run < FIRST; run += 1) await tx.executeQuery(query);
  });
  await grow();
  for (let n = 0; n < 30; n += 1) await opened.hot.run(FIND, [1]);
  expect(await plansOf(opened)).toEqual({ generic_plans: 30, custom_plans: 5 });
  await opened.close();
});

it('so are two that are sent at once, and neither runs for its plans', async () => {
  const opened = open();
  const rows =
    'select ord, count(*)::int as count from json_to_recordset($2::json) as q (ord int) where $1::int > 0 group by 1';
  const add = {
    name: 'add',
    text: `with added as (insert into things select $1::int from json_to_recordset($2::json) as q (ord int)) ${rows}`,
  };
  const asked: Question = [{ name: 'see', text: rows }, { program_id: 1 }, {}];
  for (let run = 0; run < FIRST; run += 1) {
    const { answer, behind } = await opened.hot.runEachThen(add, { program_id: 1 }, {}, asked);
    expect([answer, await behind()]).toMatchObject([{ count: 1 }, { count: 1 }]);
  }
  await begin(opened);
  expect(await opened.hot.run(FIND, [1])).toEqual([{ count: FIRST }]);
  const text = 'select sum(custom_plans)::int as plans from pg_prepared_statements';
  expect(await opened.hot.run({ name: 'all', text }, [])).toEqual([{ plans: 15 }]);
  await opened.close();
});

it('the cost of their plans ends with them', async () => {
  const opened = open();
  await begin(opened);
  const cost = { name: 'cost', text: "select current_setting('cpu_operator_cost') as cost" };
  expect(await opened.hot.run(cost, [])).toEqual([{ cost: '0.0025' }]);
  await opened.close();
});

it('their making is in no trace and no figure of statements', async () => {
  const texts: string[] = [];
  const note = (message: unknown) => texts.push((message as StatementEnded).text);
  statementEnded.subscribe(note);
  const opened = open();
  await begin(opened);
  // With one connection, this waits until the plans are made.
  await plansOf(opened);
  statementEnded.unsubscribe(note);
  expect(texts).toEqual([...Array(FIRST).fill(FIND.text), PLANS]);
  await opened.close();
});

it('an operator who wants plans for the values of each execution has them', async () => {
  const opened = open('force_custom_plan');
  for (let n = 0; n < 30; n += 1) await opened.hot.run(FIND, [1]);
  expect(await plansOf(opened)).toMatchObject({ generic_plans: 0 });
  await opened.close();
});

// Citus gives this cost to the plan of a statement that it can plan only with values.
it('a statement whose plan for all values costs 3.4e30 is always planned with its values', async () => {
  // A page costs a tenth of that, and Postgres expects ten pages of a new table.
  const opened = open('auto', 'seq_page_cost=3.4e29');
  const ask = { name: 'ask', text: 'select name from things where $1::int = 1' };
  for (let n = 0; n < 30; n += 1) await opened.hot.run(ask, [0]);
  const text = "select generic_plans::int, custom_plans::int from pg_prepared_statements where name = 'ask'";
  expect(await opened.hot.run({ name: 'plans', text }, [])).toEqual([{ generic_plans: 0, custom_plans: 31 }]);
  await opened.close();
});

it('a connection goes on where something between has other names for its statements', async () => {
  const opened = open();
  const query: NamedQuery = { ...CompiledQuery.raw(FIND.text, [1]), name: 'elsewhere' };
  await opened.db.transaction().execute(async (tx) => {
    for (let run = 0; run < FIRST; run += 1) await tx.executeQuery(query);
    await tx.executeQuery(CompiledQuery.raw('deallocate elsewhere'));
  });
  for (let n = 0; n < 7; n += 1) expect(await opened.hot.run(FIND, [1])).toEqual([{ count: 0 }]);
  expect(await plansOf(opened)).toEqual({ generic_plans: 2, custom_plans: 5 });
  await opened.close();
});
