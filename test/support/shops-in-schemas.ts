import pg from 'pg';
import { expect, inject } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { analystsOf } from '../../src/db/analysts.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import type { PageRequest } from '../../src/domain/core/pagination.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { TestClock } from './clock.ts';
import { PATIENT, type TestDatabase } from './database.ts';
import { createCustomer, programDefinition } from './factories.ts';
import { runCommand } from './run-command.ts';
import { depsOn } from './test-domain-deps.ts';
import { TESTER } from './tester.ts';

/** A server in a schema of its own. */
export interface Shop {
  schema: string;
  serverUrl: string;
  ownerUrl: string;
  deps: Deps;
  program: Program;
  customer: CustomerRow;
}

/** Servers in schemas of one database. */
export class ShopsInSchemas {
  private readonly opened: { shop: Shop; database: Database }[] = [];

  constructor(private readonly database: TestDatabase) {}

  /** The one in the schema of all other tests. */
  home(): Promise<Shop> {
    const { serverUrl, ownerUrl } = this.database;
    return this.open(inject('cluster').schema ?? 'public', serverUrl, ownerUrl);
  }

  /** One in a new schema, which is made as an operator does. */
  async found(end: string): Promise<Shop> {
    const { serverUrl, ownerUrl } = this.database;
    const schema = newSchemaName(end);
    const made = await runCommand(['migrate', 'up'], {
      DATABASE_URL: serverUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_SCHEMA: schema,
    });
    expect([made.code, made.stderr]).toEqual([0, '']);
    return this.in(schema);
  }

  /** One in a schema that was made before. */
  in(schema: string): Promise<Shop> {
    const { serverUrl, ownerUrl } = this.database;
    return this.open(schema, addressInSchema(serverUrl, schema), addressInSchema(ownerUrl, schema));
  }

  /** Closes all, after a proof of their ledgers. */
  async close(): Promise<void> {
    for (const { shop } of this.opened) expect((await verifyLedger(shop.deps)).drifts).toEqual([]);
    for (const { database } of this.opened) await database.close();
  }

  /** Each has the same program, with a customer who has 5 points. */
  private async open(schema: string, serverUrl: string, ownerUrl: string): Promise<Shop> {
    const database = openDatabase({
      url: serverUrl,
      poolSize: 4,
      namedStatements: true,
      applicationName: 'loyaltyd tests',
      logger: console,
      ...PATIENT,
    });
    const deps = depsOn(database, new TestClock());
    await applyProgram(deps, programDefinition(), TESTER);
    const program = (await deps.programs.all())[0]!;
    const customer = await createCustomer(deps, program, { points: 5 });
    const shop = { schema, serverUrl, ownerUrl, deps, program, customer };
    this.opened.push({ shop, database });
    return shop;
  }
}

/** Roles of a schema are named after it, and roles that begin so are dropped with the run. */
export function newSchemaName(end: string): string {
  return inject('cluster').template.replace(/template$/, end);
}

/** The rows of one statement as the owner of a shop's tables. */
export async function asOwner(
  shop: Pick<Shop, 'ownerUrl'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: shop.ownerUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Everything that the migrations made, without the name of its schema. */
export async function objectsOf(shop: Pick<Shop, 'ownerUrl' | 'schema'>): Promise<string[]> {
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

/** The id of the newest transaction that a listing shows. */
export async function newestTransaction({ deps, program }: Shop): Promise<number | undefined> {
  return (await listTransactions(deps, program.id, NEWEST)).rows[0]?.id;
}
