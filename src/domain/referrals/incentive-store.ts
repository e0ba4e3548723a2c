import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { normaliseCode } from '../claims/codes.ts';
import type { Tx } from '../core/transaction.ts';
import type { ReferralRow } from './store.ts';

/** The referral with this code. The code is found in any form in which people type it. */
export async function findByCode(
  db: Kysely<DB>,
  programId: number,
  code: string,
): Promise<ReferralRow | undefined> {
  return db
    .selectFrom('referrals')
    .selectAll()
    .where('program_id', '=', programId)
    .where('code_key', '=', normaliseCode(code))
    .executeTakeFirst();
}

/**
 * Marks unused codes of friends as used, each once; returns how many. No customer owns these codes, so only their own
 * rows are locked.
 */
export async function useIncentives(
  tx: Tx,
  programId: number,
  codeKeys: readonly string[],
  orderKey: string,
  at: number,
): Promise<number> {
  if (codeKeys.length === 0) return 0;
  const used = await tx
    .updateTable('referrals')
    .set({ used_at: ts(at), used_by_order_key: orderKey })
    .where('program_id', '=', programId)
    .where('code_key', '=', sql<string>`any(${codeKeys}::text[])`)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(used.numUpdatedRows);
}
