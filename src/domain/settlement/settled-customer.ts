import type { Deps } from '../../deps.ts';
import { findCustomerByMerchantId } from '../customers/find-customer.ts';
import { DomainError } from '../errors.ts';
import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { settleCustomer } from './settle-customer.ts';

/** The customer that a path names, its segment decoded once, with what was due done; 404 where there is none. */
export async function getSettledCustomer(
  deps: Deps,
  program: Program,
  merchantIdFromPath: string,
): Promise<CustomerRow> {
  const customer = await findCustomerByMerchantId(deps.db, program.id, merchantIdFromPath);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return settleCustomer(deps, program, customer);
}
