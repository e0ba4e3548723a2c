import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { LedgerEntry, LotChange } from './append-entry.ts';
import { dateLots, findLotOfActivity, listLenders, listLotsToSpend, listTakenByClaim } from './lot-store.ts';
import { debtOf, type LotMove, takeFrom } from './lots.ts';
import { planReturn } from './plan-return.ts';
import { type ExpiryTerms, pointsExpireAt } from './points-expiry.ts';

/** `dates` are the expiry dates of lots that hold points of this entry. */
type Incoming = LotChange & { dates: number[] };

/**
 * Adds points to lots. A returned claim refills the lots it took from. Any other entry forms a lot, and the lot lends
 * the points that a debt takes.
 */
export async function creditLots(
  tx: Tx,
  terms: ExpiryTerms,
  zone: string,
  customer: CustomerRow,
  entry: LedgerEntry,
): Promise<Incoming> {
  const { source, approved } = entry;
  if (source.resource === 'claimed_reward')
    return restoreLots(tx, terms, zone, customer, source.claimed_reward_id, approved);
  const lent = Math.min(approved, debtOf(customer.points_approved));
  const expires_at = pointsExpireAt(terms, zone, entry.earned_at ?? entry.at);
  const formed = { ...source, points: approved, lent, expires_at };
  return { moves: [], formed, dates: expires_at === null || lent === approved ? [] : [expires_at] };
}

/** Each lot keeps its date, unless that date passed under terms that no longer hold. */
async function restoreLots(
  tx: Tx,
  terms: ExpiryTerms,
  zone: string,
  customer: CustomerRow,
  claimId: number,
  points: number,
): Promise<Incoming> {
  const taken = await listTakenByClaim(tx, customer, claimId);
  const lenders = taken.some((lot) => lot.owed > 0) ? await listLenders(tx, customer) : [];
  const { moves, left } = planReturn(taken, points, debtOf(customer.points_approved), lenders);
  const since = customer.lots_dated_since;
  const anew = since === null ? null : pointsExpireAt(terms, zone, since);
  const isOutdated = (date: number | null) =>
    date === null ? since !== null : since === null || date <= since;
  const dateOf = new Map([...taken, ...lenders].map((lot) => [lot.lot_id, lot.expires_at]));
  const refilled = moves.filter((move) => move.points < 0).map((move) => move.lot_id);
  const renewed = refilled.filter((id) => isOutdated(dateOf.get(id)!));
  if (renewed.length > 0) await dateLots(tx, customer, renewed, anew);
  const dates = refilled.map((id) => (renewed.includes(id) ? anew : dateOf.get(id)!));
  // A claim from before lots were kept took its points from no lot.
  const formed = left > 0 ? { points: left, expires_at: anew } : null;
  if (formed) dates.push(anew);
  return { moves, formed, dates: [...new Set(dates.filter((date) => date !== null))].sort((a, b) => a - b) };
}

/**
 * Takes points from the lots that expire soonest. An earning that is undone is taken from its own lot first. The part
 * that its own lot does not hold is noted as owed for it: to the lots that lend it, or as a debt.
 */
export async function debitLots(tx: Tx, customer: CustomerRow, entry: LedgerEntry): Promise<LotChange> {
  const { source, approved } = entry;
  const held = Math.min(-approved, Math.max(0, customer.points_approved));
  const activityId = source.resource === 'activity' ? source.activity_id : null;
  const open = held === 0 ? [] : await listLotsToSpend(tx, customer, held, activityId);
  const moves: LotMove[] = takeFrom(open, held);
  if (activityId === null) return { moves, formed: null };
  const ownId = (await findLotOfActivity(tx, customer, activityId))?.lot_id;
  const lending = moves.map((move) => (move.lot_id === ownId ? move : { ...move, lent: move.points }));
  const own = moves.find((move) => move.lot_id === ownId)?.points ?? 0;
  const owed = -approved - own;
  if (ownId === undefined || owed === 0) return { moves: lending, formed: null };
  const others = lending.filter((move) => move.lot_id !== ownId);
  return { moves: [...others, { lot_id: ownId, points: own, owed }], formed: null };
}
