import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { isHandedOver } from './claim-record.ts';
import { refundClaim } from './end-claim.ts';
import { listUnusedClaimsOf } from './store.ts';

/** Takes back the rewards that an activity of the locked customer gave. A reward that was used or handed over stays. */
export async function revokeRewardsOfActivity(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activityId: number,
  at: number,
): Promise<CustomerRow> {
  let after = customer;
  for (const claim of await listUnusedClaimsOf(tx, customer, activityId)) {
    if (!isHandedOver(claim)) after = await refundClaim(tx, program, after, claim, at);
  }
  return after;
}
