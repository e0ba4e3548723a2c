import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import { type UsageCounter, windowStart } from '../core/limits.ts';
import { isOfOtherTerms } from '../ledger/usage.ts';
import type { Program } from '../programs/configuration.ts';
import { usesSince } from '../programs/usage-store.ts';
import type { CustomerAtMoment } from './customer.ts';

type Counters = ReadonlyMap<number, UsageCounter>;

/** A counter of the customer that counts another window than the limit has now. */
interface Miscounted {
  kind: 'rule' | 'reward';
  subject_id: number;
  /** The start of the limit's window, in ms. */
  start: number;
}

/**
 * The customer's counters of other terms than the program has now (isOfOtherTerms of ledger/usage.ts): another version
 * was published, and its follow-up has not reached the customer yet, or a request under the former version came later.
 */
export function findMiscounted(
  program: Program,
  { home, now }: CustomerAtMoment,
  counters: Counters,
): Miscounted[] {
  const found: Miscounted[] = [];
  for (const [subject_id, counter] of counters) {
    const rule = program.rule(subject_id);
    const limit = (rule ?? program.reward(subject_id))?.limit;
    if (!limit || !isOfOtherTerms(counter, limit, home.time_zone, now)) continue;
    found.push({
      kind: rule ? 'rule' : 'reward',
      subject_id,
      start: windowStart(limit, home.time_zone, now),
    });
  }
  return found;
}

/** The counters as a decision would read them: the miscounted ones count the uses in the present windows. */
export async function countAgain(
  db: Kysely<DB>,
  { row }: Pick<CustomerAtMoment, 'row'>,
  counters: Counters,
  miscounted: readonly Miscounted[],
): Promise<Counters> {
  const starts = miscounted.map(({ start }) => timestampText(start));
  const { rows } = await sql<{ subject_id: number; count: number }>`
    select u.subject_id, case t.kind
        when 'rule' then (${usesSince('rule', sql`t.start`)}) else (${usesSince('reward', sql`t.start`)}) end as count
      from usage_counters u
        join unnest(
          ${miscounted.map(({ kind }) => kind)}::text[], ${miscounted.map(({ subject_id }) => subject_id)}::bigint[],
          ${starts}::timestamptz[]
        ) t (kind, subject_id, start) on t.subject_id = u.subject_id
      where u.program_id = ${row.program_id} and u.customer_id = ${row.id}`.execute(db);
  const counts = new Map(rows.map(({ subject_id, count }) => [subject_id, count]));
  const counted = new Map(counters);
  for (const { subject_id, start } of miscounted) {
    const window_count = counts.get(subject_id) ?? 0;
    counted.set(subject_id, { ...counters.get(subject_id)!, window_start: start, window_count });
  }
  return counted;
}
