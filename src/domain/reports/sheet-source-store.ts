import { type RawBuilder, sql } from 'kysely';
import type { Flow } from '../ledger/flows.ts';
import { monthAfter, type ReportInterval, type ReportSpan, type SummedDays, sumsToRead } from './periods.ts';

/** The subjects of a report, which it lists separately within each period. */
export type Subject = 'tier' | 'rule' | 'reward' | 'cohort';

/**
 * The quantities that a report counts: flows of points, members, net sales, flows by the month of joining, referrals.
 */
export type Source = 'flows' | 'members' | 'sales' | 'cohorts' | 'referrals';

/** Only figures of one site, tier, rule or reward; null: of all. */
export interface FigureFilter {
  site_id: number | null;
  tier_id: number | null;
  rule_id: number | null;
  reward_id: number | null;
}

/**
 * Flows other than those of approved points: pending points, customers that became members or left, net sales,
 * referrals.
 */
export const OTHER_FLOWS = ['pending', 'came', 'went', 'sales', 'asked', 'used', 'completed'] as const;
export type SheetFlow = Flow | (typeof OTHER_FLOWS)[number];

/** The sums that a report needs. */
export interface Wanted {
  program_id: number;
  span: ReportSpan;
  filter: FigureFilter;
  subject: Subject | null;
  sources: readonly Source[];
}

/** Queries for the sums, for a statement in which `state` gives the generation to read. */
export function sumsOf(wanted: Wanted): RawBuilder<unknown>[] {
  return wanted.sources.flatMap((source) => SELECTS[source](wanted));
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

  sales({ program_id, span, filter }) {
    return [
      sql`
        select ${periodWithin(sql.ref('day'), span)} as period, 0::bigint as subject_id, 'sales' as flow, net_minor as points,
            orders as transactions
          from report_sales
          where program_id = ${program_id} and generation = (select generation from state)
            and day >= ${span.from}::date and day <= ${span.to}::date ${ofSite(filter)} ${ofTier(filter)}`,
    ];
  },

  cohorts({ program_id, span, filter }) {
    const cohort = (date: string) =>
      sql`(extract(year from ${sql.ref(date)}) * 12 + extract(month from ${sql.ref(date)}) - 1)::bigint`;
    return [
      sql`
        select month::text as period, ${cohort('cohort')} as subject_id, flow, points, 1::bigint as transactions
          from ${sql.table(filter.tier_id === null ? 'report_cohorts' : 'report_tier_cohorts')}
          where program_id = ${program_id} and generation = (select generation from state)
            and month >= ${monthAfter(span.from, 0)}::date and month <= ${span.to}::date ${ofSite(filter)} ${ofTier(filter)}`,
      sql`
        select null::text as period, ${cohort('day')} as subject_id, 'came' as flow, came as points, 0::bigint as transactions
          from report_members
          where program_id = ${program_id} and generation = (select generation from state) and tier_id = 0
            and day <= ${span.to}::date ${ofSite(filter)}`,
    ];
  },

  referrals({ program_id, span, filter }) {
    return [
      sql`
        select ${periodWithin(sql.ref('day'), span)} as period, 0::bigint as subject_id, told.flow, told.friends as points,
            told.friends as transactions
          from report_referrals
          cross join lateral (values ('asked', asked), ('used', used), ('completed', completed)) told (flow, friends)
          where program_id = ${program_id} and generation = (select generation from state) and told.friends > 0
            and day >= ${span.from}::date and day <= ${span.to}::date ${ofSite(filter)} ${ofTier(filter)}`,
    ];
  },
};

/** The period of a day; null: the day is before the span. */
function periodWithin(day: RawBuilder<unknown>, { from, interval }: ReportSpan): RawBuilder<unknown> {
  return sql`case when ${day} >= ${from}::date then date_trunc(${sql.lit(interval)}, ${day})::date::text end`;
}

function ofSite({ site_id }: FigureFilter): RawBuilder<unknown> {
  return site_id === null ? sql`` : sql`and site_id = ${site_id}`;
}

function ofTier({ tier_id }: FigureFilter): RawBuilder<unknown> {
  return tier_id === null ? sql`` : sql`and tier_id = ${tier_id}`;
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
