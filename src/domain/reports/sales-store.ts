import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { type AddSums, addChanges, type DailySums, listWrongSums, type WrongSum } from './daily-sum-store.ts';
import type { ReportState } from './state-store.ts';

/**
 * Sums the sales in changes, a table or query of rows of `sales_changes`, by day, site and tier. A change counts on its
 * day, or on the first day that is in no closed month, in the tier that its customer had entered last before it.
 */
function salesOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select greatest(s.day, open.day) as day, s.site_id, coalesce(e.tier_id, 0) as tier_id, sum(s.orders)::bigint as orders,
        sum(s.net_minor)::bigint as net_minor
      from ${changes} s
      left join lateral (
        select tier_id from tier_entries e
          where e.program_id = s.program_id and e.customer_id = s.customer_id and e.created_at < s.told_at
          order by e.created_at desc, e.id desc limit 1
      ) e on true
      cross join lateral (
        select (max(month) + interval '1 month')::date as day from closed_months m
          where m.program_id = s.program_id and m.sales_to < s.id
      ) open
      group by 1, 2, 3`;
}

const SALES: DailySums = {
  kept_in: 'report_sales',
  changes_in: 'sales_changes',
  sums: ['orders', 'net_minor'],
  sumsOf: salesOf,
};

/** Adds changes of sales to the figures of a generation, as `addChanges` does. */
export const addSales: AddSums = (tx, range, generation, limit) =>
  addChanges(tx, SALES, range, generation, limit);

/** An order whose changes of sales do not add up to what it counts as spent, in minor units. */
export interface WrongOrder {
  order_id: number;
  stored: number;
  summed: number;
}

/** Sums of sales of a day that are not those of their changes, in minor units. */
export function listWrongSales(
  tx: Tx,
  { program_id, generation, sales_to }: ReportState,
  most: number,
): Promise<WrongSum[]> {
  const counted = { program_id, generation, up_to: sales_to };
  return listWrongSums(tx, SALES, counted, (row) => sql.ref(`${row}.net_minor`), most);
}

export async function listWrongOrders(
  tx: Tx,
  { program_id }: ReportState,
  most: number,
): Promise<WrongOrder[]> {
  const { rows } = await sql<WrongOrder>`
    select order_id, coalesce(stored, 0)::bigint as stored, coalesce(summed, 0)::bigint as summed
      from (
        select order_id, sum(net_minor) as stored from sales_changes where program_id = ${program_id} group by order_id
      ) kept
      full join (select id as order_id, spend_minor as summed from orders where program_id = ${program_id}) told using (order_id)
      where stored is distinct from summed order by order_id limit ${most}`.execute(tx);
  return rows;
}
