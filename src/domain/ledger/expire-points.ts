import type { ExpiriesTable } from '../../db/ledger-tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { appendEntry } from './append-entry.ts';
import { listExpiryDates, listOpenLots } from './lot-store.ts';
import type { Lot } from './lots.ts';
import { type ExpiryTerms, inactivityDeadline, keepsLots } from './points-expiry.ts';

/**
 * Takes the points that expire before `before` (ms, exclusive) from the locked customer. For each date that is the rest
 * of its lots; after too long an inactivity it is the whole balance. Points that a debt or a claim has taken do not
 * expire. `terms` are the terms of the customer's lots. `at` is the moment of the record, from `entryMoment`.
 */
export async function expirePoints(
  tx: Tx,
  program: Program,
  terms: ExpiryTerms,
  customer: CustomerRow,
  before: number,
  at: number,
): Promise<CustomerRow> {
  if (customer.points_approved <= 0) return customer;
  let after = customer;
  if (keepsLots(terms.settings.points_expiry)) {
    for (const date of await listExpiryDates(tx, customer, before))
      after = await expireLots(tx, terms, after, date, at);
    return after;
  }
  const deadline = inactivityDeadline(terms, customer, program.site(customer.site_id)!.time_zone);
  if (deadline === null || deadline >= before) return customer;
  const lots = customer.lots_since === null ? [] : await listOpenLots(tx, customer);
  return takeAway(
    tx,
    customer,
    { points: customer.points_approved, lots, reason: 'inactivity' },
    deadline,
    at,
  );
}

/** Takes the rest of the locked customer's lots of one date, which has come. */
export async function expireLots(
  tx: Tx,
  terms: ExpiryTerms,
  customer: CustomerRow,
  date: number,
  at: number,
): Promise<CustomerRow> {
  const lots = await listOpenLots(tx, customer, date);
  const points = lots.reduce((sum, lot) => sum + lot.remaining, 0);
  const reason = terms.settings.points_expiry?.mode === 'calendar_date' ? 'calendar_date' : 'age';
  return points === 0 ? customer : takeAway(tx, customer, { points, lots, reason }, date, at);
}

async function takeAway(
  tx: Tx,
  customer: CustomerRow,
  { points, lots, reason }: { points: number; lots: Lot[]; reason: ExpiriesTable['reason'] },
  date: number,
  at: number,
): Promise<CustomerRow> {
  const { id } = await tx
    .insertInto('expiries')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      points,
      reason,
      date: ts(date),
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { approved: -points, pending: 0, spent: 0, at, effective_at: date };
  const moves = lots.map((lot) => ({ lot_id: lot.lot_id, points: lot.remaining }));
  const source = { resource: 'expiry', expiry_id: id } as const;
  const { customer: after } = await appendEntry(tx, customer, { ...entry, source }, null, {
    moves,
    formed: null,
  });
  return after;
}
