import { type RawBuilder, sql } from 'kysely';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/** A rule's or reward's uses by customers of one home site, which must be counted again from `window_start` (ms) on. */
export interface RecountedUsage {
  kind: 'rule' | 'reward';
  subject_id: number;
  site_id: number;
  window_start: number;
}

/**
 * Locks the next customers, in the order of their ids, whose counter was used in the span's window but counts another
 * window. Returns their ids. A later statement counts their uses, because its snapshot is younger than the locks.
 */
export async function lockMiscounted(
  tx: Tx,
  programId: number,
  span: RecountedUsage,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with taken as (
      select c.id from customers c
        join usage_counters u on u.program_id = c.program_id and u.customer_id = c.id and u.subject_id = ${span.subject_id}
        where c.program_id = ${programId} and c.site_id = ${span.site_id} and c.id > ${after}
          and ${isMiscounted(span)}
        order by c.id limit ${limit} for update of c
    )
    update customers c set version = version + 1
      from taken where c.program_id = ${programId} and c.id = taken.id
      returning c.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Counts the locked customers' uses in the span's window again. */
export async function recount(
  tx: Tx,
  programId: number,
  span: RecountedUsage,
  customerIds: readonly number[],
): Promise<void> {
  await sql`
    update usage_counters u
      set window_start = ${timestampText(span.window_start)}::timestamptz,
        window_count = (${usesSince(span.kind, ts(span.window_start))})
      where program_id = ${programId} and subject_id = ${span.subject_id}
        and customer_id = any(${customerIds}::bigint[]) and ${isMiscounted(span)}`.execute(tx);
}

/** A counter that was last used before the window is right: it counts nothing in this window. */
function isMiscounted(span: RecountedUsage) {
  const start = timestampText(span.window_start);
  return sql`u.last_at >= ${start}::timestamptz and u.window_start <> ${start}::timestamptz`;
}

/** SQL for the uses from a moment (SQL) on, by the customer of counter `u`. */
export function usesSince(kind: RecountedUsage['kind'], start: RawBuilder<unknown>): RawBuilder<number> {
  return kind === 'rule' ? countCompletions(start) : countClaims(start);
}

/** A completion that was declined, or voided with its order, no longer counts towards the limit. */
function countCompletions(start: RawBuilder<unknown>) {
  return sql<number>`
    select count(distinct (a.order_id, case when a.order_id is null then a.id end)) from activities a
      where a.program_id = u.program_id and a.customer_id = u.customer_id and a.rule_id = u.subject_id
        and a.date >= ${start}
        and (a.state in ('pending', 'approved') or a.voided_by_hand)`;
}

function countClaims(start: RawBuilder<unknown>) {
  return sql<number>`
    select count(*) from claimed_rewards r
      where r.program_id = u.program_id and r.customer_id = u.customer_id and r.reward_id = u.subject_id
        and r.claimed_at >= ${start} and r.state not in ('void', 'declined')`;
}
