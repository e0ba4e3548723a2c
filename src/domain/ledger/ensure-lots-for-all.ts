import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { ensureLots } from './ensure-lots.ts';
import { entryMoment } from './lock-customer.ts';
import { beginLots } from './opening-rows.ts';
import { datedSince, type ExpiryTerms } from './points-expiry.ts';

/**
 * Runs `ensureLots` for many locked customers. Customers with no points and no lots yet, such as new ones, take one
 * statement together.
 */
export async function ensureLotsForAll(
  tx: Tx,
  program: Program,
  terms: ExpiryTerms,
  customers: readonly CustomerRow[],
  now: number,
): Promise<CustomerRow[]> {
  const dated_since = datedSince(terms);
  const begins = (customer: CustomerRow) =>
    dated_since !== null && customer.lots_since === null && customer.points_approved <= 0;
  const beginning = customers.filter(begins).map((customer) => ({
    customer_id: customer.id,
    at: entryMoment(now, customer),
  }));
  if (dated_since !== null && beginning.length > 0) await beginLots(tx, program.id, beginning, dated_since);
  const held: CustomerRow[] = [];
  for (const customer of customers) {
    const at = entryMoment(now, customer);
    held.push(
      begins(customer)
        ? { ...customer, lots_since: at, lots_dated_since: dated_since }
        : await ensureLots(tx, program, terms, customer, at),
    );
  }
  return held;
}
