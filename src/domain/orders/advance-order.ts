import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { resolveActivity } from '../ledger/activities.ts';
import { awaitApproval } from '../ledger/clawback.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type Bringing, completeReferral } from '../referrals/complete-referral.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { clawBackRefund } from './claw-back-refund.ts';
import { giveRewardsOfPaidOrder } from './earn-from-order.ts';
import type { OrderRow } from './order.ts';
import { listOrderActivities } from './store.ts';
import type { Parties } from './undo-order.ts';

/** The consequences for an order that still stands. Refunds are taken back before the rest is approved. */
export async function advanceOrder(
  tx: Tx,
  deps: Deps,
  program: Program,
  {
    before,
    order,
    parties,
    bringing,
    email,
  }: {
    before: OrderRow;
    order: OrderRow;
    parties: Parties;
    bringing: Bringing | undefined;
    email: string | null;
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
  await reviewUpgrade(tx, deps, program, customer, at);
  const referrer = bringing && parties.get(bringing.referrer_id);
  if (!isPaidNow || !bringing || !referrer) return;
  const paid = { ...order, email, paid_at: order.paid_at! };
  await completeReferral(tx, deps, program, { bringing, referee: customer, locked: referrer, order: paid });
}

/** The approval period of points that waited for the payment begins with the payment, as long as the rule says now. */
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
        : (await resolveActivity(tx, program, customer, activity, { wanted: 'approved', at })).customer;
  }
  return customer;
}
