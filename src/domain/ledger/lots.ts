/** Points of one source that expire together. */
export interface Lot {
  lot_id: number;
  remaining: number;
}

/** What a claim took from a lot and has not given back. */
export interface TakenLot {
  lot_id: number;
  taken: number;
}

/**
 * What a transaction takes from a lot (positive) or gives back to it (negative), and by how much it changes what
 * the lot has lent to debts and to earnings that were undone, and what is owed for the lot's own earning.
 */
export interface LotMove {
  lot_id: number;
  points: number;
  lent?: number;
  owed?: number;
}

/** What a balance below zero lacks; lots hold the rest of what came in. */
export function debtOf(balance: number): number {
  return Math.max(0, -balance);
}

/** Of `points` coming in, what forms lots or refills them: the debt is paid first. */
export function beyondDebt(balance: number, points: number): number {
  return Math.max(0, points - debtOf(balance));
}

/** Takes `points` from lots in the order given. What they do not hold becomes debt, so it is allocated to none. */
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
 * Gives `points` back to the lots that they were taken from, in the order given, to none more than was taken
 * from it. `left` is what was taken from no lot.
 */
export function giveBack(taken: readonly TakenLot[], points: number): { moves: LotMove[]; left: number } {
  const moves = takeFrom(
    taken.map((lot) => ({ lot_id: lot.lot_id, remaining: lot.taken })),
    points,
  ).map((move) => ({ lot_id: move.lot_id, points: -move.points }));
  return { moves, left: moves.reduce((left, move) => left + move.points, points) };
}
