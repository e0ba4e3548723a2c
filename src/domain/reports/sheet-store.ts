import { type RawBuilder, sql } from 'kysely';
import { msOf } from '../../db/timestamps.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Flow } from '../ledger/flows.ts';
import { monthAfter, type ReportInterval, type ReportSpan, type SummedDays, sumsToRead } from './periods.ts';

/** The things that a report tells apart beside periods. */
export type Subject = 'tier' | 'rule' | 'reward' | 'cohort';

/** The things that a report counts: flows of points, members, flows by the month of joining, referrals. */
export type Source = 'flows' | 'members' | 'cohorts' | 'referrals';

/** Figures of one site, tier, rule or reward alone; null: of all. */
export interface FigureFilter {
  site_id: number | null;
  tier_id: number | null;
  rule_id: number | null;
  reward_id: number | null;
}

/** Beside flows of points: members who came and went, and referrals. */
export const OTHER_FLOWS = ['pending', 'came', 'went', 'asked', 'used', 'completed'] as const;
export type SheetFlow = Flow | (typeof OTHER_FLOWS)[number];

/** A sum of figures. */
export interface SheetPart {
  /** The first day of the period; null: all days before the span. */
  period: string | null;
  /** 0: no tier, rule or reward, or they are not told apart. A cohort: its year times twelve plus its month from 0. */
  subject_id: number;
  flow: SheetFlow;
  /** Points; of what is no flow of points the number of customers or referrals. */
  points: number;
  transactions: number;
}

/** How far figures are counted. */
export interface AsOf {
  /** The moment at which the last counted transaction was recorded, in ms; null: none is counted. */
  at: number | null;
  transaction_id: number;
}

interface Wanted {
  program_id: number;
  span: ReportSpan;
  filter: FigureFilter;
  subject: Subject | null;
  sources: readonly Source[];
  /** The zone of the days of referrals, which are at home nowhere. */
  zone: string;
}

/**
 * Reads the sums of a span from one snapshot, with how far they are counted. Flows of points of closed months stay as
 * they are: theirs are counted as far as the books.
 */
export async function readSheet(
  { db }: Pick<CoreDeps, 'db'>,
  wanted: Wanted,
): Promise<{ as_of: AsOf; parts: SheetPart[] }> {
  const selects = wanted.sources.flatMap((source) => SELECTS[source](wanted));
  const { rows } = await sql<{ at: number | null; transaction_id: number; parts: SheetPart[] }>`
    with state as (
      select coalesce(max(generation), 1) as generation, coalesce(max(counted_to), 0) as transaction_id, max(counted_at) as counted_at
        from report_states where program_id = ${wanted.program_id}
    ), counted as (
      select counted_at, transaction_id from (
        ${isOfFlows(wanted) ? closing(wanted) : sql``}
        select counted_at, transaction_id, 1 as turn from state
      ) ways order by turn limit 1
    ), part as (
      select period, subject_id, flow, sum(points)::bigint as points, sum(transactions)::bigint as transactions
        from (${sql.join(selects, sql` union all `)}) sums group by 1, 2, 3
    )
    select ${sql.raw(msOf('counted_at'))} as at, transaction_id,
        (select coalesce(json_agg(part order by period nulls first, subject_id, flow), '[]') from part) as parts
      from counted`.execute(db);
  const { parts, ...as_of } = rows[0]!;
  return { as_of, parts };
}

function isOfFlows({ sources }: Wanted): boolean {
  return sources.every((source) => source === 'flows');
}

/** The closing that froze the last month of the span, if there was one. */
function closing({ program_id, span }: Wanted): RawBuilder<unknown> {
  return sql`(
    select (books::jsonb #>> '{as_of,at}')::timestamptz(3) as counted_at, counted_to as transaction_id, 0 as turn
      from closed_months where program_id = ${program_id} and month >= ${monthAfter(span.to, 0)}::date
      order by month limit 1
  ) union all`;
}

