import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { type Drift, recordDrifts, rowsOf, type Step } from './verify-step.ts';

/** How often a customer claimed a reward, less the claims that were taken back, is what limits and lists of customers count. */
export async function usageDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const counters = sql`(select u.customer_id, u.subject_id as id, u.total from ${rowsOf('usage_counters', step)} u
    join program_entries e on e.program_id = u.program_id and e.id = u.subject_id and e.kind = 'reward')`;
  const claims = sql`(select customer_id, reward_id as id, count(*) as claims from ${rowsOf('claimed_rewards', step)} c
    where state not in ('void', 'declined') group by 1, 2)`;
  return recordDrifts(tx, step, 'usage', counters, claims, [[sql`r.total`, sql`s.claims`]]);
}
