import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { appendEntry, type LedgerEntry, type LotChange } from './append-entry.ts';
import { refreshNextDue } from './due.ts';
import { expireLots } from './expire-points.ts';
import { keepLots } from './keep-lots.ts';
import { dateLots, listLotsToSpend, listTakenByClaim, readExpiryTerms } from './lot-store.ts';
import { beyondDebt, giveBack, takeFrom } from './lots.ts';
import { type ExpiryTerms, inactivityDeadline, keepsLots, pointsExpireAt } from './points-expiry.ts';

/**
 * Changes points: the only way, beside the hot statements, the approval batch and the expiries of this folder,
 * in which they ever change. One immutable transaction and the counters, in one statement; where points expire
 * by dates of their own, the lots that the entry forms, spends or refills. What it leaves in a lot that is past
 * its date is expired at once.
 * `customer` is a row that this transaction has locked; returns it as it is after.
 */
export async function post(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  entry: LedgerEntry,
): Promise<CustomerRow> {
  if (customer.lots_since === null && !keepsLots(program.settings.points_expiry)) {
    const due = inactivityDue(program, program, customer, entry);
    const { customer: after, points_expiry_since } = await appendEntry(tx, customer, entry, due, null);
    return points_expiry_since === program.points_expiry_since
      ? after
      : catchUp(tx, program, after, entry.at);
  }
  const terms = await readExpiryTerms(tx, program.id);
  const held = await keepLots(tx, program, terms, customer, entry.at);
  if (held.lots_since === null || entry.approved === 0) {
    const due = inactivityDue(program, terms, held, entry);
    return (await appendEntry(tx, held, entry, due, null)).customer;
  }
  const zone = program.site(held.site_id)!.time_zone;
  const { dates, ...change } =
    entry.approved > 0
      ? await comeIn(tx, terms, zone, held, entry)
      : { ...(await goOut(tx, held, entry)), dates: [] };
  const dues = [inactivityDue(program, terms, held, entry), ...dates].filter((due) => due !== null);
  const due = dues.length > 0 ? Math.min(...dues) : null;
  let { customer: after } = await appendEntry(tx, held, entry, due, change);
  for (const date of dates) {
    if (date <= (entry.effective_at ?? entry.at)) after = await expireLots(tx, terms, after, date, entry.at);
  }
  return after;
}

/** The program that this process holds is not what it is now, as regards expiry: what else that asks for is done. */
async function catchUp(tx: Tx, program: Program, customer: CustomerRow, at: number): Promise<CustomerRow> {
  const terms = await readExpiryTerms(tx, program.id);
  return refreshNextDue(tx, program, await keepLots(tx, program, terms, customer, at));
}

/** By when a customer that this entry leaves with points is to be looked at for its inactivity. */
function inactivityDue(
  program: Program,
  terms: ExpiryTerms,
  customer: CustomerRow,
  entry: LedgerEntry,
): number | null {
  if (entry.approved === 0 || customer.points_approved + entry.approved <= 0) return null;
  const changed = Math.max(entry.effective_at ?? entry.at, customer.balance_changed_at ?? 0);
  const zone = program.site(customer.site_id)!.time_zone;
  return inactivityDeadline(terms, { ...customer, balance_changed_at: changed }, zone);
}

/** The dates are those of lots that hold points of this entry. */
type Incoming = LotChange & { dates: number[] };

/** What comes in pays the debt first. A claim gives back to its own lots; anything else forms one. */
async function comeIn(
  tx: Tx,
  terms: ExpiryTerms,
  zone: string,
  customer: CustomerRow,
  entry: LedgerEntry,
): Promise<Incoming> {
  const points = beyondDebt(customer.points_approved, entry.approved);
  if (points === 0) return { moves: [], formed: null, dates: [] };
  const { source } = entry;
  if (source.resource === 'claimed_reward')
    return comeBack(tx, terms, zone, customer, source.claimed_reward_id, points);
  const expires_at = pointsExpireAt(terms, zone, entry.earned_at ?? entry.at);
  const formed = { ...source, points, expires_at };
  return { moves: [], formed, dates: expires_at === null ? [] : [expires_at] };
}

/** Each lot keeps its date, unless that passed under terms that no longer hold. */
async function comeBack(
  tx: Tx,
  terms: ExpiryTerms,
  zone: string,
  customer: CustomerRow,
  claimId: number,
  points: number,
): Promise<Incoming> {
  const taken = await listTakenByClaim(tx, customer, claimId);
  const { moves, left } = giveBack(taken, points);
  const since = customer.lots_dated_since;
  const anew = since === null ? null : pointsExpireAt(terms, zone, since);
  const outdated = taken.filter(
    (lot) => lot.expires_at !== null && (since === null || lot.expires_at <= since),
  );
  const given = new Set(moves.map((move) => move.lot_id));
  const renewed = outdated.map((lot) => lot.lot_id).filter((id) => given.has(id));
  if (renewed.length > 0) await dateLots(tx, customer, renewed, anew);
  const dates = taken
    .filter((lot) => given.has(lot.lot_id))
    .map((lot) => (renewed.includes(lot.lot_id) ? anew : lot.expires_at));
  // A claim made before lots were kept took from none.
  const formed = left > 0 ? { points: left, expires_at: anew } : null;
  if (formed) dates.push(anew);
  return { moves, formed, dates: [...new Set(dates.filter((date) => date !== null))].sort((a, b) => a - b) };
}

/** What goes out is taken from the lots that expire soonest; of a voided activity from its own lot first. */
async function goOut(tx: Tx, customer: CustomerRow, { source, approved }: LedgerEntry): Promise<LotChange> {
  const held = Math.min(-approved, Math.max(0, customer.points_approved));
  if (held === 0) return { moves: [], formed: null };
  const own = source.resource === 'activity' ? source.activity_id : null;
  return { moves: takeFrom(await listLotsToSpend(tx, customer, held, own), held), formed: null };
}