const SELECTS: Record<Source, (wanted: Wanted) => RawBuilder<unknown>[]> = {
  flows(wanted) {
    const { before, within } = sumsToRead(wanted.span);
    return [
      ...before.map((days) => flowSums(wanted, days, null)),
      ...within.map((days) => flowSums(wanted, days, wanted.span.interval)),
    ];
  },

  members({ program_id, span, filter, subject }) {
    const byTier = subject === 'tier' || filter.tier_id !== null;
    const only = byTier
      ? sql`and tier_id <> 0 ${filter.tier_id === null ? sql`` : sql`and tier_id = ${filter.tier_id}`}`
      : sql`and tier_id = 0`;
    return [
      sql`
        select ${periodWithin(sql.ref('day'), span)} as period,
            ${subject === 'tier' ? sql.ref('tier_id') : sql`0::bigint`} as subject_id, moved.flow, moved.customers as points,
            moved.customers as transactions
          from report_members cross join lateral (values ('came', came), ('went', went)) moved (flow, customers)
          where program_id = ${program_id} and generation = (select generation from state) and moved.customers > 0
            and day <= ${span.to}::date ${ofSite(filter)} ${only}`,
    ];
  },

  cohorts({ program_id, span, filter }) {
    const cohort = (date: string) =>
      sql`(extract(year from ${sql.ref(date)}) * 12 + extract(month from ${sql.ref(date)}) - 1)::bigint`;
    return [
      sql`
        select month::text as period, ${cohort('cohort')} as subject_id, flow, points, 1::bigint as transactions
          from report_cohorts
          where program_id = ${program_id} and generation = (select generation from state)
            and month >= ${monthAfter(span.from, 0)}::date and month <= ${span.to}::date ${ofSite(filter)}`,
      sql`
        select null::text as period, ${cohort('day')} as subject_id, 'came' as flow, came as points, 0::bigint as transactions
          from report_members
          where program_id = ${program_id} and generation = (select generation from state) and tier_id = 0
            and day <= ${span.to}::date ${ofSite(filter)}`,
    ];
  },

  referrals({ program_id, span, zone }) {
    return [
      sql`
        select date_trunc(${sql.lit(span.interval)}, told.day)::date::text as period, 0::bigint as subject_id, told.flow,
            1::bigint as points, 1::bigint as transactions
          from referrals
          cross join lateral (values
            ('asked', (created_at at time zone ${zone})::date),
            ('used', (used_at at time zone ${zone})::date),
            ('completed', (completed_at at time zone ${zone})::date)) told (flow, day)
          where program_id = ${program_id} and told.day >= ${span.from}::date and told.day <= ${span.to}::date`,
    ];
  },
};

/** The period of a day; null before the span. */
function periodWithin(day: RawBuilder<unknown>, { from, interval }: ReportSpan): RawBuilder<unknown> {
  return sql`case when ${day} >= ${from}::date then date_trunc(${sql.lit(interval)}, ${day})::date::text end`;
}

function ofSite({ site_id }: FigureFilter): RawBuilder<unknown> {
  return site_id === null ? sql`` : sql`and site_id = ${site_id}`;
}

function flowSums(
  { program_id, filter, subject }: Wanted,
  { sums, from, before }: SummedDays,
  interval: ReportInterval | null,
): RawBuilder<unknown> {
  const [table, day] =
    sums === 'months'
      ? [sql.table('report_months'), sql.ref('month')]
      : [sql.table('report_figures'), sql.ref('day')];
  const period = interval ? sql`date_trunc(${sql.lit(interval)}, ${day})::date::text` : sql`null::text`;
  const only = Object.entries(filter).flatMap(([column, id]) =>
    id === null ? [] : [sql`and ${sql.ref(column)} = ${id}`],
  );
  return sql`
    select ${period} as period, ${subject ? sql.ref(`${subject}_id`) : sql`0::bigint`} as subject_id, flow, points, transactions
      from ${table}
      where program_id = ${program_id} and generation = (select generation from state)
        and ${day} < ${before}::date ${from === null ? sql`` : sql`and ${day} >= ${from}::date`} ${sql.join(only, sql` `)}`;
}
