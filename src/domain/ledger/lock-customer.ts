import { ts } from '../../db/timestamps.ts';
import { DomainError } from '../errors.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/**
 * Takes a customer's row lock, the first thing every writer does. It is an UPDATE that bumps the version,
 * so a statement guarded by a version read before can never succeed beside it.
 */
export async function lockCustomer(tx: Tx, programId: number, customerId: number): Promise<CustomerRow> {
  const customer = await tx
    .updateTable('customers')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('program_id', '=', programId)
    .where('id', '=', customerId)
    .returningAll()
    .executeTakeFirst();
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return customer;
}

/**
 * The same for a customer for whom something is due at `now`, without waiting: undefined where another
 * transaction holds it, or has done what was due.
 */
export async function lockDueCustomer(
  tx: Tx,
  programId: number,
  customerId: number,
  now: number,
): Promise<CustomerRow | undefined> {
  return tx
    .updateTable('customers')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('program_id', '=', programId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('customers as free')
        .select('free.id')
        .where('free.program_id', '=', programId)
        .where('free.id', '=', customerId)
        .where('free.next_due_at', '<=', ts(now))
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The moment an entry of this customer is recorded at: entries never go back, also if the clock does. */
export function entryMoment(now: number, customer: Pick<CustomerRow, 'last_entry_at'>): number {
  return Math.max(now, customer.last_entry_at);
}

/** Notes that an entry which moves no points was recorded at `at`, from `entryMoment`. Points are noted by `post`. */
export async function noteEntry(tx: Tx, customer: CustomerRow, at: number): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ last_entry_at: ts(at), updated_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
