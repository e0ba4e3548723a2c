import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import { settleCustomer } from '../settlement/settle-customer.ts';
import type { StorefrontCustomer } from './customer.ts';
import { type CustomerQuestion, findStorefrontCustomer, loadStorefrontCustomer } from './load-customer.ts';

/**
 * The customer that a path names, its segment decoded once, with what was due done. One read where nothing
 * was. Throws not_found.
 */
export async function getSettledStorefrontCustomer(
  deps: Deps,
  question: Omit<CustomerQuestion, 'customer_id'> & { merchant_id: string },
): Promise<StorefrontCustomer> {
  const customer = await findStorefrontCustomer(deps, question);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  const settled = await settleCustomer(deps, question.program, customer.row);
  if (settled === customer.row) return customer;
  return loadStorefrontCustomer(deps, { ...question, customer_id: settled.id });
}
