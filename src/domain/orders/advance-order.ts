import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type ActivityRecord, resolveActivity } from '../ledger/activities.ts';
import { awaitApproval } from '../ledger/clawback.ts';
import { dueUnderNewer } from '../ledger/due.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type BuyerReferral, completeReferral } from '../referrals/complete-referral.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { clawBackRefund } from './claw-back-refund.ts';
import { giveRewardsOfPaidOrder } from './earn-from-order.ts';
import type { OrderRow } from './order.ts';
import { listOrderActivities } from './store.ts';
import type { Parties } from './undo-order.ts';

/**
 * The consequences for an order that still stands. Refunds are taken back before the rest is approved. `takes_up`: it came
 * undone, so it completes a referral as if it were paid now.
 */
export async function advanceOrder(
  tx: Tx,
  deps: Deps,
  program: Program,
  {
    before,
    order,
    parties,
    buyerReferral,
    email,
    takes_up = false,
  }: {
    before: OrderRow;
    order: OrderRow;
    parties: Parties;
    buyerReferral: BuyerReferral | undefined;
    email: string | null;
    takes_up?: boolean;
  },
): Promise<void> {
  const buyer = parties.get(order.customer_id)!;
  const at = entryMoment(deps.clock.now(program), buyer);
  let customer = await clawBackRefund(tx, program, buyer, order, at);
  const isPaidNow = before.paid_at === null && order.paid_at !== null;
  if (isPaidNow) {
    customer = await beginApproval(tx, program, customer, order, at);
    if (order.earns && !order.awaits_enrolment)
      customer = await giveRewardsOfPaidOrder(tx, deps, program, customer, order, at);
  }
  customer = await dueUnderNewer(tx, program, await reviewUpgrade(tx, deps, program, customer, at), at);
  const referrer = buyerReferral && parties.get(buyerReferral.referrer_id);
  const completes = isPaidNow || takes_up;
  if (!completes || order.paid_at === null || !buyerReferral || !referrer) return;
  const paid = { ...order, email, paid_at: order.paid_at };
  await completeReferral(tx, deps, program, {
    buyerReferral,
    referee: customer,
    locked: referrer,
    order: paid,
  });
}

/**
 * The approval period of points that waited for the payment begins with the payment. Its length is that of the rule
 * now.
 */
async function beginApproval(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  let customer = buyer;
  for (const activity of await listOrderActivities(tx, order)) {
    if (!awaitsPayment(activity)) continue;
    const approvesAt = approvalAfterPayment(program, activity, order.paid_at!);
    customer =
      approvesAt > at
        ? await awaitApproval(tx, customer, activity, approvesAt)
        : (await resolveActivity(tx, program, customer, activity, { wanted: 'approved', at })).customer;
  }
  return customer;
}

/** Whether the points of an activity wait for the payment of its order. */
export function awaitsPayment({
  state,
  approves_at,
}: Pick<ActivityRecord, 'state' | 'approves_at'>): boolean {
  return state === 'pending' && approves_at === null;
}

/** The moment at which the points of an activity that waited for the payment are approved. */
export function approvalAfterPayment(
  program: Program,
  { rule_id }: Pick<ActivityRecord, 'rule_id'>,
  paidAt: number,
): number {
  const rule = rule_id === null ? undefined : program.rule(rule_id);
  return paidAt + (rule?.approval_period_ms ?? 0);
}
