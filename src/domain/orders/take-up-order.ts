import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import { markInactivity } from '../ledger/due.ts';
import type { Program } from '../programs/configuration.ts';
import { useIncentives } from '../referrals/incentive-store.ts';
import type { OrderRow } from './order.ts';
import { notePurchase } from './store.ts';
import type { Parties } from './undo-order.ts';
import { claimReferences, useClaims } from './use-claims.ts';

/**
 * Gives an order that came undone and stands by a correction the effects that it would have had when it came, but for what
 * it earns: it uses the claims and friends' codes that it names, and is a purchase of its customer. A gift card's code is
 * not kept, so that none is used. The owners of the claims are among the locked `parties`.
 */
export async function takeUpOrder(
  tx: Tx,
  deps: Secrets,
  program: Program,
  recorded: OrderRow,
  parties: Parties,
  at: number,
): Promise<void> {
  const order = { ...recorded, program };
  const references = claimReferences(deps, order);
  await useClaims(tx, deps, { order, references, owners: new Set(parties.keys()), recorded, at });
  await useIncentives(tx, program.id, references.codes, recorded.merchant_key, at);
  const buyer = await notePurchase(tx, parties.get(recorded.customer_id)!, recorded.date);
  parties.set(buyer.id, await markInactivity(tx, program, buyer));
}
