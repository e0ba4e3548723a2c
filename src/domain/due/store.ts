import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ActivityRecord } from '../ledger/activities.ts';

export async function listDueActivities(
  tx: Tx,
  customer: CustomerRow,
  now: number,
): Promise<ActivityRecord[]> {
  const rows = await tx
    .selectFrom('activities')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('state', '=', 'pending')
    .where('approves_at', '<=', ts(now))
    .orderBy('approves_at')
    .orderBy('id')
    .execute();
  return rows as ActivityRecord[];
}

export async function listDueClaims(tx: Tx, customer: CustomerRow, now: number): Promise<ClaimRecord[]> {
  const rows = await tx
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('state', '=', 'approved')
    .where('usage_status', '=', 'not_used')
    .where((eb) => eb.or([eb('auto_refund_at', '<=', ts(now)), eb('expires_at', '<=', ts(now))]))
    .orderBy('id')
    .execute();
  return rows as ClaimRecord[];
}
