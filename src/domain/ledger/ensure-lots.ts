import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { dateLots, insertLot, setLotTerms } from './lot-store.ts';
import { datedSince, type ExpiryTerms, pointsExpireAt } from './points-expiry.ts';

/**
 * Brings the locked customer's lots under the program's present terms, which are read under that lock. If points have
 * dates and the customer has no lots, its balance becomes the first lot. If the mode was turned on or changed since the
 * lots were dated, points that have not expired get the dates of points earned then. If the mode was turned off, they
 * never expire. A customer that has lots has lots for ever.
 *
 * Every change of a balance with lots begins with this. So lots never mix two modes, even while the program's customers
 * are still being processed.
 */
export async function ensureLots(
  tx: Tx,
  program: Program,
  terms: ExpiryTerms,
  customer: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const dated_since = datedSince(terms);
  if (customer.lots_since === null ? dated_since === null : customer.lots_dated_since === dated_since)
    return customer;
  const zone = program.site(customer.site_id)!.time_zone;
  const expires_at = dated_since === null ? null : pointsExpireAt(terms, zone, dated_since);
  if (customer.lots_since !== null) await dateLots(tx, customer, 'unexpired', expires_at);
  else if (customer.points_approved > 0)
    await insertLot(tx, customer, { points: customer.points_approved, expires_at }, at);
  return setLotTerms(tx, customer, {
    since: customer.lots_since ?? at,
    dated_since,
    due: customer.points_approved > 0 ? expires_at : null,
  });
}
