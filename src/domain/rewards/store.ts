import type { Tx } from '../core/transaction.ts';

export async function listStock(
  tx: Tx,
  programId: number,
  rewardId: number,
  variantIds: string[],
): Promise<number[]> {
  if (variantIds.length === 0) return [];
  const rows = await tx
    .selectFrom('reward_stock')
    .select('remaining')
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .where('variant_id', 'in', variantIds)
    .execute();
  return rows.map((row) => row.remaining);
}
