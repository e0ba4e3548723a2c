import { type RawBuilder, sql } from 'kysely';
import { msOf } from '../../db/timestamps.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Flow } from '../ledger/flows.ts';
import { monthAfter } from './periods.ts';
import { type SheetFlow, sumsOf, type Wanted } from './sheet-source-store.ts';

/** A sum of figures. */
export interface SheetPart {
  /** The first day of the period; null: all days before the span. */
  period: string | null;
  /**
   * 0: no tier, rule or reward, or the report does not list them. For a cohort: its year times twelve plus its month
   * from 0.
   */
  subject_id: number;
  flow: SheetFlow;
  /** Points; for net sales minor units; for members and referrals their number. */
  points: number;
  /** For net sales, the number of orders that were recorded. */
  transactions: number;
}

/** Up to which moment figures are counted. */
export interface AsOf {
  /** The moment when the last counted transaction was recorded, in ms; null: none is counted. */
  at: number | null;
  transaction_id: number;
}

/** A flow that was booked in one month although its date is in a closed month. */
export interface LateFlow {
  /** The months, YYYY-MM. */
  booked: string;
  dated: string;
  /** A flow of approved points, or of pending points. */
  flow: Flow | 'pending';
  points: number;
  transactions: number;
}

/** Net sales that were booked in one month although their date is in a closed month. */
export interface LateSales {
  /** The months, YYYY-MM. */
  booked: string;
  dated: string;
  /** The number of recorded orders. */
  orders: number;
  net_minor: number;
}

interface Sheet {
  as_of: AsOf;
  parts: SheetPart[];
  /** The flows and net sales that were booked late in the months of the span, in the whole program. */
  late: LateFlow[];
  late_sales: LateSales[];
}

/**
 * Reads the sums of a span from one snapshot, with the moment up to which they are counted. Flows of points and net
 * sales of closed months do not change: if the span ends with a closed month, that moment is the one of the month's
 * books.
 */
export async function readSheet({ db }: Pick<CoreDeps, 'db'>, wanted: Wanted): Promise<Sheet> {
  const { rows } = await sql<AsOf & Omit<Sheet, 'as_of'>>`
    with state as (
      select coalesce(max(generation), 1) as generation, coalesce(max(counted_to), 0) as transaction_id, max(counted_at) as counted_at
        from ${isOfTierCohorts(wanted) ? statesOfTierCohorts(wanted) : sql.table('report_states')} states
        where program_id = ${wanted.program_id}
    ), counted as (
      select counted_at, transaction_id from (
        ${areKept(wanted) ? closing(wanted) : sql``}
        select counted_at, transaction_id, 1 as turn from state
      ) ways order by turn limit 1
    ), part as (
      select period, subject_id, flow, sum(points)::bigint as points, sum(transactions)::bigint as transactions
        from (${sql.join(sumsOf(wanted), sql` union all `)}) sums group by 1, 2, 3
    )
    select ${sql.raw(msOf('counted_at'))} as at, transaction_id,
        (select coalesce(json_agg(part order by period nulls first, subject_id, flow), '[]') from part) as parts,
        (select coalesce(json_agg(late order by booked, dated, flow), '[]')
          from (${lateIn(wanted, 'report_late', sql`flow, points, transactions`)}) late) as late,
        (select coalesce(json_agg(late order by booked, dated), '[]')
          from (${lateIn(wanted, 'report_late_sales', sql`orders, net_minor`)}) late) as late_sales
      from counted`.execute(db);
  const { parts, late, late_sales, ...as_of } = rows[0]!;
  return { as_of, parts, late, late_sales };
}

function lateIn(
  { program_id, span }: Wanted,
  table: 'report_late' | 'report_late_sales',
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select to_char(booked, 'YYYY-MM') as booked, to_char(dated, 'YYYY-MM') as dated, ${columns}
      from ${sql.table(table)}
      where program_id = ${program_id} and generation = (select generation from state)
        and booked >= ${monthAfter(span.from, 0)}::date and booked <= ${span.to}::date`;
}

function isOfTierCohorts({ sources, filter }: Wanted): boolean {
  return sources.includes('cohorts') && filter.tier_id !== null;
}

/** After an upgrade, the sums of cohorts by tier may be counted less far than all others. */
function statesOfTierCohorts({ program_id }: Wanted): RawBuilder<unknown> {
  return sql`(
    select program_id, generation, least(counted_to, tier_cohorts_to) as counted_to,
        case when tier_cohorts_to >= counted_to then counted_at else (
          select created_at from transactions t where t.program_id = s.program_id and t.id <= tier_cohorts_to order by t.id desc limit 1
        ) end as counted_at
      from report_states s where program_id = ${program_id}
  )`;
}

function areKept({ sources }: Wanted): boolean {
  return sources.every((source) => source === 'flows' || source === 'sales');
}

/** The closing that froze the last month of the span, if there was one. */
function closing({ program_id, span }: Wanted): RawBuilder<unknown> {
  return sql`(
    select (books::jsonb #>> '{as_of,at}')::timestamptz(3) as counted_at, counted_to as transaction_id, 0 as turn
      from closed_months where program_id = ${program_id} and month >= ${monthAfter(span.to, 0)}::date
      order by month limit 1
  ) union all`;
}
