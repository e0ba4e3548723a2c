import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { ensureLotsForAll } from './ensure-lots-for-all.ts';
import { entryMoment } from './lock-customer.ts';
import { readExpiryTerms } from './lot-store.ts';
import { beyondDebt, giveBack, type LotMove, takeFrom } from './lots.ts';
import {
  type BalanceMove,
  byCustomer,
  insertLots,
  insertOpenings,
  listOpenLotsOfAll,
  listTakenByAdjustments,
  moveOpenings,
  type OpenLot,
  type TakenOpeningLot,
} from './opening-rows.ts';
import { type ExpiryTerms, inactivityDeadline, keepsLots, pointsExpireAt } from './points-expiry.ts';

/** A change of the balance or the lifetime spend that an import brings to a customer. */
export interface Opening {
  customer_id: number;
  /** Not 0, unless `spent` is given. */
  points: number;
  /** The lifetime spend that it adds. No lot holds it. */
  spent?: number;
  /**
   * The moment at which the points expire, as the service that kept them before says, in ms. Without it, and if the
   * program's points do not expire by dates, the program's terms apply.
   */
  expires_at?: number;
  /**
   * The adjustments that this opening takes back. Points that they added are taken from their own lots first. Points
   * that they removed return to the lots they were taken from.
   */
  undoes?: readonly number[];
}

export interface PostedOpening {
  customer_id: number;
  adjustment_id: number;
  points: number;
  spent: number;
}

interface Effect {
  opening: Opening;
  moves: LotMove[];
  formed: { points: number; lent: number; expires_at: number | null } | null;
}

/**
 * Does for many customers in a few statements what `post` does for one entry of one customer. A customer has either
 * additions, in their order, or one removal. Each opening writes an adjustment, a transaction and, if points are kept
 * in lots, a lot or allocations. `customers` are rows that this transaction has locked, processed up to `now`. No date
 * that an opening brings may be past. The result is by customer, not in the order of the openings.
 */
export async function postOpenings(
  tx: Tx,
  program: Program,
  customers: readonly CustomerRow[],
  openings: readonly Opening[],
  { now, note }: { now: number; note: string },
): Promise<PostedOpening[]> {
  if (openings.length === 0) return [];
  const asked = byCustomer(openings);
  const terms = await readExpiryTerms(tx, program.id);
  const concerned = customers.filter((customer) => asked.has(customer.id));
  const held = await ensureLotsForAll(tx, program, terms, concerned, now);
  const lots = await readLots(tx, program.id, held, asked);
  const effects: Effect[] = [];
  const balances: BalanceMove[] = [];
  for (const customer of held) {
    const at = entryMoment(now, customer);
    const zone = program.site(customer.site_id)!.time_zone;
    const own = effectsOn(customer, asked.get(customer.id)!, lots, { terms, zone, at });
    const points = own.reduce((sum, { opening }) => sum + opening.points, 0);
    const spent = own.reduce((sum, { opening }) => sum + (opening.spent ?? 0), 0);
    const dues = [
      inactivityDue(terms, customer, points, zone, at),
      ...own.map(({ formed }) => (formed && formed.points > formed.lent ? formed.expires_at : null)),
    ].filter((due) => due !== null);
    const due = dues.length > 0 ? Math.min(...dues) : null;
    balances.push({ customer_id: customer.id, points, spent, at, due });
    effects.push(...own);
  }
  return write(tx, program.id, effects, balances, note);
}

