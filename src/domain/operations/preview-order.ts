import { rehearse } from '../core/rehearse.ts';
import { refuseFuture, reportedDate } from '../core/reported-date.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findBuyer, findGuestOfBuyer, takeInGuest } from '../enrolment/ensure-buyer.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import { decideOrder, type RuleDecision } from '../orders/decide-order.ts';
import { readPurchaseUsage, refuseExcess } from '../orders/earn-from-order.ts';
import { exchanged, exchangeToday } from '../orders/exchange.ts';
import type { OrderInput } from '../orders/order.ts';
import { firstState, isUndone } from '../orders/order-state.ts';
import { listLeft } from '../orders/preview-store.ts';
import { refuseImplausible } from '../orders/refuse-implausible.ts';
import type { Deps } from '../programs/deps.ts';
import { processDue } from './process-due.ts';

/** A possible order. The preview ignores the claims that it uses and the other customers that it concerns. */
type PreviewedOrder = Omit<OrderInput, 'merchant_id' | 'number' | 'claimed_reward_ids' | 'by'>;

export interface OrderPreview {
  customer_state: 'enrolled' | 'guest' | 'blocked';
  /** False: the order would create the customer. */
  is_known: boolean;
  tier_id: number | null;
  /** The decision of every enabled purchase rule. */
  rules: RuleDecision[];
}

/**
 * Previews the earning of an order that would be recorded now, by the same decision as the recording. An unknown
 * customer is created in a transaction that is rolled back, with everything that joining gives; so is the merge of a
 * guest. Writes nothing but its customer's due work. Throws invalid_request as recording does: for a date in the future
 * and for more points than a balance can hold.
 */
export async function previewOrder(deps: Deps, order: PreviewedOrder): Promise<OrderPreview> {
  const { program } = order;
  const now = deps.clock.now(program);
  refuseFuture(order.date, now);
  const found = await findBuyer(deps.db, order);
  if (!found || (await findGuestOfBuyer(deps.db, order, found))) {
    return rehearse(deps, async (tx) => {
      const { buyer, is_known } = await lockBuyer(tx, deps, order);
      return { ...(await preview(tx, order, buyer, now)), is_known };
    });
  }
  const known = await processDue(deps, program, found);
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({ ...(await preview(tx, order, known, now)), is_known: true }));
}

/** The buyer of the order, found by the same first steps as in recording. After a StaleReadError it is read again. */
async function lockBuyer(
  tx: Tx,
  deps: Deps,
  order: PreviewedOrder,
): Promise<{ buyer: CustomerRow; is_known: boolean }> {
  const known = await findBuyer(tx, order);
  const guest = await findGuestOfBuyer(tx, order, known);
  const locked = new Map<number, CustomerRow>();
  const ids = [known, guest].flatMap((party) => party?.id ?? []).sort((a, b) => a - b);
  for (const id of ids) locked.set(id, await lockOwner(tx, order.program.id, id));
  const parties = [known && locked.get(known.id), guest && locked.get(guest.id)] as const;
  return { buyer: await takeInGuest(tx, deps, order, ...parties), is_known: known !== undefined };
}

async function preview(
  tx: Tx,
  told: PreviewedOrder,
  buyer: CustomerRow,
  now: number,
): Promise<Omit<OrderPreview, 'is_known'>> {
  const { program } = told;
  const exchange = exchangeToday(program, told.currency);
  const order = { ...exchanged(told, exchange), ...exchange };
  const at = entryMoment(now, buyer);
  refuseExcess(program, buyer.tier_id, order);
  const date = reportedDate(order.date, at);
  const state = firstState(order);
  if (!order.force) refuseImplausible(state, order.total_minor, program.currency);
  const dated = {
    ...order,
    date,
    paid_at: state.payment_status === 'paid' ? date : null,
    refunded_minor: state.refunded_minor,
    is_undone: isUndone(state),
  };
  const decisions = decideOrder(program, {
    order: dated,
    buyer,
    zone: program.site(buyer.site_id)!.time_zone,
    usage: await readPurchaseUsage(tx, program, buyer, dated, at),
    left: await listLeft(tx, program),
    at,
  });
  return {
    customer_state: buyer.blocked_at !== null ? 'blocked' : buyer.enrolled_at === null ? 'guest' : 'enrolled',
    tier_id: buyer.tier_id,
    rules: decisions.filter(({ rule }) => rule.enabled),
  };
}
