import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ClaimRecord } from './claim-record.ts';
import type { NewClaim } from './new-claim.ts';

const at = (ms: number | null) => (ms === null ? null : ts(ms));

/** Writes a claim. Returns undefined and writes nothing if its code belongs to another claim. */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<number | undefined> {
  const { values } = claim;
  const inserted = await tx
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
    .onConflict((conflict) =>
      conflict.columns(['program_id', 'code_key']).where('code_key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** A claim of the customer. Throws not_found. */
export async function getClaim(
  db: Kysely<DB>,
  customer: Pick<CustomerRow, 'program_id' | 'id'>,
  claimId: number,
): Promise<ClaimRecord> {
  const claim = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', '=', claimId)
    .executeTakeFirst();
  if (!claim) throw new DomainError('not_found', 'There is no such claimed reward.');
  return claim as ClaimRecord;
}

/** The customer that owns the claim of an id; undefined if the program has no such claim. */
export async function findClaimOwner(
  db: Kysely<DB>,
  programId: number,
  claimId: number,
): Promise<number | undefined> {
  const claim = await db
    .selectFrom('claimed_rewards')
    .select('customer_id')
    .where('program_id', '=', programId)
    .where('id', '=', claimId)
    .executeTakeFirst();
  return claim?.customer_id;
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

/** How many unused redemptions of a reward the customer has in a cart. */
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
    // The code of an ended claim is not kept.
    .set({ state, resolved_at: ts(moment), code_sealed: null })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n)
    throw new Error(`claimed reward ${claim.id} was read before its customer was locked`);
}

/** The moment at which the customer last claimed a reward, without claims that ended void or declined; null: never. */
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

/** The unused claims that an activity of the locked customer gave. */
export async function listUnusedClaimsOf(
  tx: Tx,
  customer: CustomerRow,
  activityId: number,
): Promise<ClaimRecord[]> {
  const claims = await tx
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('activity_id', '=', activityId)
    .where('state', '=', 'approved')
    .where('usage_status', '=', 'not_used')
    .orderBy('id')
    .execute();
  return claims as ClaimRecord[];
}

/**
 * Claims of the customer that can still be used at `now`, except the `known` ones and products for carts. At most
 * `most`: those that end first. A reward that was handed over without a code counts as used.
 */
export async function listFurtherUsableClaims(
  db: Kysely<DB>,
  customer: Pick<CustomerRow, 'program_id' | 'id'>,
  { known, now, most }: { known: readonly number[]; now: number; most: number },
): Promise<ClaimRecord[]> {
  const claims = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('state', 'in', ['approved', 'pending'])
    .where('usage_status', '!=', 'used')
    .where('redemption_id', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ts(now))]))
    .where((eb) =>
      eb.or([
        eb('fulfilled_at', 'is', null),
        eb('code', 'is not', null),
        eb('code_last_characters', 'is not', null),
      ]),
    )
    .$if(known.length > 0, (query) => query.where('id', 'not in', [...known]))
    .orderBy(sql`least(expires_at, auto_refund_at)`, (order) => order.asc().nullsLast())
    .orderBy('claimed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return claims as ClaimRecord[];
}

/** Notes that a claim of a locked customer was handed over at `moment`. From then on it does not lapse. */
export async function updateFulfilled(
  tx: Tx,
  claim: ClaimRecord,
  explanation: string | null,
  moment: number,
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({ fulfilled_at: ts(moment), fulfilment_explanation: explanation, auto_refund_at: null })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}
