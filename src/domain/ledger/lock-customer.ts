import { ts } from '../../db/timestamps.ts';
import { inLine } from '../core/customer-line.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

/**
 * Takes a customer's row lock. Every writer does this first. The lock is an UPDATE that bumps the version, so a
 * statement guarded by an earlier version can never succeed beside it. If the customer was merged, its survivor is
 * locked and returned: nobody writes to a merged customer any more. Throws not_found, also for a customer that was
 * erased after the caller found it by a name.
 */
export async function lockCustomer(tx: Tx, programId: number, customerId: number): Promise<CustomerRow> {
  const customer = await lockOwner(tx, programId, customerId);
  if (customer.erased_at !== null) throw new DomainError('not_found', 'There is no such customer.');
  return customer;
}

/** Like `lockCustomer`, but also locks an erased customer. Records such as its orders still change in its books. */
export async function lockOwner(tx: Tx, programId: number, customerId: number): Promise<CustomerRow> {
  let id: number | null | undefined = customerId;
  while (typeof id === 'number') {
    const customer = await lockUnmerged(tx, programId, id);
    if (customer) return customer;
    // This is a statement of its own: the transaction that the lock waited for may be the merge.
    id = await findSurvivorId(tx, programId, id);
  }
  throw new DomainError('not_found', 'There is no such customer.');
}

async function lockUnmerged(tx: Tx, programId: number, customerId: number): Promise<CustomerRow | undefined> {
  return inLine(programId, customerId, () =>
    tx
      .updateTable('customers')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('program_id', '=', programId)
      .where('id', '=', customerId)
      .where('merged_into', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );
}

async function findSurvivorId(
  tx: Tx,
  programId: number,
  customerId: number,
): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('customers')
    .select('merged_into')
    .where('program_id', '=', programId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  return row?.merged_into;
}

/**
 * Locks a customer that is due at `now`, without waiting. Returns undefined if another transaction holds it, or has
 * already processed it.
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
        .where('free.merged_into', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The moment at which an entry of this customer is recorded. Entries never go back in time, even if the clock does. */
export function entryMoment(now: number, customer: Pick<CustomerRow, 'last_entry_at'>): number {
  return Math.max(now, customer.last_entry_at);
}

/** Notes that an entry that moves no points was recorded at `at`, from `entryMoment`. For points `post` notes it. */
export async function noteEntry(tx: Tx, customer: CustomerRow, at: number): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ last_entry_at: ts(at), updated_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
