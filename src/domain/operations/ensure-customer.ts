import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type CustomerInput, ensureCustomerIn } from '../enrolment/ensure-customer-in.ts';
import type { Deps } from '../programs/deps.ts';

/** The customer of a merchant_id. An unknown one is created, and enrolled if the program enrols on sight. */
export async function ensureCustomer(
  deps: Deps,
  input: CustomerInput,
  hooks?: Hooks<CustomerRow>,
): Promise<CustomerRow> {
  return runInTransaction(deps, hooks, (tx) => ensureCustomerIn(tx, deps, input));
}
