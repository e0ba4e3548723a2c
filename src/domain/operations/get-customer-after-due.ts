import { DomainError } from '../core/errors.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomerByMerchantId } from '../customers/find-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { processDue } from './process-due.ts';

/** The customer that a path names, its segment decoded once, after its due work is processed. Throws not_found. */
export async function getCustomerAfterDue(
  deps: Deps,
  program: Program,
  merchantIdFromPath: string,
): Promise<CustomerRow> {
  const customer = await findCustomerByMerchantId(deps.db, program.id, merchantIdFromPath);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return processDue(deps, program, customer);
}
