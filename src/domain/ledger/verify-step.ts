import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';

/** A difference that the ledger should not have. */
export interface Drift {
  program_id: number;
  customer_id: number;
  /** The counter or the record that differs from the sum of its parts. */
  what:
    | 'points_approved'
    | 'points_pending'
    | 'points_spent'
    | 'activity'
    | 'activity_expired'
    | 'activity_spared'
    | 'adjustment'
    | 'claimed_reward'
    | 'expiry'
    | 'merges'
    | 'usage'
    | 'flow'
    | 'lots'
    | 'lot'
    | 'lot_allocations';
  /**
   * The id of the record, for flow and lot_allocations of the transaction, for usage of the reward; null for a counter and
   * for a customer's lots and merges.
   */
  id: number | null;
  /**
   * `stored`: what the counter or record says. `summed`: the sum of its transactions, lots or allocations, or the number
   * of claims. For an activity: the points left after what was taken, and the points that expired; or the spared points
   * that are in the balance again.
   */
  stored: number;
  summed: number;
}

/**
 * Customers of a program by id, or all customers of several programs; both ends included. Steps leave out no id, so no
 * record between two customers is missed.
 */
export interface Step {
  first_program: number;
  last_program: number;
  from: number;
  to: number;
  customers: number;
  /** Only these of them; absent: all. */
  only?: readonly number[];
}

type Table =
  | 'transactions'
  | 'activities'
  | 'adjustments'
  | 'claimed_rewards'
  | 'expiries'
  | 'lots'
  | 'customers'
  | 'usage_counters';

/**
 * Whether a row belongs to a step's programs. A single program is compared by `=`: with a range, the index could not
 * find its customers.
 */
export function inPrograms(column: string, { first_program, last_program }: Step): RawBuilder<unknown> {
  return first_program === last_program
    ? sql`${sql.ref(column)} = ${first_program}`
    : sql`${sql.ref(column)} between ${first_program} and ${last_program}`;
}

/** Whether a row belongs to a step's customers. */
export function ofCustomers(column: string, { from, to, only }: Step): RawBuilder<unknown> {
  return only
    ? sql`${sql.ref(column)} = any(${only}::bigint[])`
    : sql`${sql.ref(column)} between ${from}::bigint and ${to}::bigint`;
}

/** A step's rows of a table. Its customer is in the column named. */
export function rowsOf(
  table: Table,
  step: Step,
  customer: 'customer_id' | 'id' | 'merged_into' = 'customer_id',
): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where ${inPrograms('program_id', step)} and ${ofCustomers(customer, step)})`;
}

/**
 * A step's transactions, with the owner of their records. A merged customer's records belong to its survivor, and so to
 * the survivor's step.
 */
export function transactionsOfRecords(step: Step): RawBuilder<unknown> {
  return sql`(select t.customer_id as owner_id, t.* from ${rowsOf('transactions', step)} t
      where not exists (select from customers m
        where m.program_id = t.program_id and m.id = t.customer_id and m.merged_into is not null)
    union all select m.merged_into, t.* from ${rowsOf('customers', step, 'merged_into')} m
      join transactions t on t.program_id = m.program_id and t.customer_id = m.id)`;
}

/** Compares records `r` with the sums `s` of their parts. Returns those in which a pair of values differs. */
export async function recordDrifts(
  tx: Tx,
  what: Drift['what'],
  records: RawBuilder<unknown>,
  sums: RawBuilder<unknown>,
  pairs: [RawBuilder<unknown>, RawBuilder<unknown>][],
): Promise<Drift[]> {
  const values = pairs.map(
    ([stored, summed]) => sql`(coalesce(${stored}, 0)::bigint, coalesce(${summed}, 0)::bigint)`,
  );
  const { rows } = await sql<Drift>`
    select coalesce(r.program_id, s.program_id) as program_id, coalesce(r.customer_id, s.customer_id) as customer_id,
        ${what}::text as what, coalesce(r.id, s.id) as id, v.stored, v.summed
      from ${records} r
      full join ${sums} s on s.program_id = r.program_id and s.id = r.id and s.customer_id = r.customer_id
      cross join lateral (values ${sql.join(values)}) v (stored, summed)
      where v.stored <> v.summed
      order by 1, 2, 4`.execute(tx);
  return rows;
}
