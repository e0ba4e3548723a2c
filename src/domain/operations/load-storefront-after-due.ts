import { DomainError } from '../core/errors.ts';
import { isDue } from '../ledger/due.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import type { StorefrontCustomer } from '../storefront/customer.ts';
import {
  type CustomerQuestion,
  findStorefrontCustomer,
  loadStorefrontCustomer,
} from '../storefront/load-customer.ts';
import { processDue } from './process-due.ts';

/**
 * The storefront state of the customer that a path names, its segment decoded once, after its due work is processed. It
 * is one read if nothing was due. `first_read` has the answer to that read if it was sent ahead. Throws not_found.
 */
export async function getStorefrontAfterDue(
  deps: Deps,
  question: Omit<CustomerQuestion, 'customer_id'> & { merchant_id: string; first_read?: RunEach },
): Promise<StorefrontCustomer> {
  const { db, clock } = deps;
  const { first_read = deps.hot } = question;
  const customer = await findStorefrontCustomer({ db, clock, hot: first_read }, question);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  const { program } = question;
  // Almost no read finds due work, so almost none needs more than this.
  return isDue(program, customer.row, deps.clock.now(program))
    ? afterDue(deps, question, customer)
    : customer;
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
