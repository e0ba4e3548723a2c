import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import { resolveActivity } from '../ledger/activities.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { awaitApproval } from '../ledger/take-back.ts';
import { againWhenOvertaken, Overtaken } from '../overtaken.ts';
import type { Program } from '../programs/configuration.ts';
import { type Bringing, completeReferral } from '../referrals/complete-referral.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { type Hooks, runInTransaction, type Tx } from '../transaction.ts';
import { giveRewardsOfPaidOrder } from './earn-from-order.ts';
import { lockParties } from './lock-parties.ts';
import type { OrderRow } from './order.ts';
import { furthest, isSameState, isUndone, type OrderState, stateOf } from './order-state.ts';
import { findOrder, findOrderInPath, listOrderActivities, updateState } from './store.ts';
import { takeBackRefunded } from './take-back-refunded.ts';
import { type Parties, undoOrder } from './undo-order.ts';

export interface OrderUpdate {
  program: Program;
  /** As a path names it, decoded once. */
  merchant_id: string;
  /** The email that the update names. */
  customer_email: string | null;
  state: OrderState;
}

export interface UpdatedOrder {
  order_id: number;
  customer_id: number;
}

/**
 * Brings an order as far as it is told to be, and does what follows: paid, its points begin their approval
 * period, its rewards are given and it completes a referral; partly refunded, it gives so much less; refunded
 * whole or cancelled, it is undone for good. States may come late, twice and in any order. Refuses with
 * not_found.
 */
export async function updateOrder(
  deps: Deps,
  update: OrderUpdate,
  hooks?: Hooks<UpdatedOrder>,
): Promise<UpdatedOrder> {
  const { program, merchant_id, customer_email, state } = update;
  return againWhenOvertaken(() =>
    runInTransaction(deps, hooks, async (tx) => {
      const order = await findOrderInPath(tx, program.id, merchant_id);
      if (!order) throw new DomainError('not_found', 'There is no such order.');
      return updateOrderIn(tx, deps, program, order, state, customer_email);
    }),
  );
}

/** The same inside a transaction that has locked nobody yet, for an order as it was read there. */
export async function updateOrderIn(
  tx: Tx,
  deps: Deps,
  program: Program,
  found: OrderRow,
  told: OrderState,
  email: string | null,
): Promise<UpdatedOrder> {
  const becomesPaid = found.paid_at === null && told.payment_status === 'paid';
  const { parties, bringing } = await lockParties(tx, deps, program, found, becomesPaid ? { email } : null);
  const order = (await findOrder(tx, program.id, found.merchant_id))!;
  const known = stateOf(order);
  const next = furthest(known, told, order.total_minor);
  const buyer = parties.get(order.customer_id);
  if (!buyer) throw new Overtaken();
  if (!isSameState(known, next)) {
    const at = entryMoment(deps.clock.now(program), buyer);
    const updated = await updateState(tx, order, next, at);
    if (!isUndone(next)) await advance(tx, deps, program, order, updated, parties, { bringing, email });
    else if (!isUndone(known)) await undoOrder(tx, deps, program, updated, parties);
  }
  return { order_id: order.id, customer_id: order.customer_id };
}

/** What follows for an order that still stands: less is taken back before what is left is approved. */
async function advance(
  tx: Tx,
  deps: Deps,
  program: Program,
  before: OrderRow,
  order: OrderRow,
  parties: Parties,
  { bringing, email }: { bringing: Bringing | undefined; email: string | null },
): Promise<void> {
  const buyer = parties.get(order.customer_id)!;
  const at = entryMoment(deps.clock.now(program), buyer);
  let customer = await takeBackRefunded(tx, program, buyer, order, at);
  const isPaidNow = before.paid_at === null && order.paid_at !== null;
  if (isPaidNow) {
    customer = await beginApproval(tx, program, customer, order, at);
    if (order.earns && !order.awaits_enrolment)
      customer = await giveRewardsOfPaidOrder(tx, deps, program, customer, order, at);
  }
  await reviewUpgrade(tx, deps, program, customer, at);
  const referrer = bringing && parties.get(bringing.referrer_id);
  if (!isPaidNow || !bringing || !referrer) return;
  const paid = { ...order, email, paid_at: order.paid_at! };
  await completeReferral(tx, deps, program, bringing, customer, referrer, paid);
}

/** The approval period of what waited for the payment begins with it, as long as its rule says now. */
async function beginApproval(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  let customer = buyer;
  for (const activity of await listOrderActivities(tx, order)) {
    if (activity.state !== 'pending' || activity.approves_at !== null) continue;
    const rule = activity.rule_id === null ? undefined : program.rule(activity.rule_id);
    const approvesAt = order.paid_at! + (rule?.approval_period_ms ?? 0);
    customer =
      approvesAt > at
        ? await awaitApproval(tx, customer, activity, approvesAt)
        : (await resolveActivity(tx, program, customer, activity, 'approved', at)).customer;
  }
  return customer;
}
