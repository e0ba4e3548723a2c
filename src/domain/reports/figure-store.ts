import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { FLOW_OF_TRANSACTION, figureOf, TRANSACTION_RECORDS } from '../ledger/flows.ts';
import { addVintages, type FlowOfCustomer, monthOf } from './vintage-store.ts';

/** Transactions of a program by their ids: `above` exclusive, `up_to` inclusive. */
export interface TransactionRange {
  program_id: number;
  above: number;
  up_to: number;
}

/** The columns by which figures are told apart. */
export const FIGURE_KEY = sql.raw('day, site_id, tier_id, rule_id, reward_id, flow');

/** The same by month. */
export const MONTH_KEY = sql.raw('month, site_id, tier_id, rule_id, reward_id, flow');

/** The figures of days by month, from a table or query of them. */
export function monthsOf(figures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', day)::date as month, site_id, tier_id, rule_id, reward_id, flow,
        sum(points)::bigint as points, sum(transactions)::bigint as transactions
      from ${figures} group by 1, 2, 3, 4, 5, 6`;
}

/**
 * The part of `transactions`, a query of rows of the table, in each figure: a row for the flow of each transaction, and
 * one for its pending points. A transaction counts on the day of its record, in the zone that its customer's home site
 * had for it, or on the first day that is in no closed month. Its tier is the one that the customer had entered last
 * before it: entries of one customer never go back in time, so later entries change nothing of it.
 */
function contributionsOf(transactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select t.id, t.customer_id, dated.day as dated, greatest(dated.day, open.day) as day, flow_customer.site_id,
        coalesce(e.tier_id, 0) as tier_id, coalesce(flow_activity.rule_id, 0) as rule_id,
        coalesce(c.reward_id, 0) as reward_id, m.day as joined_on, v.flow, v.points
      from (${transactions}) t ${TRANSACTION_RECORDS}
      left join claimed_rewards c on c.program_id = t.program_id and c.id = coalesce(t.claimed_reward_id, -t.id)
      left join lateral (
        select tier_id from tier_entries e
          where e.program_id = t.program_id and e.customer_id = t.customer_id
            and (e.created_at, e.id) < (t.created_at, coalesce(t.activity_id, t.adjustment_id, t.claimed_reward_id, t.expiry_id))
          order by e.created_at desc, e.id desc limit 1
      ) e on true
      left join lateral (
        select day from member_changes m
          where m.program_id = t.program_id and m.customer_id = t.customer_id and m.joined = 1
          order by m.id limit 1
      ) m on true
      join lateral (
        select time_zone from report_zones z
          where z.program_id = t.program_id and z.site_id = flow_customer.site_id and z.above < t.id
          order by z.above desc limit 1
      ) z on true
      cross join lateral (select (t.created_at at time zone z.time_zone)::date as day) dated
      cross join lateral (
        select (max(month) + interval '1 month')::date as day from closed_months m
          where m.program_id = t.program_id and m.counted_to < t.id
      ) open
      cross join lateral (select ${FLOW_OF_TRANSACTION} as flow) f
      cross join lateral (values (f.flow, ${figureOf(sql`f.flow`)}), ('pending', nullif(t.points_pending, 0))) v (flow, points)
      where v.flow is not null and v.points is not null`;
}

/** The columns by which flows of cohorts are told apart. */
export const COHORT_KEY = sql.raw('cohort, month, site_id, flow');

/** The flows of customers by the month in which they became members, and by month. */
function cohortsOf(contributions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', joined_on)::date as cohort, date_trunc('month', day)::date as month, site_id, flow,
        sum(points)::bigint as points
      from ${contributions} where joined_on is not null and flow <> 'pending' group by 1, 2, 3, 4`;
}

/** The flows of `transactions` by `COHORT_KEY`. */
export function cohortFlowsOf(transactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return cohortsOf(sql`(${contributionsOf(transactions)}) contributions`);
}

/** The columns by which flows that count in a later month than that of their day are told apart. */
export const LATE_KEY = sql.raw('booked, dated, flow');

function lateOf(contributions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', day)::date as booked, date_trunc('month', dated)::date as dated, flow,
        sum(points)::bigint as points, count(*)::bigint as transactions
      from ${contributions} where dated < day group by 1, 2, 3`;
}

