import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { clawBack } from '../ledger/clawback.ts';
import type { Program } from '../programs/configuration.ts';
import { clawedBack, type EarningBasis } from './clawed-back.ts';
import type { OrderRow } from './order.ts';
import { takeNewestFirst } from './restate-order.ts';
import { entitlement, groupEarnings, remainingPointsOf } from './restated-earnings.ts';
import { findRestated } from './restated-store.ts';
import { listOrderActivities } from './store.ts';

/**
 * Takes back from the locked customer the points that its order earned for the refunded amount. The referrer's result
 * does not depend on amounts: it is taken back only with the whole order.
 */
export async function clawBackRefund(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  if (order.refunded_minor === 0) return buyer;
  let customer = buyer;
  const activities = (await listOrderActivities(tx, order)).filter(({ resource }) => resource === 'order');
  const restated = await findRestated(tx, order);
  for (const { rule_id, activities: ofRule } of groupEarnings(activities)) {
    const earning = restated?.get(rule_id);
    if (!earning) continue;
    const excess = remainingPointsOf(ofRule) - entitlement(earning, order.refunded_minor);
    if (excess > 0) customer = await takeNewestFirst(tx, program, customer, ofRule, excess, at);
  }
  for (const activity of activities) {
    if (activity.rule_id !== null && restated?.has(activity.rule_id)) continue;
    const total = clawedBack(activity.value, activity.basis as EarningBasis | null, order.refunded_minor);
    customer = await clawBack(tx, program, customer, activity, total, at);
  }
  return customer;
}
