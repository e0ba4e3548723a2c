import { type Limit, type UsageCounter, windowStart } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { countClaims } from './reward-usage.ts';
import { countCompletions, isOfOtherTerms, putUsage, readUsage } from './usage.ts';

/**
 * Adds a merged customer's usage to its survivor's; both are locked. By now the merged customer's activities and claims
 * belong to the survivor. A window lies in the survivor's home zone. If the merged customer's window lay elsewhere, its
 * uses are counted anew.
 */
export async function mergeUsage(
  tx: Tx,
  program: Program,
  from: CustomerRow,
  into: CustomerRow,
  at: number,
): Promise<void> {
  const zone = program.site(into.site_id)!.time_zone;
  for (const { subject_id, ...theirs } of await takeUsage(tx, from)) {
    const own = await readUsage(tx, into, subject_id);
    const rule = program.rule(subject_id);
    const subject = rule ?? program.reward(subject_id);
    // This process may not know a subject yet. A later decision then counts its uses anew, as after any change of its
    // terms.
    const limit = subject?.limit ?? null;
    const sum = sumOf(own ? [own, theirs] : [theirs], limit, zone, at);
    const isOff = [own, theirs].some((counter) => isOfOtherTerms(counter, limit, zone, at));
    if (subject && isOff) {
      const count = rule ? countCompletions : countClaims;
      sum.window_count = await count(tx, into, subject, zone, at);
    }
    await putUsage(tx, into, subject_id, sum);
  }
}

function sumOf(
  counters: readonly UsageCounter[],
  limit: Limit | null,
  zone: string,
  at: number,
): UsageCounter {
  const start = windowStart(limit, zone, at);
  const sum: UsageCounter = { total: 0, window_start: start, window_count: 0, last_at: null };
  for (const counter of counters) {
    sum.total += counter.total;
    if (counter.window_start === start) sum.window_count += counter.window_count;
    if (counter.last_at !== null) sum.last_at = Math.max(sum.last_at ?? counter.last_at, counter.last_at);
  }
  return sum;
}

async function takeUsage(tx: Tx, customer: CustomerRow): Promise<(UsageCounter & { subject_id: number })[]> {
  return tx
    .deleteFrom('usage_counters')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .returning(['subject_id', 'total', 'window_start', 'window_count', 'last_at'])
    .execute();
}