/** The late flows of `transactions` by `LATE_KEY`. */
export function lateFlowsOf(transactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return lateOf(sql`(${contributionsOf(transactions)}) contributions`);
}

/** The figures of `transactions`, by `FIGURE_KEY`. */
export function figuresOf(transactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sumsOf(contributionsOf(transactions));
}

function sumsOf(contributions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${FIGURE_KEY}, sum(points)::bigint as points, count(*)::bigint as transactions
      from (${contributions}) counted group by ${FIGURE_KEY}`;
}

export function transactionsWithin({ program_id, above, up_to }: TransactionRange): RawBuilder<unknown> {
  return sql`select * from transactions where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint`;
}

/** The end of a counted range. */
export interface Counted {
  /** Transactions up to this id are counted. */
  to: number;
  /** The moment at which the last of them was recorded; null: there was none. */
  at: number | null;
  complete: boolean;
}

/** The end of a batch. It comes with each of its flows, or once without one. */
interface Batch {
  last_id: number | null;
  last_at: number | null;
  count: number;
}

/** Adds up to `limit` transactions of a range, lowest ids first, to the figures and vintages of a generation. */
export async function addFigures(
  tx: Tx,
  range: TransactionRange,
  generation: number,
  limit: number,
): Promise<Counted> {
  const { program_id } = range;
  const { rows } = await sql<Batch & (FlowOfCustomer | { flow: null })>`
    with batch as materialized (
      ${transactionsWithin(range)} order by id limit ${limit}
    ), contributions as materialized (
      ${contributionsOf(sql`select * from batch`)}
    ), figure as materialized (
      ${sumsOf(sql`select * from contributions`)}
    ), day as (
      insert into report_figures (program_id, generation, ${FIGURE_KEY}, points, transactions)
        select ${program_id}::bigint, ${generation}::int, figure.* from figure order by ${FIGURE_KEY}
        on conflict (program_id, generation, ${FIGURE_KEY}) do update
          set points = report_figures.points + excluded.points,
            transactions = report_figures.transactions + excluded.transactions
    ), month as (
      insert into report_months (program_id, generation, ${MONTH_KEY}, points, transactions)
        select ${program_id}::bigint, ${generation}::int, month.* from (${monthsOf(sql`figure`)}) month order by ${MONTH_KEY}
        on conflict (program_id, generation, ${MONTH_KEY}) do update
          set points = report_months.points + excluded.points,
            transactions = report_months.transactions + excluded.transactions
    ), cohort as (
      insert into report_cohorts (program_id, generation, ${COHORT_KEY}, points)
        select ${program_id}::bigint, ${generation}::int, cohort.* from (${cohortsOf(sql`contributions`)}) cohort order by ${COHORT_KEY}
        on conflict (program_id, generation, ${COHORT_KEY}) do update set points = report_cohorts.points + excluded.points
    ), late as (
      insert into report_late (program_id, generation, ${LATE_KEY}, points, transactions)
        select ${program_id}::bigint, ${generation}::int, late.* from (${lateOf(sql`contributions`)}) late order by ${LATE_KEY}
        on conflict (program_id, generation, ${LATE_KEY}) do update
          set points = report_late.points + excluded.points,
            transactions = report_late.transactions + excluded.transactions
    )
    select b.*, c.customer_id, c.flow, c.points, ${monthOf(sql`c.day`)} as month
      from (
        select max(id) as last_id, count(*) as count, (select created_at from batch order by id desc limit 1) as last_at
          from batch
      ) b
      left join contributions c on c.flow <> 'pending'
      order by c.id`.execute(tx);
  await addVintages(
    tx,
    { program_id, generation },
    rows.filter((row) => row.flow !== null),
  );
  const { last_id, last_at, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(range.above, range.up_to) : last_id!, at: last_at, complete };
}

const FIGURE_TABLES = [
  'report_figures',
  'report_months',
  'report_late',
  'report_late_sales',
  'report_cohorts',
  'report_members',
  'report_sales',
  'report_referrals',
  'report_vintages',
  'report_ages',
] as const;

export async function deleteFiguresExcept(tx: Tx, programId: number, generation: number): Promise<void> {
  for (const table of FIGURE_TABLES) {
    await tx
      .deleteFrom(table)
      .where('program_id', '=', programId)
      .where('generation', '<>', generation)
      .execute();
  }
}
