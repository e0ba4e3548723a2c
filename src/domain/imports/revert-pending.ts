import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type ActivityRecord, listActivitiesOf, resolveActivity } from '../ledger/activities.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { ImportedRow } from './record-store.ts';

/** The result of taking back a customer's imported pending points. */
interface PendingTakenBack {
  customer: CustomerRow;
  /** Points that were approved, and then spent or expired. */
  missing: number;
}

/**
 * Takes back the imported pending points of a locked customer whose due work is processed. Points that are still
 * pending are declined. Points approved since are voided, as far as the balance has them. Points that a back end
 * declined or voided stay so.
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
