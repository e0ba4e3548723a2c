import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomerByMerchantId } from '../customers/find-customer.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { getCustomerAfterDue } from './get-customer-after-due.ts';

/**
 * Processes the due work of the customer of a merchant_id, from a path, decoded once. Then reads in one snapshot. `at`
 * is the moment at which an entry would be recorded. Throws not_found.
 */
export async function withSnapshotAfterDue<T>(
  deps: Deps,
  program: Program,
  merchantIdFromPath: string,
  read: (tx: Tx, customer: CustomerRow, at: number) => Promise<T>,
): Promise<T> {
  await getCustomerAfterDue(deps, program, merchantIdFromPath);
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const customer = await findCustomerByMerchantId(tx, program.id, merchantIdFromPath);
      if (!customer) throw new DomainError('not_found', 'There is no such customer.');
      return read(tx, customer, entryMoment(deps.clock.now(program), customer));
    });
}
