import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';

/**
 * Claims that their customers can still use, or that the store still has to hand over (isHandedOver of
 * claim-record.ts).
 */
const IS_OUTSTANDING = sql`r.state in ('pending', 'approved') and r.usage_status <> 'used'
  and (r.fulfilled_at is null or r.terms ->> 'fulfillment_type' is distinct from 'store_fulfillment')`;

interface OutstandingClaims {
  reward_id: number;
  claims: number;
  customers: number;
}

export async function countOutstanding(
  tx: Tx,
  programId: number,
  rewardIds: readonly number[],
): Promise<OutstandingClaims[]> {
  if (rewardIds.length === 0) return [];
  const { rows } = await sql<OutstandingClaims>`
    select r.reward_id, count(*) as claims, count(distinct r.customer_id) as customers from claimed_rewards r
      where r.program_id = ${programId} and r.reward_id = any(${rewardIds}::bigint[]) and ${IS_OUTSTANDING}
      group by r.reward_id`.execute(tx);
  return rows;
}

/** The customers above an id that have an outstanding claim of a reward, lowest first. */
export async function listOutstanding(
  tx: Tx,
  programId: number,
  rewardId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct r.customer_id as id from claimed_rewards r
      where r.program_id = ${programId} and r.reward_id = ${rewardId} and r.customer_id > ${after} and ${IS_OUTSTANDING}
      order by 1 limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface HeldStock {
  reward_id: number;
  /** '' counts the reward as a whole. */
  variant_id: string;
  initial: number;
  remaining: number;
  overdrawn: number;
}

export async function listStock(tx: Tx, programId: number): Promise<HeldStock[]> {
  return tx
    .selectFrom('reward_stock')
    .select(['reward_id', 'variant_id', 'initial', 'remaining', 'overdrawn'])
    .where('program_id', '=', programId)
    .execute();
}
