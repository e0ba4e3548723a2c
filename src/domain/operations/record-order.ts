import { platformKey } from '../core/platform-key.ts';
import { lockOrderName } from '../core/program-lock-store.ts';
import { refuseFuture } from '../core/reported-date.ts';
import { retryOnStaleRead, StaleReadError } from '../core/stale-read.ts';
import { type Hooks, runInTransaction, skipped, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { processDueIn } from '../due/process-due-in.ts';
import { findBuyer, findGuestOfBuyer, takeInGuest } from '../enrolment/ensure-buyer.ts';
import { dueUnderNewer, isDue, markInactivity } from '../ledger/due.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import { listClaimsUsedOn, listNamedClaims } from '../orders/claims-store.ts';
import { correctOrderIn } from '../orders/correct-order.ts';
import { earnFromOrder, refuseExcess } from '../orders/earn-from-order.ts';
import { isEdited, paidForKnown } from '../orders/edited-contents.ts';
import { exchanged, exchangeKept, exchangeToday } from '../orders/exchange.ts';
import { firstReport, newOrder } from '../orders/new-order.ts';
import type { OrderContents, OrderInput, OrderRow } from '../orders/order.ts';
import { firstState, isUndone, reportedState } from '../orders/order-state.ts';
import { type OrderDraft, recordUnlocked } from '../orders/record-unlocked.ts';
import { refuseImplausible } from '../orders/refuse-implausible.ts';
import { reportedEdits } from '../orders/state-store.ts';
import { findOrder, insertOrder, notePurchase } from '../orders/store.ts';
import { type Parties, undoOrder } from '../orders/undo-order.ts';
import { updateOrderIn } from '../orders/update-order-in.ts';
import { claimReferences, keptCodes, useClaims } from '../orders/use-claims.ts';
import type { Deps } from '../programs/deps.ts';
import { completeReferral, findBuyerReferral } from '../referrals/complete-referral.ts';
import { useIncentives } from '../referrals/incentive-store.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { processDue } from './process-due.ts';

interface RecordedOrder extends OrderDraft {
  order_id: number;
}

/**
 * Records an order. The claims that it used are marked used. The purchase rules give their points, which wait for the
 * payment of an unpaid order. Its spend counts towards the tier at once. A paid order completes the referral that
 * brought its customer. An order that comes wholly refunded or cancelled is kept and has no effect, except that it gives
 * back what was used on it before. If the program already has the merchant_id, only the payment, refunds and cancellation
 * are used, as in `updateOrder`: the recorded total stays, and so does the highest amount paid. Throws implausible_amount
 * for amounts that must be a mistake.
 *
 * Without hooks, or with skippable ones, an order that concerns nobody but its customer is one unlocked read, a pure
 * decision and one guarded statement (`recordUnlocked`). Otherwise the customers are locked, and it is decided again.
 */
export async function recordOrder(
  deps: Deps,
  order: OrderInput,
  hooks?: Hooks<RecordedOrder, OrderDraft>,
): Promise<RecordedOrder> {
  const { program } = order;
  refuseFuture(order.date, deps.clock.now(program));
  const skips = skipped(hooks);
  const written = skips && (await recordUnlocked(deps, order, skips));
  if (written) return written;
  const known = await findBuyer(deps.db, order);
  if (known) await processDue(deps, program, known);
  return retryOnStaleRead(() => runInTransaction(deps, hooks, (tx) => recordIn(tx, deps, order)));
}

async function recordIn(tx: Tx, deps: Deps, told: OrderInput): Promise<RecordedOrder> {
  const { program } = told;
  const already = await findOrder(tx, program.id, told.merchant_id);
  if (already) return tellAgain(tx, deps, told, already);
  const exchange = exchangeToday(program, told.currency);
  const order = exchanged(told, exchange);
  const state = firstState(order);
  const references = claimReferences(deps, order);
  const name = { program_id: program.id, merchant_key: platformKey(told.merchant_id) };
  if (isUndone(state)) await lockOrderName(tx, name, 'alone');
  const { customer, claims, owners, parties, buyerReferral, referrer } = await lockAll(
    tx,
    deps,
    order,
    references,
  );
  const at = entryMoment(deps.clock.now(program), customer);
  refuseExcess(program, customer.tier_id, { ...order, ...exchange });
  if (!order.force) refuseImplausible(state, order.total_minor, program.currency);
  const kept = { ...order, ...exchange, discount_codes: keptCodes(deps, order, claims) };
  const first = { order: kept, told, state, at };
  const recorded = await insertOrder(tx, newOrder(customer, first), firstReport(first));
  if (!recorded) throw new StaleReadError();
  if (isUndone(state)) await undoOrder(tx, deps, program, recorded, parties);
  else {
    await useClaims(tx, deps, { order, references, owners, recorded, at });
    await useIncentives(tx, program.id, references.codes, recorded.merchant_key, at);
    const buyer = await markInactivity(tx, program, await notePurchase(tx, customer, recorded.date));
    const after = await earnFromOrder(tx, deps, program, buyer, recorded, at);
    await dueUnderNewer(tx, program, await reviewUpgrade(tx, deps, program, after, at), at);
    const { paid_at } = recorded;
    if (buyerReferral && referrer && paid_at !== null) {
      const paid = { ...recorded, email: order.customer_email, paid_at };
      await completeReferral(tx, deps, program, {
        buyerReferral,
        referee: customer,
        locked: referrer,
        order: paid,
      });
    }
  }
  return { order_id: recorded.id, customer_id: customer.id, recorded: true, edited: false };
}

/** The contents of an order, as far as it gives them. An order without lines says nothing of lines. */
function contentsOf({
  total_minor,
  shipping_minor,
  tax_minor = 0,
  discounts_minor = 0,
  line_items,
}: OrderInput): Partial<OrderContents> {
  const amounts = { total_minor, shipping_minor, tax_minor, discounts_minor };
  return line_items.length > 0 ? { ...amounts, line_items } : amounts;
}

/** Applies the reported state to a known order. Its contents stay. */
async function tellAgain(tx: Tx, deps: Deps, told: OrderInput, already: OrderRow): Promise<RecordedOrder> {
  const { program, customer_email, force, by, correct } = told;
  const order = exchanged(told, exchangeKept(already, told));
  if (correct) {
    const corrected = await correctOrderIn(tx, deps, already, {
      program,
      customer_email,
      force,
      by,
      told: reportedState(told),
      state: reportedState(order),
      contents: contentsOf(order),
      told_contents: reportedEdits(contentsOf(told)),
    });
    return { ...corrected, recorded: false, edited: false };
  }
  const edited = isEdited(already, order);
  const state = reportedState(order);
  const update = {
    program,
    customer_email,
    force,
    by,
    state: edited ? paidForKnown(already, state) : state,
    told: reportedState(told),
  };
  return { ...(await updateOrderIn(tx, deps, already, update, 'post')), recorded: false, edited };
}

/** The referral that the order completes, if it is paid. */
async function referralOfBuyer(db: Deps['db'], order: OrderInput, buyer: CustomerRow | undefined) {
  if (order.payment_status !== 'paid') return undefined;
  const { program, customer_email, discount_codes } = order;
  return findBuyerReferral(db, program, { buyer: buyer ?? null, email: customer_email, discount_codes });
}

/**
 * Locks the order's customer, the owners of every claim it names and the referrer, in ascending id order. Of an order that
 * comes undone, also the owners of what was used on it before, with their due work processed. Creates the customer if it
 * is unknown. Throws StaleReadError if one of them was merged meanwhile, or the customer was erased.
 */
async function lockAll(
  tx: Tx,
  deps: Deps,
  order: OrderInput,
  references: ReturnType<typeof claimReferences>,
) {
  const { program } = order;
  const known = await findBuyer(tx, order);
  const guest = await findGuestOfBuyer(tx, order, known);
  const claims = await listNamedClaims(tx, program.id, references);
  const used = isUndone(firstState(order)) ? await listClaimsUsedOn(tx, program.id, order.merchant_id) : [];
  const found = await referralOfBuyer(tx, order, known);
  const buyerReferral = found?.referrer_id === guest?.id ? undefined : found;
  const owners = new Set([...claims, ...used].map((claim) => claim.customer_id));
  if (known) owners.add(known.id);
  if (guest) owners.add(guest.id);
  const ids = new Set(buyerReferral ? [...owners, buyerReferral.referrer_id] : owners);
  const locked = new Map<number, CustomerRow>();
  for (const id of [...ids].sort((a, b) => a - b)) {
    const party = await lockOwner(tx, program.id, id);
    const isGone = id === known?.id && party.erased_at !== null;
    if (party.id !== id || isGone) throw new StaleReadError();
    locked.set(id, party);
  }
  const buyer = known && locked.get(known.id);
  const customer = await takeInGuest(tx, deps, order, buyer, guest && locked.get(guest.id));
  const parties: Parties = new Map(locked).set(customer.id, customer);
  const now = deps.clock.now(program);
  for (const { customer_id } of used) {
    const owner = parties.get(customer_id);
    if (owner && isDue(program, owner, now))
      parties.set(owner.id, await processDueIn(tx, deps, program, owner, now));
  }
  const referrer = buyerReferral && parties.get(buyerReferral.referrer_id);
  return { customer: parties.get(customer.id)!, claims, owners, parties, buyerReferral, referrer };
}
