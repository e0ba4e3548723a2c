import { takeBack } from '../ledger/take-back.ts';
import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import type { OrderRow } from './order.ts';
import { listOrderActivities } from './store.ts';
import { type EarningBasis, takenBack } from './taken-back.ts';

/**
 * Takes back from the locked customer what its order earned of the amount that was refunded of it. What a
 * referrer got for it is not a matter of amounts: that goes with the whole order alone.
 */
export async function takeBackRefunded(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  if (order.refunded_minor === 0) return buyer;
  let customer = buyer;
  for (const activity of await listOrderActivities(tx, order)) {
    if (activity.resource !== 'order') continue;
    const total = takenBack(activity.value, activity.basis as EarningBasis | null, order.refunded_minor);
    customer = await takeBack(tx, program, customer, activity, total, at);
  }
  return customer;
}
