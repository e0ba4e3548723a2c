import { type RawBuilder, sql } from 'kysely';
import { msOf } from '../../db/timestamps.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Flow } from '../ledger/flows.ts';
import { type ReportInterval, type ReportSpan, type SummedDays, sumsToRead } from './periods.ts';

/** What a report tells apart beside periods. */
export type Subject = 'tier' | 'rule' | 'reward';

/** Figures of one site, tier, rule or reward alone; null: of all. */
export interface FigureFilter {
  site_id: number | null;
  tier_id: number | null;
  rule_id: number | null;
  reward_id: number | null;
}

/** A sum of figures. */
export interface SheetPart {
  /** The first day of the period; null: all days before the span. */
  period: string | null;
  /** 0: no tier, rule or reward, or they are not told apart. */
  subject_id: number;
  flow: Flow | 'pending';
  points: number;
  transactions: number;
}

/** How far figures are counted. */
export interface AsOf {
  /** The moment at which the last counted transaction was recorded, in ms; null: none is counted. */
  at: number | null;
  transaction_id: number;
}

/** Reads the sums of a span from one snapshot, with how far they are counted. */
export async function readSheet(
  { db }: Pick<CoreDeps, 'db'>,
  programId: number,
  span: ReportSpan,
  filter: FigureFilter,
  subject: Subject | null,
): Promise<{ as_of: AsOf; parts: SheetPart[] }> {
  const { before, within } = sumsToRead(span);
  const selects = [
    ...before.map((days) => sums(programId, days, filter, subject, null)),
    ...within.map((days) => sums(programId, days, filter, subject, span.interval)),
  ];
  const { rows } = await sql<{ at: number | null; transaction_id: number; parts: SheetPart[] }>`
    with state as (
      select coalesce(max(generation), 1) as generation, coalesce(max(counted_to), 0) as transaction_id, max(counted_at) as counted_at
        from report_states where program_id = ${programId}
    ), part as (
      select period, subject_id, flow, sum(points)::bigint as points, sum(transactions)::bigint as transactions
        from (${sql.join(selects, sql` union all `)}) sums group by 1, 2, 3
    )
    select ${sql.raw(msOf('counted_at'))} as at, transaction_id,
        (select coalesce(json_agg(part order by period nulls first, subject_id, flow), '[]') from part) as parts
      from state`.execute(db);
  const { parts, ...as_of } = rows[0]!;
  return { as_of, parts };
}

function sums(
  programId: number,
  { sums, from, before }: SummedDays,
  filter: FigureFilter,
  subject: Subject | null,
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
      where program_id = ${programId} and generation = (select generation from state)
        and ${day} < ${before}::date ${from === null ? sql`` : sql`and ${day} >= ${from}::date`} ${sql.join(only, sql` `)}`;
}
