import pg from 'pg';
import type { NamedStatement, NamedStatements } from '../../src/db/named-statements.ts';
import type { TestDatabase } from './database.ts';

/** The tables with a row for each thing that customers do. */
const GROWING = ['customers', 'activities', 'orders', 'claimed_rewards', 'usage_counters'] as const;

/**
 * Fills a program with customers, each with an activity, an order and a claim, and lets Postgres believe that programs
 * have few rows on average.
 */
export async function fillProgram(
  database: TestDatabase,
  programId: number,
  customers: number,
): Promise<void> {
  await database.asOwner(`
    with customer as (
      insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, last_entry_at, created_at, updated_at)
        select ${programId}, 'full-' || n, 'full-' || n, 1, 'full-' || n, now(), now(), now() from generate_series(1, ${customers}) n
        returning id, merchant_id
    ), activity as (
      insert into activities (program_id, customer_id, name, value, state, date, created_at)
        select ${programId}, id, '$seen', 0, 'approved', now(), now() from customer
    ), bought as (
      insert into orders (program_id, merchant_id, merchant_key, customer_id, total_minor, shipping_minor, paid_minor, spend_minor,
          payment_status, line_items, discount_codes, date, created_at, updated_at)
        select ${programId}, merchant_id, merchant_id, id, 0, 0, 0, 0, 'not_paid', '[]', '[]', now(), now(), now() from customer
    ), claim as (
      insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost, claimed_at,
          created_at, terms)
        select ${programId}, id, 0, 'cart_discount_voucher', '', 'approved', 'points_redemption', 0, now(), now(), '{}' from customer
    )
    insert into usage_counters (program_id, customer_id, subject_id, total, window_start, window_count)
      select ${programId}, id, 0, 1, 'epoch', 1 from customer`);
  for (const table of GROWING) {
    await database.asOwner(`alter table ${table} alter column program_id set (n_distinct = -0.5)`);
    await database.asOwner(`analyze ${table}`);
  }
}

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Named statements that are tried before they run, under the plan for all programs, and count the rows that they read. */
export class RowsRead {
  /** The most rows that one statement read, and that statement. */
  most = { rows: 0, statement: '' };

  private constructor(private readonly client: pg.Client) {}

  static async on(database: TestDatabase): Promise<RowsRead> {
    const client = new pg.Client({ connectionString: database.serverUrl });
    await client.connect();
    return new RowsRead(client);
  }

  /** The statements, counted. */
  of(hot: NamedStatements): NamedStatements {
    const run: NamedStatements['run'] = async (statement, values, owner) => {
      await this.try(statement, values);
      return hot.run(statement, values, owner);
    };
    return Object.assign(Object.create(hot) as NamedStatements, { queues: new Map(), run });
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async try({ name, text }: NamedStatement, values: unknown[]): Promise<void> {
    const { client } = this;
    await client.query('begin');
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) execute tried (${values.map(literal).join(', ')})`,
    );
    await client.query('rollback');
    await client.query('deallocate tried');
    const read = rowsRead(rows[0]!['QUERY PLAN'][0].Plan);
    if (read > this.most.rows) this.most = { rows: read, statement: name };
  }
}

function literal(value: unknown): string {
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value));
}

function rowsRead({ Plans: parts = [], ...node }: Node): number {
  const each = node['Relation Name'] ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return parts.reduce((sum, part) => sum + rowsRead(part), each * node['Actual Loops']);
}
