/** Points of one source that expire together. */
export interface Lot {
  lot_id: number;
  remaining: number;
}

/** The points that a claim took from a lot and has not given back. */
export interface TakenLot {
  lot_id: number;
  taken: number;
}

/**
 * The points that a transaction takes from a lot (positive) or gives back to it (negative). It may also change how much
 * the lot has lent to debts and undone earnings, and how much is owed for the lot's own earning.
 */
export interface LotMove {
  lot_id: number;
  points: number;
  lent?: number;
  owed?: number;
}

/** The points that a balance below zero lacks. Lots hold the rest of the points that came in. */
export function debtOf(balance: number): number {
  return Math.max(0, -balance);
}

/** Incoming points pay the debt first. This many of `points` remain and form or refill lots. */
export function beyondDebt(balance: number, points: number): number {
  return Math.max(0, points - debtOf(balance));
}

/**
 * Takes `points` from lots in the given order. Points that the lots do not hold become debt and are allocated to no
 * lot.
 */
export function takeFrom(lots: readonly Lot[], points: number): LotMove[] {
  const moves: LotMove[] = [];
  let missing = points;
  for (const lot of lots) {
    const part = Math.min(lot.remaining, missing);
    if (part > 0) moves.push({ lot_id: lot.lot_id, points: part });
    missing -= part;
  }
  return moves;
}

/**
 * Gives `points` back to the lots they were taken from, in the given order. No lot gets more than was taken from it.
 * `left` is the number of points that were taken from no lot.
 */
export function giveBack(taken: readonly TakenLot[], points: number): { moves: LotMove[]; left: number } {
  const moves = takeFrom(
    taken.map((lot) => ({ lot_id: lot.lot_id, remaining: lot.taken })),
    points,
  ).map((move) => ({ lot_id: move.lot_id, points: -move.points }));
  return { moves, left: moves.reduce((left, move) => left + move.points, points) };
}
