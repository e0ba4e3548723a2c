import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';

/** Something that the ledger does not add up to. */
export interface Drift {
  program_id: number;
  customer_id: number;
  /** The counter, or the record, that differs from what it is made of. */
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
    | 'lots'
    | 'lot'
    | 'lot_allocations';
  /** Of the record, for lot_allocations of the transaction; null for a counter and for a customer's lots and merges. */
  id: number | null;
  /**
   * What the counter or record says, and what its transactions, lots or allocations come to; of an activity what is
   * left of it when what was taken is gone, and what of it expired, or what of it was spared and is there again.
   */
  stored: number;
  summed: number;
}

/** Customers of one program by id, both ends included. Steps leave no id out, so that nothing hides between customers. */
export interface Step {
  program_id: number;
  from: number;
  to: number;
  customers: number;
}

type Table =
  | 'transactions'
  | 'activities'
  | 'adjustments'
  | 'claimed_rewards'
  | 'expiries'
  | 'lots'
  | 'customers';

/** What a step's customers have in a table whose customer is in the column named. */
export function rowsOf(
  table: Table,
  step: Step,
  customer: 'customer_id' | 'id' | 'merged_into' = 'customer_id',
): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)}
    where program_id = ${step.program_id} and ${sql.ref(customer)} between ${step.from}::bigint and ${step.to}::bigint)`;
}

/**
 * A step's transactions, of which each belongs to the customer whose the records are: those of a merged customer to
 * its survivor, and to the survivor's step.
 */
export function transactionsOfRecords(step: Step): RawBuilder<unknown> {
  return sql`(select t.customer_id as owner_id, t.* from ${rowsOf('transactions', step)} t
      where not exists (select from customers m
        where m.program_id = ${step.program_id} and m.id = t.customer_id and m.merged_into is not null)
    union all select m.merged_into, t.* from ${rowsOf('customers', step, 'merged_into')} m
      join transactions t on t.program_id = ${step.program_id} and t.customer_id = m.id)`;
}

/** Records `r` beside the sums `s` of what they are made of, where a pair of what should be and what is differs. */
export async function recordDrifts(
  tx: Tx,
  step: Step,
  what: Drift['what'],
  records: RawBuilder<unknown>,
  sums: RawBuilder<unknown>,
  pairs: [RawBuilder<unknown>, RawBuilder<unknown>][],
): Promise<Drift[]> {
  const values = pairs.map(
    ([stored, summed]) => sql`(coalesce(${stored}, 0)::bigint, coalesce(${summed}, 0)::bigint)`,
  );
  const { rows } = await sql<Drift>`
    select ${step.program_id}::bigint as program_id, coalesce(r.customer_id, s.customer_id) as customer_id,
        ${what}::text as what, coalesce(r.id, s.id) as id, v.stored, v.summed
      from ${records} r
      full join ${sums} s on s.id = r.id and s.customer_id = r.customer_id
      cross join lateral (values ${sql.join(values)}) v (stored, summed)
      where v.stored <> v.summed
      order by 2, 4`.execute(tx);
  return rows;
}
