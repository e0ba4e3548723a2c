import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { analystsOf, PUBLIC } from '../../src/db/analysts.ts';
import { migrate } from '../../src/db/migrate.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { createTestDatabase } from '../support/database.ts';
import { codeNames, tableRows } from '../support/docs.ts';
import { testDomain } from '../support/test-domain.ts';
import { wholeCustomer } from '../support/whole-customer.ts';

const SCHEMA = inject('cluster').schema ?? PUBLIC;
const { views: VIEWS, role: ANALYST } = analystsOf(SCHEMA);

const domain = testDomain();
let analyst: pg.Client;

beforeAll(async () => {
  const { serverUrl, ownerUrl } = domain.database;
  const { adminUrl } = inject('cluster');
  const url = new URL(adminUrl);
  url.pathname = new URL(serverUrl).pathname;
  analyst = new pg.Client({ connectionString: url.href });
  await analyst.connect();
  // One role for all databases of the cluster; another run may have made it.
  await analyst.query(
    `do $$ begin create role ${ANALYST}; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await migrate({ serverUrl, ownerUrl });
  await wholeCustomer(domain);
  await countFigures(domain.deps);
  await analyst.query(`set role ${ANALYST}`);
});
afterAll(() => analyst.end());

async function relations(schema: string): Promise<string[]> {
  const { rows } = await domain.database.asOwner(
    `select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'v', 'S', 'm', 'p') order by 1`,
  );
  return rows.map(({ relname }) => relname);
}

describe('the role of analysts', () => {
  it('reads every view of its schema', async () => {
    const views = await relations(VIEWS);
    expect(views.length).toBeGreaterThan(5);
    for (const view of views) {
      const { rows } = await analyst.query(`select count(*)::int as count from ${VIEWS}.${view}`);
      expect([view, rows[0].count > 0]).toEqual([view, true]);
    }
  });

  it('reads no table and no sequence of the server, and writes nowhere', async () => {
    const attempt = (statement: string) =>
      analyst.query(statement).then(
        () => 'done',
        (error: pg.DatabaseError) => error.code,
      );
    const tables = await relations(SCHEMA);
    expect(tables.length).toBeGreaterThan(60);
    for (const table of tables) {
      expect([table, await attempt(`select * from ${SCHEMA}.${table}`)]).toEqual([table, '42501']);
      expect([table, await attempt(`insert into ${SCHEMA}.${table} default values`)]).not.toEqual([
        table,
        'done',
      ]);
    }
    for (const view of await relations(VIEWS))
      expect([view, await attempt(`delete from ${VIEWS}.${view}`)]).not.toEqual([view, 'done']);
    expect(await attempt(`create table ${VIEWS}.mine (id int)`)).toBe('42501');
    expect(await attempt(`create table ${SCHEMA}.mine (id int)`)).toBe('42501');
  });

  it('finds nothing that tells who a customer is', async () => {
    for (const view of await relations(VIEWS)) {
      const { rows } = await analyst.query(`select v::text as row from ${VIEWS}.${view} v`);
      const text = rows.map(({ row }) => row).join('\n');
      expect([view, /@|Ada|ada|Lovelace/.exec(text)?.[0]]).toEqual([view, undefined]);
    }
  });
});

describe('the rights of analysts', () => {
  const namespaces = `('${SCHEMA}'::regnamespace, '${VIEWS}'::regnamespace)`;
  const again = () => migrate(domain.database);

  it('are as they were, and no others, after the next start', async () => {
    const granted = `
      select n.nspname as name, null as column, n.nspacl::text as rights from pg_namespace n where n.oid in ${namespaces}
      union all
      select c.oid::regclass::text, null, c.relacl::text from pg_class c where c.relnamespace in ${namespaces}
      union all
      select c.oid::regclass::text, a.attname, a.attacl::text from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace in ${namespaces} and a.attacl is not null
      order by 1, 2`;
    const { rows } = await domain.database.asOwner(granted);
    for (const change of [
      `revoke usage on schema ${VIEWS} from ROLE`,
      `revoke select on ${VIEWS}.customers from ROLE`,
      'grant select on customers to ROLE',
      'grant select (email) on customers to ROLE',
      'grant usage on sequence transaction_ids to ROLE',
    ]) {
      await domain.database.asOwner(change.replace('ROLE', ANALYST));
      expect((await domain.database.asOwner(granted)).rows, change).not.toEqual(rows);
      await again();
      expect((await domain.database.asOwner(granted)).rows, change).toEqual(rows);
    }
  });

  it('are left alone where they are right, so that running servers keep their plans', async () => {
    const versions = `
      select 'schema' as kind, n.oid, n.xmin::text from pg_namespace n where n.oid in ${namespaces}
      union all
      select 'function', p.oid, p.xmin::text from pg_proc p where p.pronamespace in ${namespaces}
      union all
      select 'relation', c.oid, c.xmin::text from pg_class c where c.relnamespace in ${namespaces}
      union all
      select 'column', a.attrelid, a.xmin::text from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace in ${namespaces}
      order by 1, 2, 3`;
    const { rows } = await domain.database.asOwner(versions);
    await again();
    expect((await domain.database.asOwner(versions)).rows).toEqual(rows);
  });
});

describe('a schema that an operator makes later', () => {
  it('has its views after the next start', async () => {
    const other = await createTestDatabase({ empty: true });
    const name = new URL(other.ownerUrl).pathname.slice(1);
    const made = async () =>
      (await other.asOwner(`select to_regclass('${VIEWS}.daily_points') is not null as made`)).rows[0]?.made;
    const start = () => migrate({ serverUrl: other.serverUrl, ownerUrl: other.ownerUrl });
    await other.asOwner(
      `create schema if not exists ${SCHEMA}; revoke create on database ${name} from current_user`,
    );
    await start();
    expect(await made()).toBe(false);
    await other.asOwner(
      `grant create on database ${name} to current_user; create schema ${VIEWS}; revoke create on database ${name} from current_user`,
    );
    await start();
    expect(await made()).toBe(true);
    await other.close();
  });
});

describe('a view', () => {
  it('of transactions has each of them once, with the rule of its activity or the reward of its claim', async () => {
    const { rows } = await domain.database.asOwner(
      `select (select count(*) from transactions)::int as booked, count(*)::int as viewed, count(rule)::int > 0 as of_rules,
              count(reward)::int > 0 as of_rewards, count(*) filter (where rule is null and reward is null)::int > 0 as of_neither
         from ${VIEWS}.transactions`,
    );
    const { booked, viewed, ...of } = rows[0]!;
    expect(viewed).toBe(booked);
    expect(of).toEqual({ of_rules: true, of_rewards: true, of_neither: true });
  });

  it('and each of its columns say what they are, and stand in docs/figures.md', async () => {
    const { rows } = await domain.database.asOwner(
      `select c.relname as view, a.attname as column, col_description(c.oid, a.attnum) as meaning, obj_description(c.oid) as about
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = '${VIEWS}'::regnamespace and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
    );
    expect(rows.filter(({ meaning, about }) => !meaning || !about)).toEqual([]);
    const described = tableRows('docs/figures.md', 'View').flatMap(([view, columns]) =>
      codeNames(columns).map((column) => `${codeNames(view)[0]}.${column}`),
    );
    expect(described.sort()).toEqual(rows.map(({ view, column }) => `${view}.${column}`).sort());
  });
});
