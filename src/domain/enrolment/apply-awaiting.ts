import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { earnFromOrder } from '../orders/earn-from-order.ts';
import { takeAwaitingOrders } from '../orders/store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { completeActivityReport } from '../rules/activity-report.ts';
import { takeAwaitingReports } from '../rules/report-store.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';

/**
 * Applies the rules to all purchases and activities of the locked customer as a guest. Each order and activity counts
 * once, with its own date: it counts in the limit of that date. Its approval period began at that date, or when the
 * order was paid.
 */
export async function applyAwaiting(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  enrolled: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  let customer = enrolled;
  for (const order of await takeAwaitingOrders(tx, customer)) {
    customer = await earnFromOrder(tx, deps, program, customer, order, at);
    if (program.settings.tier_boundary_mode === 'points')
      customer = await reviewUpgrade(tx, deps, program, customer, at);
  }
  for (const report of await takeAwaitingReports(tx, customer)) {
    ({ customer } = await completeActivityReport(tx, deps, program, customer, report, at));
  }
  return customer;
}
