import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { TransactionRange } from './figure-store.ts';
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

/**
 * Adds up to `limit` changes of sales, `above` and `up_to` being their ids, to the figures of a generation. Returns up to
 * which id they are counted then.
 */
export async function addSales(
  tx: Tx,
  { program_id, above, up_to }: TransactionRange,
  generation: number,
  limit: number,
): Promise<{ to: number; complete: boolean }> {
  const { rows } = await sql<{ last_id: number | null; count: number }>`
    with batch as materialized (
      select * from sales_changes
        where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint order by id limit ${limit}
    ), added as (
      insert into report_sales (program_id, generation, day, site_id, tier_id, orders, net_minor)
        select ${program_id}::bigint, ${generation}::int, sums.* from (${salesOf(sql`batch`)}) sums
        order by day, site_id, tier_id
        on conflict (program_id, generation, day, site_id, tier_id) do update
          set orders = report_sales.orders + excluded.orders, net_minor = report_sales.net_minor + excluded.net_minor
    )
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(above, up_to) : last_id!, complete };
}

/** A sum of sales of a day that is not that of their changes, in minor units. */
export interface WrongSales {
  day: string;
  site_id: number;
  tier_id: number;
  stored: number;
  summed: number;
}

/** An order whose changes of sales do not add up to what it counts as spent, in minor units. */
export interface WrongOrder {
  order_id: number;
  stored: number;
  summed: number;
}

export async function listWrongSales(
  tx: Tx,
  { program_id, generation, sales_to }: ReportState,
  most: number,
): Promise<WrongSales[]> {
  const { rows } = await sql<WrongSales>`
    select day, site_id, tier_id, coalesce(kept.net_minor, 0)::bigint as stored, coalesce(summed.net_minor, 0)::bigint as summed
      from (select * from report_sales where program_id = ${program_id} and generation = ${generation}) kept
      full join (${salesOf(sql`(select * from sales_changes where program_id = ${program_id} and id <= ${sales_to})`)}) summed
        using (day, site_id, tier_id)
      where kept.net_minor is distinct from summed.net_minor or kept.orders is distinct from summed.orders
      order by day, site_id, tier_id limit ${most}`.execute(tx);
  return rows;
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
