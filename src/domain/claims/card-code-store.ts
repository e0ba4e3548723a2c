import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { StoredCode } from './card-code.ts';
import type { ClaimRecord } from './claim-record.ts';

export type CardRow = Pick<ClaimRecord, 'program_id' | 'id' | 'code_hash' | 'code_sealed'>;

/**
 * Marks those of the given gift cards whose code was never shown as shown now, and returns them. If several callers ask
 * at once, each card goes to one of them.
 */
export async function takeUnseenCards(
  tx: Tx,
  programId: number,
  claimIds: readonly number[],
  at: number,
): Promise<CardRow[]> {
  return tx
    .updateTable('claimed_rewards')
    .set({ code_seen_at: ts(at) })
    .where('program_id', '=', programId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('claimed_rewards as unseen')
        .select('unseen.id')
        .where('unseen.program_id', '=', programId)
        .where('unseen.id', '=', sql<number>`any(${claimIds}::bigint[])`)
        .where('unseen.code_seen_at', 'is', null)
        .orderBy('unseen.id')
        .forUpdate(),
    )
    .where('code_seen_at', 'is', null)
    .where('code_hash', 'is not', null)
    .where('state', '=', 'approved')
    .returning(['program_id', 'id', 'code_hash', 'code_sealed'])
    .execute();
}

/** Gives a card another code. The former code no longer belongs to any card. */
export async function updateCardCode(
  tx: Tx,
  { program_id, id }: Pick<CardRow, 'program_id' | 'id'>,
  stored: StoredCode,
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({ ...stored })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

/** Notes when the code of a card was first shown, unless it was shown before. */
export async function noteSeen(
  tx: Tx,
  { program_id, id }: Pick<CardRow, 'program_id' | 'id'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({ code_seen_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('code_seen_at', 'is', null)
    .execute();
}
