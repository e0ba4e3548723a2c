import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { refundClaim } from './end-claim.ts';
import { listUnusedClaimsOf } from './store.ts';

/** Takes back what an activity of the locked customer gave as a reward; what was used or handed over stays. */
export async function takeBackGiven(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activityId: number,
  at: number,
): Promise<CustomerRow> {
  let after = customer;
  for (const claim of await listUnusedClaimsOf(tx, customer, activityId)) {
    const { terms, fulfilled_at } = claim;
    const isHandedOver =
      terms.kind === 'custom' && terms.fulfillment_type === 'store_fulfillment' && fulfilled_at !== null;
    if (!isHandedOver) after = await refundClaim(tx, program, after, claim, at);
  }
  return after;
}
