import { type ClaimRecord, isHandedOver } from '../claims/claim-record.ts';
import { refundClaim } from '../claims/end-claim.ts';
import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { resolveActivity } from '../ledger/activities.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import { listOrderClaims, returnToCard, takeCardUses } from './claims-store.ts';
import type { OrderRow } from './order.ts';
import { listOrderActivities } from './store.ts';

/** The customers that an order concerns, locked and processed, by id. A row is replaced when it changes. */
export type Parties = Map<number, CustomerRow>;

/**
 * Takes back everything that an order gave, once it is wholly refunded or cancelled: its points, its customer's place
 * in the limits, the referrer's result, and unused rewards of both. It also returns the rewards used on the order that
 * cost points, with their points and lots. A gift card that was free, or that other orders also use, gets the amount
 * back. Throws StaleReadError if a claim of a customer that is not locked was used on the order meanwhile.
 */
export async function undoOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  program: Program,
  order: OrderRow,
  parties: Parties,
): Promise<void> {
  const now = deps.clock.now(program);
  const activities = await listOrderActivities(tx, order);
  for (const activity of activities) {
    if (activity.state !== 'pending' && activity.state !== 'approved') continue;
    const party = parties.get(activity.customer_id)!;
    const at = entryMoment(now, party);
    const { customer } = await resolveActivity(tx, program, party, activity, { wanted: 'void', at });
    parties.set(customer.id, customer);
  }
  const given = new Set(activities.map((activity) => activity.id));
  const returned = await amountsByCard(tx, order, entryMoment(now, parties.get(order.customer_id)!));
  for (const claim of await listOrderClaims(tx, order)) {
    if (claim.state !== 'approved') continue;
    const owner = parties.get(claim.customer_id);
    if (!owner) throw new StaleReadError();
    const amount = returned.get(claim.id) ?? 0;
    if (isTakenBack(claim, order, given, amount)) {
      parties.set(owner.id, await refundClaim(tx, program, owner, claim, entryMoment(now, owner)));
    }
    if (amount > 0) await returnToCard(tx, claim, amount);
  }
}

async function amountsByCard(tx: Tx, order: OrderRow, at: number): Promise<Map<number, number>> {
  const uses = await takeCardUses(tx, order, at);
  return new Map(uses.map((use) => [use.claimed_reward_id, use.amount_minor]));
}

function isTakenBack(
  claim: ClaimRecord,
  order: OrderRow,
  given: ReadonlySet<number>,
  amountReturned: number,
): boolean {
  if (claim.usage_status === 'not_used')
    return claim.activity_id !== null && given.has(claim.activity_id) && !isHandedOver(claim);
  if (claim.points_cost === 0) return false;
  if (!isInForm(claim.terms, 'balance'))
    return claim.used_by_order_id === order.id || claim.used_by_order_key === order.merchant_key;
  return (claim.current_balance_minor ?? 0) + amountReturned === claim.initial_balance_minor;
}
