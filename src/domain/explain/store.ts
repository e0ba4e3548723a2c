import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { PendingPoints } from './when-affordable.ts';

/** The customer's pending points with a known moment of approval, earliest first. */
export async function listPendingPoints(tx: Tx, customer: CustomerRow): Promise<PendingPoints[]> {
  const rows = await tx
    .selectFrom('activities')
    .select(['value', 'taken_back', 'approves_at', 'date'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('state', '=', 'pending')
    .where('approves_at', 'is not', null)
    .orderBy('approves_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    points: row.value - row.taken_back,
    approves_at: row.approves_at!,
    earned_at: row.date,
  }));
}

/** The customer's lots with points, and their expiry. */
export async function listHeldLots(
  tx: Tx,
  customer: CustomerRow,
): Promise<{ points: number; expires_at: number | null }[]> {
  return tx
    .selectFrom('lots')
    .select(['remaining as points', 'expires_at'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('remaining', '>', 0)
    .execute();
}
