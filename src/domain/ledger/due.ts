import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/** Sees to it that the locked customer is settled at `due` at the latest. */
export async function markDue(tx: Tx, customer: CustomerRow, due: number | null): Promise<CustomerRow> {
  if (due === null || (customer.next_due_at !== null && customer.next_due_at <= due)) return customer;
  return setNextDue(tx, customer, due);
}

/** Works out anew when the locked customer falls due next, from all that may: approvals, lapses, the tier's end. */
export async function refreshNextDue(tx: Tx, customer: CustomerRow): Promise<CustomerRow> {
  const { rows } = await sql<{ due: number | null }>`
    select least(
      (select min(approves_at) from activities
        where program_id = ${customer.program_id} and customer_id = ${customer.id} and state = 'pending'),
      (select min(least(auto_refund_at, expires_at)) from claimed_rewards
        where program_id = ${customer.program_id} and customer_id = ${customer.id}
          and state = 'approved' and usage_status = 'not_used' and (auto_refund_at is not null or expires_at is not null))
    ) as due`.execute(tx);
  const dues = [rows[0]?.due ?? null, customer.tier_expires_at].filter((due) => due !== null);
  return setNextDue(tx, customer, dues.length > 0 ? Math.min(...dues) : null);
}

async function setNextDue(tx: Tx, customer: CustomerRow, due: number | null): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ next_due_at: due === null ? null : ts(due) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
