import { sql } from 'kysely';
import { drawsFromPool } from '../claims/take-supplies.ts';
import type { Program } from '../programs/configuration.ts';
import type { Tx } from '../transaction.ts';

/** The rewards of which a rule could give none now: their stock is used up, or the pool of their codes. */
export async function listOutOfStock(tx: Tx, program: Program): Promise<Set<number>> {
  const pools = program.rewards.filter(drawsFromPool).map((reward) => reward.id);
  const { rows } = await sql<{ reward_id: number }>`
    select reward_id from reward_stock where program_id = ${program.id} and variant_id = '' and remaining = 0
    union
    select pool from unnest(${pools}::bigint[]) as pool where not exists (
      select from voucher_codes where program_id = ${program.id} and reward_id = pool and taken_at is null)`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.reward_id));
}
