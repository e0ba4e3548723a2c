import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { COHORTS, keepCohorts, TIER_COHORTS } from './cohort-store.ts';
import { contributionsOf, type TransactionRange, transactionsWithin } from './contribution-store.ts';
import { addVintages, type FlowOfCustomer, monthOf } from './vintage-store.ts';

/** The columns of a figure's key. */
export const FIGURE_KEY = sql.raw('day, site_id, tier_id, rule_id, reward_id, flow');

/** The same key with a month. */
export const MONTH_KEY = sql.raw('month, site_id, tier_id, rule_id, reward_id, flow');

/** The figures of days, summed by month, from a table or query. */
export function monthsOf(figures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', day)::date as month, site_id, tier_id, rule_id, reward_id, flow,
        sum(points)::bigint as points, sum(transactions)::bigint as transactions
      from ${figures} group by 1, 2, 3, 4, 5, 6`;
}

/** The key of flows that count in a later month than that of their day. */
export const LATE_KEY = sql.raw('booked, dated, flow');

function lateOf(contributions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('month', day)::date as booked, date_trunc('month', dated)::date as dated, flow,
        sum(points)::bigint as points, count(*)::bigint as transactions
      from ${contributions} where dated < day group by 1, 2, 3`;
}

/** The late flows of `transactions`, by `LATE_KEY`. */
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

/** The end of a counted range. */
export interface Counted {
  /** Transactions up to this id are counted. */
  to: number;
  /** The moment at which the last of them was recorded; null: there was none. */
  at: number | null;
  complete: boolean;
}

/** The end of a batch. Each flow of the batch repeats it; a batch without flows has one row for it. */
interface Batch {
  last_id: number | null;
  last_at: number | null;
  count: number;
}

/**
 * Adds up to `limit` transactions of a range, lowest ids first, to the figures and vintages of a generation. `byTier`:
 * also to the sums of cohorts by tier, if those are counted up to the same id.
 */
export async function addFigures(
  tx: Tx,
  range: TransactionRange,
  generation: number,
  { limit, byTier }: { limit: number; byTier: boolean },
): Promise<Counted> {
  const { program_id } = range;
  const of = { program_id, generation };
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
      ${keepCohorts(COHORTS, sql`contributions`, of)}
    ) ${byTier ? sql`, tier_cohort as (${keepCohorts(TIER_COHORTS, sql`contributions`, of)})` : sql``}, late as (
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
    of,
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
  'report_tier_cohorts',
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
