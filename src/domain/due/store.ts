import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import type { ProgramStamp } from '../programs/store.ts';

/**
 * The stamps of the programs in which something is due for a customer, by each program's own clock; `real` is the wall
 * clock, in ms. Reads one index entry for each program.
 */
export async function listProgramsWithDue(db: Kysely<DB>, real: number): Promise<ProgramStamp[]> {
  const { rows } = await sql<ProgramStamp>`
    select p.id as program_id, p.configuration_version, p.clock_offset_ms
      from programs p cross join lateral (
        select from customers
          where program_id = p.id and next_due_at <= ${ts(real)} + p.clock_offset_ms * interval '1 millisecond'
          order by next_due_at limit 1) due
      order by p.id`.execute(db);
  return rows;
}

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
