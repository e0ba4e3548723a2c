import type { Deps } from '../../deps.ts';
import { ensureCustomerIn } from '../customers/enrol-customer.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { markInactivity } from '../ledger/due.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import { againWhenOvertaken, Overtaken } from '../overtaken.ts';
import { completeReferral, findBringing } from '../referrals/complete-referral.ts';
import { useIncentives } from '../referrals/incentive-store.ts';
import { refuseFuture, reportedDate } from '../reported-date.ts';
import { settleCustomer } from '../settlement/settle-customer.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { type Hooks, runInTransaction, type Tx } from '../transaction.ts';
import { listNamedClaims } from './claims-store.ts';
import { earnFromOrder, refuseExcess } from './earn-from-order.ts';
import type { OrderInput } from './order.ts';
import { furthest, isUndone, type OrderState } from './order-state.ts';
import { findOrder, insertOrder, notePurchase } from './store.ts';
import { updateOrderIn } from './update-order.ts';
import { claimReferences, keptCodes, useClaims } from './use-claims.ts';

export interface RecordedOrder {
  order_id: number;
  customer_id: number;
  /** False where the program already had the order. */
  recorded: boolean;
}

/**
 * Records an order: what it used is marked used, the purchase rules give their points (waiting for payment where
 * it is not paid), and its spend counts towards the tier at once; a paid one completes the referral that brought
 * its customer. One that comes refunded whole or cancelled is kept and has no effect. Of a merchant_id the
 * program already has, only what it says of payment, refunds and cancellation is taken, as `updateOrder` does.
 */
export async function recordOrder(
  deps: Deps,
  order: OrderInput,
  hooks?: Hooks<RecordedOrder>,
): Promise<RecordedOrder> {
  const { program } = order;
  refuseFuture(order.date, deps.clock.now(program));
  const known = await findCustomer(deps.db, program.id, order.customer_id);
  if (known) await settleCustomer(deps, program, known);
  return againWhenOvertaken(() => runInTransaction(deps, hooks, (tx) => recordIn(tx, deps, order)));
}

async function recordIn(tx: Tx, deps: Deps, order: OrderInput): Promise<RecordedOrder> {
  const { program } = order;
  const told = toldState(order);
  const already = await findOrder(tx, program.id, order.merchant_id);
  if (already) {
    const updated = await updateOrderIn(tx, deps, program, already, told, order.customer_email);
    return { ...updated, recorded: false };
  }
  const state = furthest(NEW, told, order.total_minor);
  const references = claimReferences(deps.secret, order);
  const { customer, claims, owners, bringing, referrer } = await lockAll(tx, deps, order, references);
  const at = entryMoment(deps.clock.now(program), customer);
  refuseExcess(program, customer.tier_id, order);
  const kept = { ...order, discount_codes: keptCodes(deps.secret, order, claims) };
  const recorded = await insertOrder(tx, customer, kept, state, reportedDate(order.date, at), at);
  if (!recorded) throw new Overtaken();
  if (!isUndone(state)) {
    await useClaims(tx, deps.secret, order, references, owners, recorded, at);
    await useIncentives(tx, program.id, references.codes, recorded.merchant_key, at);
    const buyer = await markInactivity(tx, program, await notePurchase(tx, customer, recorded.date));
    const after = await earnFromOrder(tx, deps, program, buyer, recorded, at);
    await reviewUpgrade(tx, deps, program, after, at);
    const { paid_at } = recorded;
    if (bringing && referrer && paid_at !== null) {
      const paid = { ...recorded, email: order.customer_email, paid_at };
      await completeReferral(tx, deps, program, bringing, customer, referrer, paid);
    }
  }
  return { order_id: recorded.id, customer_id: customer.id, recorded: true };
}

const NEW: OrderState = {
  payment_status: 'not_paid',
  paid_minor: 0,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};

function toldState(order: OrderInput): OrderState {
  const { payment_status, paid_minor, refund_status, refunded_minor, cancelled } = order;
  return {
    payment_status,
    paid_minor,
    refund_status: refund_status ?? NEW.refund_status,
    refunded_minor: refunded_minor ?? NEW.refunded_minor,
    cancelled: cancelled ?? NEW.cancelled,
  };
}

/** Whose referral the order completes, if it is paid. */
async function bringingOf(db: Deps['db'], order: OrderInput, buyer: CustomerRow | undefined) {
  if (order.payment_status !== 'paid') return undefined;
  const { program, customer_email, discount_codes } = order;
  return findBringing(db, program, { buyer: buyer ?? null, email: customer_email, discount_codes });
}

/**
 * Locks the order's customer, the owners of every claim it names and the customer whose referral it completes,
 * in ascending id order; creates the customer where unknown. Throws Overtaken where one was merged meanwhile, or the
 * customer was erased.
 */
async function lockAll(
  tx: Tx,
  deps: Deps,
  order: OrderInput,
  references: ReturnType<typeof claimReferences>,
) {
  const { program } = order;
  const known = await findCustomer(tx, program.id, order.customer_id);
  const claims = await listNamedClaims(tx, program.id, references);
  const bringing = await bringingOf(tx, order, known);
  const owners = new Set(claims.map((claim) => claim.customer_id));
  if (known) owners.add(known.id);
  const ids = new Set(bringing ? [...owners, bringing.referrer_id] : owners);
  const locked = new Map<number, CustomerRow>();
  for (const id of [...ids].sort((a, b) => a - b)) {
    const party = await lockOwner(tx, program.id, id);
    const isGone = id === known?.id && party.erased_at !== null;
    if (party.id !== id || isGone) throw new Overtaken();
    locked.set(id, party);
  }
  let customer = known && locked.get(known.id);
  customer ??= await ensureCustomerIn(tx, deps, {
    program,
    site: program.sites[0]!,
    merchant_id: order.customer_id,
    email: order.customer_email,
    channel: order.channel,
    on_email_conflict: 'keep_without',
  });
  return { customer, claims, owners, bringing, referrer: bringing && locked.get(bringing.referrer_id) };
}
