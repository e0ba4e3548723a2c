import { sql } from 'kysely';
import { drawsFromPool } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';

/** More than one order could ever take of a pool of codes. */
const ENOUGH = 1000;

/**
 * How many a rule could give of the rewards that are counted: what is left of their stock, and of the codes of
 * their pool as far as there are fewer than a thousand; of both the less.
 */
export async function listLeft(tx: Tx, program: Program): Promise<Map<number, number>> {
  const stocked = program.rewards.filter((reward) => reward.stock !== null).map((reward) => reward.id);
  const pools = program.rewards.filter(drawsFromPool).map((reward) => reward.id);
  const { rows } = await sql<{ reward_id: number; left: number }>`
    select reward_id, min(remaining)::bigint as "left" from (
      select reward_id, remaining from reward_stock where program_id = ${program.id} and variant_id = '' and reward_id = any(${stocked}::bigint[])
      union all
      select pool, (select count(*) from (select from voucher_codes
          where program_id = ${program.id} and reward_id = pool and taken_at is null limit ${ENOUGH}) codes)
        from unnest(${pools}::bigint[]) as pool) counted
    group by reward_id`.execute(tx);
  return new Map(rows.map(({ reward_id, left }) => [reward_id, left]));
}
