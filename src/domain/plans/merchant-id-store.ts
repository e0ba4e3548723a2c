import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';

/** The merchant ids of customers, in the order of the customers' ids. */
export async function listMerchantIds(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('customers')
    .select('merchant_id')
    .where('program_id', '=', programId)
    .where('id', '=', sql<number>`any(${customerIds}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
