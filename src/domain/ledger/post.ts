import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { appendEntry, type LedgerEntry } from './append-entry.ts';
import { dueUnderNewer, refreshNextDue } from './due.ts';
import { ensureLots } from './ensure-lots.ts';
import { expireLots } from './expire-points.ts';
import { creditLots, debitLots } from './lot-changes.ts';
import { readExpiryTerms } from './lot-store.ts';
import { type ExpiryTerms, inactivityDeadline, keepsLots } from './points-expiry.ts';
import { noteReclaimed, toReclaim } from './reclaim.ts';

/**
 * Changes points. Points change here only, apart from the hot statements, the approval batch and the expiries of this
 * folder. Writes one immutable transaction and the counters in one statement. If points have expiry dates, it also
 * forms, spends or refills lots. Points of an undone earning that were spared are taken when a claim brings them back.
 * Points left in a lot that is past its date expire at once. `customer` is a row that this transaction has locked.
 * Returns the row as it is after.
 */
export async function post(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  entry: LedgerEntry,
): Promise<CustomerRow> {
  if (customer.lots_since === null && !keepsLots(program.settings.points_expiry)) {
    const due = inactivityDue(program, program, customer, entry);
    const appended = await appendEntry(tx, customer, entry, due, null);
    const after = await reclaim(tx, appended.customer, entry);
    return appended.points_expiry_since === program.points_expiry_since
      ? dueUnderNewer(tx, program, after, entry.at, appended.configuration_version)
      : dueUnderNewer(tx, program, await catchUp(tx, program, after, entry.at), entry.at);
  }
  const terms = await readExpiryTerms(tx, program.id);
  const held = await ensureLots(tx, program, terms, customer, entry.at);
  if (held.lots_since === null || entry.approved === 0) {
    const due = inactivityDue(program, terms, held, entry);
    const appended = await appendEntry(tx, held, entry, due, null);
    const after = await reclaim(tx, appended.customer, entry);
    return dueUnderNewer(tx, program, after, entry.at, appended.configuration_version);
  }
  const zone = program.site(held.site_id)!.time_zone;
  const { dates, ...change } =
    entry.approved > 0
      ? await creditLots(tx, terms, zone, held, entry)
      : { ...(await debitLots(tx, held, entry)), dates: [] };
  const dues = [inactivityDue(program, terms, held, entry), ...dates].filter((due) => due !== null);
  const due = dues.length > 0 ? Math.min(...dues) : null;
  const appended = await appendEntry(tx, held, entry, due, change);
  let after = await reclaim(tx, appended.customer, entry);
  for (const date of dates) {
    if (date <= (entry.effective_at ?? entry.at)) after = await expireLots(tx, terms, after, date, entry.at);
  }
  return dueUnderNewer(tx, program, after, entry.at, appended.configuration_version);
}

/**
 * Takes points that a returned claim brought back, if their earnings were undone meanwhile and the points were spared
 * then.
 */
async function reclaim(tx: Tx, customer: CustomerRow, { source, approved, at, effective_at }: LedgerEntry) {
  let after = customer;
  if (source.resource !== 'claimed_reward' || approved <= 0) return after;
  for (const { activity_id, points } of await toReclaim(tx, customer)) {
    await noteReclaimed(tx, customer, activity_id, points);
    const taken = { approved: -points, pending: 0, spent: 0, at, ...(effective_at && { effective_at }) };
    const entry: LedgerEntry = { source: { resource: 'activity', activity_id }, ...taken };
    const change = after.lots_since === null ? null : await debitLots(tx, after, entry);
    ({ customer: after } = await appendEntry(tx, after, entry, null, change));
  }
  return after;
}

/** The expiry terms in this process's memory are out of date. Does what the present terms ask for beyond them. */
async function catchUp(tx: Tx, program: Program, customer: CustomerRow, at: number): Promise<CustomerRow> {
  const terms = await readExpiryTerms(tx, program.id);
  return refreshNextDue(tx, program, await ensureLots(tx, program, terms, customer, at));
}

/** The moment at which a customer with points after this entry falls due for its inactivity. */
export function inactivityDue(
  program: Program,
  terms: ExpiryTerms,
  customer: Pick<
    CustomerRow,
    'site_id' | 'points_approved' | 'enrolled_at' | 'last_purchase_at' | 'balance_changed_at'
  >,
  entry: Pick<LedgerEntry, 'approved' | 'at' | 'effective_at'>,
): number | null {
  if (entry.approved === 0 || customer.points_approved + entry.approved <= 0) return null;
  const changed = Math.max(entry.effective_at ?? entry.at, customer.balance_changed_at ?? 0);
  const zone = program.site(customer.site_id)!.time_zone;
  return inactivityDeadline(terms, { ...customer, balance_changed_at: changed }, zone);
}
