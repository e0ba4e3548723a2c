import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

/** Inserts the history entry of a customer that entered a tier at `date`. */
export async function insertTierEntry(
  tx: Tx,
  customer: CustomerRow,
  tierId: number,
  date: number,
  at: number,
): Promise<void> {
  await tx
    .insertInto('tier_entries')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      tier_id: tierId,
      date: ts(date),
      created_at: ts(at),
    })
    .execute();
}

/** Sets the locked customer's membership, as recorded at `at`, and makes its end fall due. */
export async function updateMembership(
  tx: Tx,
  customer: CustomerRow,
  membership: { tier_id: number | null; started_at: number | null; expires_at: number | null; at: number },
): Promise<CustomerRow> {
  const { tier_id, started_at, expires_at, at } = membership;
  return tx
    .updateTable('customers')
    .set({
      tier_id,
      tier_started_at: started_at === null ? null : ts(started_at),
      tier_expires_at: expires_at === null ? null : ts(expires_at),
      last_entry_at: ts(at),
      updated_at: ts(at),
      ...(expires_at !== null && (customer.next_due_at === null || expires_at < customer.next_due_at)
        ? { next_due_at: ts(expires_at) }
        : {}),
    })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the locked customer's withdrawn tier, because the customer is in a higher one now. */
export async function forgetWithdrawn(tx: Tx, customer: CustomerRow): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ withdrawn_tier_id: null, withdrawn_tier_until: null })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
