import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type ActivityRecord, listActivitiesOf, resolveActivity } from '../ledger/activities.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { ImportedRow } from './record-store.ts';

/** What is left of a customer's pending points that an import brought in when they are taken back. */
interface PendingTakenBack {
  customer: CustomerRow;
  /** Points that were approved, and spent or expired since. */
  missing: number;
}

/**
 * Takes back what an import made pending of a locked and settled customer: what is pending is declined, what was
 * approved since is void, as far as its points are there. What somebody declined or voided stays so.
 */
export async function takeBackPending(
  tx: Tx,
  program: Program,
  row: Pick<ImportedRow, 'activity_ids'>,
  locked: CustomerRow,
  now: number,
): Promise<PendingTakenBack> {
  let customer = locked;
  let missing = 0;
  for (const activity of await listActivitiesOf(tx, customer, row.activity_ids)) {
    if (!stands(activity)) continue;
    const before = customer.points_approved;
    const at = entryMoment(now, customer);
    const how = { as_far_as_there: true };
    ({ customer } = await resolveActivity(tx, program, customer, activity, { wanted: 'void', at, ...how }));
    if (activity.state === 'approved')
      missing += activity.value - activity.taken_back - (before - customer.points_approved);
  }
  return { customer, missing };
}

function stands({ state }: ActivityRecord): boolean {
  return state === 'pending' || state === 'approved';
}
