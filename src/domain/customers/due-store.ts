import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';

/** Makes the locked customer due at `due` or earlier. */
export async function markDue(tx: Tx, customer: CustomerRow, due: number | null): Promise<CustomerRow> {
  if (due === null || (customer.next_due_at !== null && customer.next_due_at <= due)) return customer;
  return setNextDue(tx, customer, due);
}

export async function setNextDue(tx: Tx, customer: CustomerRow, due: number | null): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ next_due_at: due === null ? null : ts(due) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
