import { ts } from '../../db/timestamps.ts';
import { inLine } from '../core/customer-line.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

/**
 * Takes a customer's row lock, the first thing every writer does. It is an UPDATE that bumps the version,
 * so a statement guarded by a version read before can never succeed beside it. Of a customer that was merged its
 * survivor is locked and returned: nothing is written to the other any more. Refuses with not_found, as one that
 * was erased since somebody found it by a name that it had.
 */
export async function lockCustomer(tx: Tx, programId: number, customerId: number): Promise<CustomerRow> {
  const customer = await lockOwner(tx, programId, customerId);
  if (customer.erased_at !== null) throw new DomainError('not_found', 'There is no such customer.');
  return customer;
}

/** The same for what becomes of records, an order say, that go on in the books of a customer that was erased. */
export async function lockOwner(tx: Tx, programId: number, customerId: number): Promise<CustomerRow> {
  let id: number | null | undefined = customerId;
  while (typeof id === 'number') {
    const customer = await lockUnmerged(tx, programId, id);
    if (customer) return customer;
    // In a statement of its own: what was waited for may be the merge.
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
        .where('free.merged_into', 'is', null)
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
