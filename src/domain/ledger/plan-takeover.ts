import { debtOf, takeFrom } from './lots.ts';

// How one customer's books are entered in another's. Points are whole numbers; dates are ms, null: never.

/** What a customer who is merged holds. */
export interface HeldBooks {
  /** Its balance, below zero where it owes. */
  balance: number;
  /** Its lifetime spend, that of the claims and what was spent elsewhere. */
  spent: number;
  /** The claims that its points paid for and that were not taken back. */
  claims: readonly { claimed_reward_id: number; cost: number }[];
  /** Its lots that hold something, or that such claims took from, soonest-expiring first; none where it keeps none. */
  lots: readonly HeldLot[];
  /** What such claims took from lots. */
  taken: readonly { claimed_reward_id: number; lot_id: number; points: number }[];
}

export interface HeldLot {
  lot_id: number;
  remaining: number;
  expires_at: number | null;
  activity_id: number | null;
  adjustment_id: number | null;
  /** What debts and earnings that were undone took of it, and what is owed for its own earning. */
  lent: number;
  owed: number;
}

/** A lot as the survivor's: the claims take their part of it again. */
export interface TakenOverLot {
  activity_id: number | null;
  adjustment_id: number | null;
  points: number;
  remaining: number;
  expires_at: number | null;
  lent: number;
  owed: number;
  taken: ClaimPart[];
}

interface ClaimPart {
  claimed_reward_id: number;
  points: number;
}

interface Takeover {
  /** What is moved in one sum: the balance, and what the claims return before they take it from the survivor. */
  points: number;
  /** The lifetime spend that no claim carries. */
  spent: number;
  /** What the survivor owes from now on. */
  debt: number;
  lots: TakenOverLot[];
}

/**
 * Plans how all that a customer holds becomes a survivor's. Each claim takes from the survivor's lots what it had
 * taken, so that what it returns one day has the dates that it had; what it took from no lot, since it is older
 * than lots are, and a balance without lots, form one that expires at `anew`. What the survivor owes,
 * `survivor_balance` being below zero, is paid by what would have been spent first, before lots are formed: these lend
 * it. What lots have lent goes with them, as far as the claims may one day bring it back.
 */
export function planTakeover(books: HeldBooks, survivorBalance: number, anew: number | null): Takeover {
  const { balance, claims, lots } = books;
  const costs = claims.reduce((sum, { cost }) => sum + cost, 0);
  const takenByClaim = new Map<number, number>();
  const takenFromLot = new Map<number, ClaimPart[]>();
  for (const { claimed_reward_id, lot_id, points } of books.taken) {
    takenByClaim.set(claimed_reward_id, (takenByClaim.get(claimed_reward_id) ?? 0) + points);
    const parts = takenFromLot.get(lot_id);
    if (parts) parts.push({ claimed_reward_id, points });
    else takenFromLot.set(lot_id, [{ claimed_reward_id, points }]);
  }
  const holding = Math.max(0, balance);
  const unallotted: HeldLot = {
    lot_id: NO_LOT,
    remaining: lots.reduce((rest, lot) => rest - lot.remaining, holding),
    expires_at: anew,
    activity_id: null,
    adjustment_id: null,
    lent: 0,
    owed: 0,
  };
  takenFromLot.set(
    NO_LOT,
    claims.map(({ claimed_reward_id: id, cost }) => ({
      claimed_reward_id: id,
      points: cost - (takenByClaim.get(id) ?? 0),
    })),
  );
  const sources = [...lots, unallotted];
  const paid = new Map(takeFrom(sources, debtOf(survivorBalance)).map((move) => [move.lot_id, move.points]));
  const lending = lots.map(({ lot_id, lent }) => ({ lot_id, remaining: lent })).toReversed();
  const carried = new Map(takeFrom(lending, costs).map((move) => [move.lot_id, move.points]));
  const formed = sources.map(({ lot_id, ...source }): TakenOverLot => {
    const taken = (takenFromLot.get(lot_id) ?? []).filter(({ points }) => points > 0);
    const pays = paid.get(lot_id) ?? 0;
    const remaining = source.remaining - pays;
    const lent = pays + (carried.get(lot_id) ?? 0);
    const points = taken.reduce((sum, part) => sum + part.points, remaining + lent);
    return { ...source, remaining, lent, taken, points };
  });
  return {
    points: costs + holding,
    spent: books.spent - costs,
    debt: debtOf(balance),
    lots: formed.filter(({ points }) => points > 0),
  };
}

/** Where the points are that are in none. */
const NO_LOT = 0;
