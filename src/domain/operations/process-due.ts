import { runInTransaction } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type DueDeps, processDueIn } from '../due/process-due-in.ts';
import { isDue } from '../ledger/due.ts';
import { lockDueCustomer, lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';

/**
 * Processes the due work of a customer, in order of due time and in its own transaction: approvals, lapses and ends of
 * claims, the birthday, expiries of points, the end of a tier membership. Returns the row afterwards. Costs nothing if
 * nothing is due.
 */
export async function processDue(
  deps: DueDeps,
  program: Program,
  customer: CustomerRow,
): Promise<CustomerRow> {
  if (!isDue(program, customer, deps.clock.now(program))) return customer;
  return runInTransaction(deps, undefined, async (tx) => {
    const locked = await lockOwner(tx, customer.program_id, customer.id);
    return processDueIn(tx, deps, program, locked, deps.clock.now(program));
  });
}

/** The same for the customer of an id. A customer that another transaction holds is left for later. */
export async function processDueUnlessHeld(
  deps: DueDeps,
  program: Program,
  customerId: number,
): Promise<void> {
  await runInTransaction(deps, undefined, async (tx) => {
    const now = deps.clock.now(program);
    const locked = await lockDueCustomer(tx, program.id, customerId, now);
    if (locked) await processDueIn(tx, deps, program, locked, now);
  });
}