async function write(
  tx: Tx,
  programId: number,
  effects: readonly Effect[],
  balances: readonly BalanceMove[],
  note: string,
): Promise<PostedOpening[]> {
  const moments = new Map(balances.map(({ customer_id, at }) => [customer_id, at]));
  const drafts = effects.map(({ opening: { customer_id, points, spent = 0 } }) => ({
    customer_id,
    points,
    spent,
    at: moments.get(customer_id)!,
  }));
  const written = await insertOpenings(tx, programId, drafts, balances, note);
  const formed = effects.flatMap((effect, index) => {
    const { customer_id, at } = drafts[index]!;
    return effect.formed ? [{ ...effect.formed, ...written[index]!, customer_id, at }] : [];
  });
  const moved = effects.flatMap((effect, index) => {
    const { customer_id } = drafts[index]!;
    const { transaction_id } = written[index]!;
    return effect.moves.map((move) => ({ ...move, customer_id, transaction_id }));
  });
  if (formed.length > 0) await insertLots(tx, programId, formed);
  if (moved.length > 0) await moveOpenings(tx, programId, moved);
  return drafts.map(({ customer_id, points, spent }, index) => ({
    customer_id,
    points,
    spent,
    adjustment_id: written[index]!.adjustment_id,
  }));
}

interface Lots {
  open: Map<number, OpenLot[]>;
  taken: Map<number, TakenOpeningLot[]>;
}

async function readLots(
  tx: Tx,
  programId: number,
  customers: readonly CustomerRow[],
  asked: ReadonlyMap<number, readonly Opening[]>,
): Promise<Lots> {
  const inLots = customers.filter((customer) => customer.lots_since !== null).map(({ id }) => id);
  const spending = inLots.filter((id) => asked.get(id)!.some(({ points }) => points < 0));
  const open = spending.length > 0 ? await listOpenLotsOfAll(tx, programId, spending) : [];
  const returning = inLots.filter((id) => asked.get(id)!.some(({ points, undoes }) => undoes && points > 0));
  const undone = returning.flatMap((id) => asked.get(id)!.flatMap(({ undoes = [] }) => undoes));
  const taken = returning.length > 0 ? await listTakenByAdjustments(tx, programId, returning, undone) : [];
  return {
    open: byCustomer(open),
    taken: byCustomer(taken),
  };
}

function effectsOn(
  customer: CustomerRow,
  openings: readonly Opening[],
  lots: Lots,
  { terms, zone, at }: { terms: ExpiryTerms; zone: string; at: number },
): Effect[] {
  if (openings.length > 1 && openings.some(({ points }) => points < 0))
    throw new Error(`customer ${customer.id} has openings that add and openings that remove`);
  let balance = customer.points_approved;
  return openings.map((opening) => {
    const { points, undoes } = opening;
    const given = keepsLots(terms.settings.points_expiry) ? opening.expires_at : undefined;
    const expires_at = given ?? pointsExpireAt(terms, zone, at);
    const before = balance;
    balance += points;
    if (customer.lots_since === null || points === 0) return { opening, moves: [], formed: null };
    if (points < 0) {
      const own = new Set(undoes);
      const open = lots.open.get(customer.id) ?? [];
      const isOwn = (lot: OpenLot) => lot.adjustment_id !== null && own.has(lot.adjustment_id);
      const spent = [...open.filter(isOwn), ...open.filter((lot) => !isOwn(lot))];
      return { opening, moves: takeFrom(spent, Math.min(-points, Math.max(0, before))), formed: null };
    }
    if (expires_at !== null && expires_at <= at)
      throw new Error(`customer ${customer.id} is given points that have expired`);
    // Points of a lot whose date has passed meanwhile would expire at once. They come back as new points.
    const alive = (lots.taken.get(customer.id) ?? []).filter((lot) => (lot.expires_at ?? at + 1) > at);
    const beyond = beyondDebt(before, points);
    if (!undoes) return { opening, moves: [], formed: { points, lent: points - beyond, expires_at } };
    const { moves, left } = giveBack(alive, beyond);
    return { opening, moves, formed: left > 0 ? { points: left, lent: 0, expires_at } : null };
  });
}

function inactivityDue(
  terms: ExpiryTerms,
  customer: CustomerRow,
  points: number,
  zone: string,
  at: number,
): number | null {
  if (points === 0 || customer.points_approved + points <= 0) return null;
  const changed = Math.max(at, customer.balance_changed_at ?? 0);
  return inactivityDeadline(terms, { ...customer, balance_changed_at: changed }, zone);
}
