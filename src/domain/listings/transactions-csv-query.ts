import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isoText } from '../../db/timestamps.ts';
import { whereInRange } from '../core/keyset-range.ts';
import type { KeysetRange } from '../core/pagination.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * The lowest and highest ids in a slice, and of the rows to which it refers. With these bounds the joins need not read
 * whole tables.
 */
export interface Reach {
  rows: number;
  first_id: number;
  last_id: number;
  first_activity: number | null;
  last_activity: number | null;
  first_claim: number | null;
  last_claim: number | null;
}

/** Up to this number, looking the rows up takes less time than Postgres needs to plan the joins. */
const FEW_ROWS = 1_000;

/**
 * Joins cost less than look-ups, and Postgres divides them among processes. But Postgres expects a single row for ids
 * that are newer than its statistics, and may then compare each row with each other row. The time of look-ups does not
 * depend on statistics.
 */
export async function sliceQuery(
  deps: Pick<Deps, 'db'>,
  programId: number,
  { filters, ascending }: KeysetRange,
  reach: Reach,
): Promise<RawBuilder<unknown>> {
  const { rows, first_id, last_id } = reach;
  const range = whereInRange(programId, { filters, above: first_id - 1, below: last_id + 1 });
  if (rows > FEW_ROWS) {
    const joined = csvQuery(range, joins(programId, reach), ascending);
    if (!(await comparesPairs(deps.db, joined))) return joined;
  }
  return csvQuery(range, lookUps(programId), ascending);
}

/** The query for the rows with these ids. */
export function pageQuery(
  programId: number,
  ids: readonly number[],
  ascending: boolean,
): RawBuilder<unknown> {
  const listed = sql.join(ids.map((id) => sql.lit(id)));
  const rows = sql<SqlBool>`t.program_id = ${sql.lit(programId)} and t.id in (${listed})`;
  return csvQuery(rows, lookUps(programId), ascending);
}

/** `records`: SQL that joins the customer `c`, the activity `a` and the claim `r` of each transaction. */
function csvQuery(
  rows: RawBuilder<SqlBool>,
  records: RawBuilder<unknown>,
  ascending: boolean,
): RawBuilder<unknown> {
  return sql`
    select t.id, ${sql.raw(isoText('t.created_at'))}, t.resource,
      t.points_approved, t.points_pending, t.customer_id,
      ${formulaSafe('c.merchant_id')}, ${formulaSafe('c.email')},
      t.activity_id, a.state, a.rule_id, case when a.rule_id is not null then ${formulaSafe('a.name')} end,
      t.claimed_reward_id, r.reward_id, case when t.resource = 'adjustment' then ${formulaSafe('t.note')} end
    from transactions t ${records}
    where ${rows}
    order by t.id ${sql.raw(ascending ? 'asc' : 'desc')}`;
}

/** `limit 1` makes Postgres look each record up by its key. */
function lookUps(programId: number): RawBuilder<unknown> {
  const its = (table: string, key: string) =>
    sql.raw(`lateral (select * from ${table} where program_id = ${programId} and id = t.${key} limit 1)`);
  return sql`
    cross join ${its('customers', 'customer_id')} c
    left join ${its('activities', 'activity_id')} a on true
    left join ${its('claimed_rewards', 'claimed_reward_id')} r on true`;
}

/**
 * Transactions without an activity or a claim are joined by a key of their own that no row has. A hash join puts all
 * rows without a key into one batch, and divides this batch until memory or the disk is full.
 */
function joins(programId: number, reach: Reach): RawBuilder<unknown> {
  const program = sql.lit(programId);
  return sql`
    join customers c on c.program_id = ${program} and c.id = t.customer_id
    left join activities a on a.program_id = ${program} and a.id = coalesce(t.activity_id, -t.id)
      ${within('a.id', reach.first_activity, reach.last_activity)}
    left join claimed_rewards r on r.program_id = ${program} and r.id = coalesce(t.claimed_reward_id, -t.id)
      ${within('r.id', reach.first_claim, reach.last_claim)}`;
}

/** A condition that accepts only ids within these bounds. Without bounds it accepts none. */
function within(column: string, first: number | null, last: number | null): RawBuilder<unknown> {
  if (first === null || last === null) return sql`and false`;
  return sql`and ${sql.raw(column)} between ${sql.lit(first)} and ${sql.lit(last)}`;
}

interface PlanNode {
  'Node Type': string;
  'Join Filter'?: string;
  Plans?: PlanNode[];
}

/** Whether Postgres would combine every pair of rows and then check whether they belong together. */
async function comparesPairs(db: Deps['db'], query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${query}`.execute(
    db,
  );
  return hasPairs(rows[0]!['QUERY PLAN'][0].Plan);
}

function hasPairs({ Plans: parts = [], ...node }: PlanNode): boolean {
  const filter = node['Join Filter'];
  // Without bounds nothing is joined, and the filter is `false`.
  if (node['Node Type'] === 'Nested Loop' && filter !== undefined && filter !== 'false') return true;
  return parts.some(hasPairs);
}

/**
 * A spreadsheet would run text that begins with tab, CR, +, -, = or @ as a formula, so such text gets a quote before
 * it.
 */
function formulaSafe(column: string): RawBuilder<unknown> {
  const text = sql.raw(column);
  return sql`case when ascii(${text}) in (9, 13, 43, 45, 61, 64) then '''' || ${text} else ${text} end`;
}
