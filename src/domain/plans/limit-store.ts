import { type RawBuilder, sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import { usesSince } from '../programs/usage-store.ts';
import type { LimitChange } from './limit-changes.ts';

/** The number of customers for whom a limit opens (they may use it again) or closes (they may not use it any more). */
interface LimitCount {
  subject_id: number;
  opens: number;
  closes: number;
}

export async function countLimitMoves(
  tx: Tx,
  programId: number,
  changes: readonly LimitChange[],
): Promise<LimitCount[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<LimitCount>`
    select subject_id, count(*) filter (where was_reached) as opens, count(*) filter (where not was_reached) as closes
      from (${movedCounters(programId, changes)}) moved group by subject_id`.execute(tx);
  return rows;
}

/** The customers above an id for whom the limits open or close, lowest first. */
export async function listLimitMoves(
  tx: Tx,
  programId: number,
  changes: readonly LimitChange[],
  { opens, after, limit }: { opens: boolean; after: number; limit: number },
): Promise<number[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from (${movedCounters(programId, changes)}) moved
      where was_reached = ${opens} and customer_id > ${after} order by 1 limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The counters that reach their limit before or after the change, but not in both states. */
function movedCounters(programId: number, changes: readonly LimitChange[]): RawBuilder<unknown> {
  const column = <T>(of: (change: LimitChange) => T) => changes.map(of);
  const start = (of: (change: LimitChange) => number) => changes.map((change) => timestampText(of(change)));
  return sql`
    select subject_id, customer_id, was_reached from (
      select u.subject_id, u.customer_id,
          coalesce(${usedSince(sql`t.before_start`)} >= t.before_count, false) as was_reached,
          coalesce(${usedSince(sql`t.after_start`)} >= t.after_count, false) as is_reached
        from usage_counters u
          join customers c on c.program_id = u.program_id and c.id = u.customer_id
          join unnest(
            ${column(({ kind }) => kind)}::text[], ${column(({ subject_id }) => subject_id)}::bigint[],
            ${column(({ site_id }) => site_id)}::bigint[],
            ${column(({ before }) => before.count)}::int[], ${start(({ before }) => before.window_start)}::timestamptz[],
            ${column(({ after }) => after.count)}::int[], ${start(({ after }) => after.window_start)}::timestamptz[]
          ) t (kind, subject_id, site_id, before_count, before_start, after_count, after_start)
            on t.subject_id = u.subject_id and t.site_id = c.site_id
        where u.program_id = ${programId} and u.last_at is not null and c.enrolled_at is not null
    ) counted where was_reached <> is_reached`;
}

/** The uses in the window that begins at `start`, as a decision counts them (isOfOtherTerms of ledger/usage.ts). */
function usedSince(start: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`
    case when u.window_start = ${start} then u.window_count when u.last_at < ${start} then 0
      when t.kind = 'rule' then (${usesSince('rule', start)}) else (${usesSince('reward', start)}) end`;
}
