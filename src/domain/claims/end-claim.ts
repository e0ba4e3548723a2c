import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { post } from '../ledger/post.ts';
import { putUsage, readUsage, usedOnceLess } from '../ledger/usage.ts';
import type { Program } from '../programs/configuration.ts';
import type { ClaimRecord } from './claim-record.ts';
import { returnStock } from './stock-store.ts';
import { endClaim, lastClaimedAt } from './store.ts';

/**
 * Takes an unused claim of the locked customer back, by a refund or when it lapses. The claim becomes void. Its points,
 * its stock and its place in the limit return. `effectiveAt`: the moment it takes effect, if the lapse fell due before
 * it is recorded.
 */
export async function refundClaim(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  claim: ClaimRecord,
  at: number,
  effectiveAt: number = at,
): Promise<CustomerRow> {
  await endClaim(tx, claim, 'void', at);
  await returnStock(tx, claim);
  const usage = await readUsage(tx, customer, claim.reward_id);
  if (usage) {
    const limit = program.reward(claim.reward_id)?.limit ?? null;
    const zone = program.site(customer.site_id)!.time_zone;
    const last = await lastClaimedAt(tx, customer, claim.reward_id);
    await putUsage(tx, customer, claim.reward_id, usedOnceLess(usage, limit, zone, claim.claimed_at, last));
  }
  if (claim.points_cost === 0) return customer;
  return post(tx, program, customer, {
    source: { resource: 'claimed_reward', claimed_reward_id: claim.id },
    approved: claim.points_cost,
    pending: 0,
    spent: -claim.points_cost,
    at,
    effective_at: effectiveAt,
  });
}

/** Ends a claim that passed its expiry date unused. Its points stay spent. */
export async function expireClaim(tx: Tx, claim: ClaimRecord, at: number): Promise<void> {
  await endClaim(tx, claim, 'expired', at);
}
