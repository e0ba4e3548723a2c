import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';

/** The claim of a code, a voucher's or a gift card's, in whatever form it is typed. */
export async function findClaimByCode(
  db: Kysely<DB>,
  deps: Secrets,
  programId: number,
  code: string,
): Promise<ClaimRecord | undefined> {
  const claim = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', programId)
    .where((eb) =>
      eb.or([
        eb('code_key', '=', normaliseCode(code)),
        eb('code_hash', '=', sql<Buffer>`any(${giftCardHashes(deps, code)}::bytea[])`),
      ]),
    )
    .executeTakeFirst();
  return claim as ClaimRecord | undefined;
}

interface VoucherUse {
  usage_status: 'partially_used' | 'used';
  /** For a gift card: the rest of its balance. */
  current_balance_minor: number | null;
  /** The key by which orders are compared, and our id if the order is known. */
  order: { key: string; id: number | null };
  at: number;
}

/** Notes the use of an approved claim of a locked customer. */
export async function updateUse(tx: Tx, claim: ClaimRecord, use: VoucherUse): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({
      usage_status: use.usage_status,
      current_balance_minor: use.current_balance_minor,
      used_at: ts(use.at),
      used_by_order_key: use.order.key,
      used_by_order_id: use.order.id,
    })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}
