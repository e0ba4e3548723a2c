import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import { DomainError } from '../errors.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import type { ClaimRecord } from './claim-record.ts';
import type { NewClaim } from './new-claim.ts';

const at = (ms: number | null) => (ms === null ? null : ts(ms));

export async function insertClaim(tx: Tx, claim: NewClaim): Promise<number> {
  const { values } = claim;
  const { id } = await tx
    .insertInto('claimed_rewards')
    .values({
      ...values,
      terms: JSON.stringify(values.terms),
      claimed_at: ts(values.claimed_at),
      created_at: ts(values.created_at),
      auto_refund_at: at(values.auto_refund_at),
      expires_at: at(values.expires_at),
      resolved_at: at(values.resolved_at),
      used_at: at(values.used_at),
      fulfilled_at: at(values.fulfilled_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes one of each of a reward's tracked stocks; false, and nothing is taken, when one of them is empty. */
export async function takeStock(
  tx: Tx,
  programId: number,
  rewardId: number,
  variantIds: string[],
): Promise<boolean> {
  if (variantIds.length === 0) return true;
  const levels = await tx
    .selectFrom('reward_stock')
    .select('remaining')
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .where('variant_id', 'in', variantIds)
    .where('remaining', '>', 0)
    .orderBy('variant_id')
    .forUpdate()
    .execute();
  if (levels.length < variantIds.length) return false;
  await tx
    .updateTable('reward_stock')
    .set((eb) => ({ remaining: eb('remaining', '-', 1) }))
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .where('variant_id', 'in', variantIds)
    .execute();
  return true;
}

/** Puts one back into each of the stocks that a claim took from, where they are still tracked. */
export async function returnStock(tx: Tx, claim: ClaimRecord): Promise<void> {
  await tx
    .updateTable('reward_stock')
    .set((eb) => ({ remaining: eb('remaining', '+', 1) }))
    .where('program_id', '=', claim.program_id)
    .where('reward_id', '=', claim.reward_id)
    .where('variant_id', 'in', claim.variant_id === null ? [''] : ['', claim.variant_id])
    .execute();
}

export async function getClaim(tx: Tx, customer: CustomerRow, claimId: number): Promise<ClaimRecord> {
  const claim = await tx
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', '=', claimId)
    .executeTakeFirst();
  if (!claim) throw new DomainError('not_found', 'There is no such claimed reward.');
  return claim as ClaimRecord;
}

export async function findClaimByPlatformAction(
  tx: Tx,
  customer: CustomerRow,
  rewardId: number,
  platformActionId: string,
): Promise<ClaimRecord | undefined> {
  const claim = await tx
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('reward_id', '=', rewardId)
    .where('platform_action_id', '=', platformActionId)
    .executeTakeFirst();
  return claim as ClaimRecord | undefined;
}

/** How many unused redemptions of a reward the customer has waiting in a cart. */
export async function countInCart(
  tx: Tx,
  customer: CustomerRow,
  rewardId: number,
  cartId: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('claimed_rewards')
    .select(sql<number>`count(*)`.as('count'))
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('redemption_id', 'is not', null)
    .where('state', '=', 'approved')
    .where('usage_status', '=', 'not_used')
    .where('reward_id', '=', rewardId)
    .where('cart_id', '=', cartId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends a claim of the locked customer that is still approved. */
export async function endClaim(
  tx: Tx,
  claim: ClaimRecord,
  state: 'void' | 'expired',
  moment: number,
): Promise<void> {
  const ended = await tx
    .updateTable('claimed_rewards')
    .set({ state, resolved_at: ts(moment) })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n)
    throw new Error(`claimed reward ${claim.id} was read before its customer was locked`);
}

/** When the customer last claimed a reward, claims that ended void or declined aside; null: never. */
export async function lastClaimedAt(tx: Tx, customer: CustomerRow, rewardId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('claimed_rewards')
    .select((eb) => eb.fn.max('claimed_at').as('last'))
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('reward_id', '=', rewardId)
    .where('state', 'not in', ['void', 'declined'])
    .executeTakeFirst();
  return row?.last ?? null;
}
