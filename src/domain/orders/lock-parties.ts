import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import { findCustomerById } from '../customers/store.ts';
import { processDueIn } from '../due/process-due-in.ts';
import { isDue } from '../ledger/due.ts';
import { lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type BuyerReferral, findBuyerReferral } from '../referrals/complete-referral.ts';
import { type ClaimReferences, listNamedClaims, listOrderClaims } from './claims-store.ts';
import type { OrderRow } from './order.ts';
import { listOrderActivities } from './store.ts';
import type { Parties } from './undo-order.ts';

/**
 * Locks the customers that an order concerns, in ascending id order, and processes everything that is due for each.
 * These are its customer, the owners of claims used on it and of claims that are `named`, the customers that got something
 * for it and, if it is being paid, the referrer whose referral it completes. Throws StaleReadError if the order concerns
 * other customers by the time these are locked, or one was merged.
 */
export async function lockParties(
  tx: Tx,
  deps: Deps,
  program: Program,
  order: OrderRow,
  payment: { email: string | null } | null,
  named?: ClaimReferences,
): Promise<{ parties: Parties; buyerReferral: BuyerReferral | undefined }> {
  const buyerReferral = payment ? await referralOfBuyer(tx, program, order, payment.email) : undefined;
  const ids = new Set(await listConcerned(tx, order, named));
  if (buyerReferral) ids.add(buyerReferral.referrer_id);
  const parties: Parties = new Map();
  for (const id of [...ids].sort((a, b) => a - b)) {
    const party = await lockOwner(tx, program.id, id);
    if (party.id !== id) throw new StaleReadError();
    parties.set(id, party);
  }
  if ((await listConcerned(tx, order, named)).some((id) => !parties.has(id))) throw new StaleReadError();
  const now = deps.clock.now(program);
  for (const [id, party] of parties) {
    if (isDue(program, party, now)) parties.set(id, await processDueIn(tx, deps, program, party, now));
  }
  return { parties, buyerReferral };
}

async function listConcerned(tx: Tx, order: OrderRow, named: ClaimReferences | undefined): Promise<number[]> {
  const records = [
    ...(await listOrderActivities(tx, order)),
    ...(await listOrderClaims(tx, order)),
    ...(named ? await listNamedClaims(tx, order.program_id, named) : []),
  ];
  return [order.customer_id, ...records.map((record) => record.customer_id)];
}

async function referralOfBuyer(
  tx: Tx,
  program: Program,
  order: OrderRow,
  email: string | null,
): Promise<BuyerReferral | undefined> {
  const buyer = (await findCustomerById(tx, program.id, order.customer_id)) ?? null;
  return findBuyerReferral(tx, program, { buyer, email, discount_codes: order.discount_codes });
}
