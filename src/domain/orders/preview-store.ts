import { sql } from 'kysely';
import { drawsFromPool } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';

/** No order takes this many codes of a pool. */
const ENOUGH = 1000;

/**
 * The supply of each limited reward that a rule could give: the rest of its stock, or the codes of its pool if there
 * are fewer than a thousand; if both, the smaller.
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
