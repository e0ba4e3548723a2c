import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import { type UsageCounter, windowStart } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { isOfOtherTerms, type Subject } from './usage.ts';

/** How often the locked customer claimed a reward, for the limit of a claim at `at`. */
export async function findRewardUsage(
  tx: Tx,
  customer: CustomerRow,
  reward: Subject,
  zone: string,
  at: number,
): Promise<UsageCounter | undefined> {
  return (await findRewardUsages(tx, customer, [reward], zone, at)).get(reward.id);
}

/** The same for several rewards at once, by their ids; absent: never claimed. */
export async function findRewardUsages(
  tx: Tx,
  customer: CustomerRow,
  rewards: readonly Subject[],
  zone: string,
  at: number,
): Promise<ReadonlyMap<number, UsageCounter>> {
  const usages = await readUsages(
    tx,
    customer,
    rewards.map(({ id }) => id),
  );
  for (const reward of rewards) {
    const usage = usages.get(reward.id);
    if (!usage || !isOfOtherTerms(usage, reward.limit, zone, at)) continue;
    const window_count = await countClaims(tx, customer, reward, zone, at);
    const window_start = windowStart(reward.limit, zone, at);
    usages.set(reward.id, { ...usage, window_start, window_count });
  }
  return usages;
}

async function readUsages(
  tx: Tx,
  customer: CustomerRow,
  rewardIds: readonly number[],
): Promise<Map<number, UsageCounter>> {
  const rows = await tx
    .selectFrom('usage_counters')
    .select(['subject_id', 'total', 'window_start', 'window_count', 'last_at'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('subject_id', '=', sql<number>`any(${rewardIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ subject_id, ...counter }) => [subject_id, counter]));
}

/** How many claims of a reward by the locked customer hold a place in the window of `at`. */
export async function countClaims(
  tx: Tx,
  customer: CustomerRow,
  reward: Subject,
  zone: string,
  at: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('claimed_rewards')
    .select(sql<number>`count(*)`.as('count'))
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('reward_id', '=', reward.id)
    .where('claimed_at', '>=', ts(windowStart(reward.limit, zone, at)))
    .where('state', 'not in', ['void', 'declined'])
    .executeTakeFirstOrThrow();
  return count;
}
