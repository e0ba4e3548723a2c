import type { TransactionResource } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/** One change of points. `approved`, `pending` and `spent` are what it adds to each counter. */
export interface LedgerEntry {
  source:
    | { resource: Extract<TransactionResource, 'activity'>; activity_id: number }
    | { resource: Extract<TransactionResource, 'adjustment'>; adjustment_id: number }
    | { resource: Extract<TransactionResource, 'claimed_reward'>; claimed_reward_id: number }
    | { resource: Extract<TransactionResource, 'expiry'>; expiry_id: number };
  approved: number;
  pending: number;
  spent: number;
  note?: string;
  /** When it is recorded, from `entryMoment`. */
  at: number;
}

/**
 * Writes one immutable transaction and moves the counters by it, in one statement: the only way, beside
 * the hot statements and the approval batch of this folder, in which points ever change.
 * `customer` is a row that this transaction has locked; returns it as it is after.
 */
export async function post(
  tx: Tx,
  _program: Program,
  customer: CustomerRow,
  entry: LedgerEntry,
): Promise<CustomerRow> {
  return tx
    .with('entry', (db) =>
      db
        .insertInto('transactions')
        .values({
          program_id: customer.program_id,
          customer_id: customer.id,
          points_approved: entry.approved,
          points_pending: entry.pending,
          points_spent: entry.spent,
          ...entry.source,
          note: entry.note ?? null,
          created_at: ts(entry.at),
        })
        .returning('id'),
    )
    .updateTable('customers')
    .set((eb) => ({
      points_approved: eb('points_approved', '+', entry.approved),
      points_pending: eb('points_pending', '+', entry.pending),
      points_spent: eb('points_spent', '+', entry.spent),
      ...(entry.approved === 0 || entry.source.resource === 'expiry'
        ? {}
        : { balance_changed_at: ts(entry.at) }),
      last_entry_at: ts(entry.at),
      updated_at: ts(entry.at),
    }))
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
