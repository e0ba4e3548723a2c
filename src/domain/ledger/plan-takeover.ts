import { debtOf, takeFrom } from './lots.ts';

// Plans how one customer's books are entered in another's. Points are whole numbers; dates are ms, null: never.

/** The books of a customer that is merged. */
export interface HeldBooks {
  /** Its balance; below zero if it is in debt. */
  balance: number;
  /** Its lifetime spend: by claims and elsewhere. */
  spent: number;
  /** The claims that its points paid for, except claims that were taken back. */
  claims: readonly { claimed_reward_id: number; cost: number }[];
  /**
   * Its lots that hold points, or from which such claims took points, soonest-expiring first; empty if it has no lots.
   */
  lots: readonly HeldLot[];
  /** The points that such claims took from lots. */
  taken: readonly { claimed_reward_id: number; lot_id: number; points: number }[];
}

export interface HeldLot {
  lot_id: number;
  remaining: number;
  expires_at: number | null;
  activity_id: number | null;
  adjustment_id: number | null;
  /** The points that debts and undone earnings took of it, and the points owed for its own earning. */
  lent: number;
  owed: number;
}

/** A lot as the survivor gets it. The claims take their part of it again. */
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
  /** The sum that moves: the balance, and the points that the claims return before they take them from the survivor. */
  points: number;
  /** The lifetime spend that no claim carries. */
  spent: number;
  /** The debt that the survivor takes over. */
  debt: number;
  lots: TakenOverLot[];
}

/**
 * Plans how everything that a customer holds becomes the survivor's. Each claim takes from the survivor's lots the
 * points that it had taken before. So points that the claim returns one day keep their dates. Points that are in no lot
 * form a lot that expires at `anew`: claims older than lots took such points, and a balance without lots has them.
 *
 * If the survivor is in debt (`survivor_balance` below zero), the points that would be spent first pay it before lots
 * are formed: their lots lend them. Points that lots have lent move with the lots, as far as the claims may bring them
 * back one day.
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

/** The key of points that are in no lot. */
const NO_LOT = 0;
