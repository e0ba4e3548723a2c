import { DomainError } from '../core/errors.ts';
import type { Deps } from '../programs/deps.ts';
import type { StorefrontCustomer } from '../storefront/customer.ts';
import {
  type CustomerQuestion,
  findStorefrontCustomer,
  loadStorefrontCustomer,
} from '../storefront/load-customer.ts';
import { processDue } from './process-due.ts';

/**
 * The storefront state of the customer that a path names, its segment decoded once, after its due work is processed. It
 * is one read if nothing was due. `read`: that of `findStorefrontCustomer`, if it was begun before. Throws not_found.
 */
export async function getStorefrontAfterDue(
  deps: Deps,
  question: Omit<CustomerQuestion, 'customer_id'> & { merchant_id: string },
  read: Promise<StorefrontCustomer | undefined> = findStorefrontCustomer(deps, question),
): Promise<StorefrontCustomer> {
  const customer = await read;
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return afterDue(deps, question, customer);
}

/** The same for the customer of an id. */
export async function loadStorefrontAfterDue(
  deps: Deps,
  question: CustomerQuestion,
): Promise<StorefrontCustomer> {
  return afterDue(deps, question, await loadStorefrontCustomer(deps, question));
}

async function afterDue(
  deps: Deps,
  question: Omit<CustomerQuestion, 'customer_id'>,
  customer: StorefrontCustomer,
): Promise<StorefrontCustomer> {
  const row = await processDue(deps, question.program, customer.row);
  return row === customer.row ? customer : loadStorefrontCustomer(deps, { ...question, customer_id: row.id });
}
