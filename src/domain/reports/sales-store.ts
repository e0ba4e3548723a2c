import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import {
  type AddSums,
  addChanges,
  DAY_KEY,
  type DailySums,
  listWrongSums,
  TIER_THEN,
  type WrongSum,
} from './daily-sum-store.ts';
import type { ReportState } from './state-store.ts';

/**
 * Changes, from a table or query for rows of `sales_changes`, each with the day on which it counts: its own, or the
 * first day after the closed months.
 */
function bookedChanges(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.*, greatest(s.day, open.day) as booked
      from ${changes} s
      cross join lateral (
        select (max(month) + interval '1 month')::date as day from closed_months m
          where m.program_id = s.program_id and m.sales_to < s.id
      ) open`;
}

/**
 * Sums the sales in changes by day, site and tier. The tier is the last one that the customer had entered before the
 * change.
 */
function salesOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.booked as day, s.site_id, coalesce(e.tier_id, 0) as tier_id, sum(s.orders)::bigint as orders,
        sum(s.net_minor)::bigint as net_minor
      from (${bookedChanges(changes)}) s
      ${TIER_THEN}
      group by 1, 2, 3`;
}

/** Sums the sales in changes that count in a later month than that of their day, by both months. */
function lateSalesOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', booked)::date as booked, date_trunc('month', day)::date as dated, sum(orders)::bigint as orders,
        sum(net_minor)::bigint as net_minor
      from (${bookedChanges(changes)}) s where day < booked group by 1, 2`;
}

const LATE_SALES = {
  kept_in: 'report_late_sales',
  key: ['booked', 'dated'],
  sums: ['orders', 'net_minor'],
  sumsOf: lateSalesOf,
} as const;

const SALES: DailySums = {
  kept_in: 'report_sales',
  key: DAY_KEY,
  changes_in: 'sales_changes',
  sums: ['orders', 'net_minor'],
  sumsOf: salesOf,
  late: LATE_SALES,
};

/** Adds changes of sales to the figures of a generation, as `addChanges` does. */
export const addSales: AddSums = (tx, range, generation, limit) =>
  addChanges(tx, SALES, range, generation, limit);

/**
 * Counts the late net sales again that are booked in the open month, `month`: of all changes since the last month was
 * closed, up to `sales_to`. An older server, which does not know late sales, counts changes without them, and the books
 * of the month never change afterwards.
 */
export async function recountLateSales(
  tx: Tx,
  {
    program_id,
    generation,
    month,
    sales_to,
  }: { program_id: number; generation: number; month: string; sales_to: number },
): Promise<void> {
  const changes = sql`(
    select * from sales_changes where program_id = ${program_id} and id <= ${sales_to}::bigint
      and id > (select max(sales_to) from closed_months where program_id = ${program_id})
  )`;
  await tx
    .deleteFrom('report_late_sales')
    .where('program_id', '=', program_id)
    .where('generation', '=', generation)
    .where('booked', '=', `${month}-01`)
    .execute();
  await sql`
    insert into report_late_sales (program_id, generation, booked, dated, orders, net_minor)
      select ${program_id}::bigint, ${generation}::int, late.* from (${lateSalesOf(changes)}) late`.execute(
    tx,
  );
}

/** A sum of sales booked in a later month than that of their day, if it differs from the sum of its entries. */
export interface WrongLate {
  booked: string;
  dated: string;
  stored: number;
  summed: number;
}

/** An order whose changes of sales differ in total from its present spend, in minor units. */
export interface WrongOrder {
  order_id: number;
  stored: number;
  summed: number;
}

/** Wrong sums of sales of a day, compared with their changes, in minor units. */
export function listWrongSales(
  tx: Tx,
  { program_id, generation, sales_to }: ReportState,
  most: number,
): Promise<WrongSum[]> {
  const counted = { program_id, generation, up_to: sales_to };
  return listWrongSums(tx, SALES, SALES.changes_in, counted, netMinor, most);
}

/** Wrong net sales of a month that were booked in a later month, compared with their changes, in minor units. */
export function listWrongLateSales(
  tx: Tx,
  { program_id, generation, sales_to }: ReportState,
  most: number,
): Promise<WrongLate[]> {
  const counted = { program_id, generation, up_to: sales_to };
  return listWrongSums(tx, LATE_SALES, SALES.changes_in, counted, netMinor, most);
}

const netMinor = (row: string) => sql.ref(`${row}.net_minor`);

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
