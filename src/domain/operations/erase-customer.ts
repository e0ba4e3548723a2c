import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { eraseIn } from '../customers/erase-in.ts';
import { findCustomerByMerchantId } from '../customers/find-customer.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import { refuseErasureAlone } from '../operators/refuse-alone.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * Deletes a customer's personal data, and that of all customers merged into it. Its entries of the ledger stay and go
 * on: pending points are approved, and its orders can be refunded. Its ids and email no longer find it, and a new
 * customer may have them. `merchant_id` is from a path, decoded once. Throws not_found, and approval_required for an
 * operator who may not do it alone.
 */
export async function eraseCustomer(
  deps: Deps,
  input: { program: Program; merchant_id: string; by: Actor },
): Promise<void> {
  const { program } = input;
  await runInTransaction(deps, undefined, async (tx) => {
    const found = await findCustomerByMerchantId(tx, program.id, input.merchant_id);
    if (!found) throw new DomainError('not_found', 'There is no such customer.');
    const customer = await lockCustomer(tx, program.id, found.id);
    refuseErasureAlone(program, input.by);
    await eraseLockedIn(tx, deps, program, customer, input.by);
  });
}

/** Erases a locked customer, without asking whether the operator may do it alone. */
export async function eraseLockedIn(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  program: Program,
  customer: CustomerRow,
  by: Actor,
): Promise<void> {
  const merged = await eraseIn(tx, deps, customer, entryMoment(deps.clock.now(program), customer));
  await recordAudit(tx, deps, {
    program_id: program.id,
    actor: by,
    action: 'customer.erased',
    subject: { kind: 'customer', id: customer.id },
    details: merged.length === 0 ? {} : { merged_ids: merged },
  });
}
