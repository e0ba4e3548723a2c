import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { type Drift, recordDrifts, rowsOf, type Step } from './verify-step.ts';

/** The counter of a reward that a customer claimed is the number of its claims, without those that were taken back. */
export async function usageDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const counters = sql`(select u.program_id, u.customer_id, u.subject_id as id, u.total
    from ${rowsOf('usage_counters', step)} u
    left join program_entries e on e.program_id = u.program_id and e.id = u.subject_id
    where e.kind is distinct from 'rule')`;
  const claims = sql`(select program_id, customer_id, reward_id as id, count(*) as claims
    from ${rowsOf('claimed_rewards', step)} c where state not in ('void', 'declined') group by 1, 2, 3)`;
  return recordDrifts(tx, 'usage', counters, claims, [[sql`r.total`, sql`s.claims`]]);
}
