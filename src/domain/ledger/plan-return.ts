import type { LotMove, TakenLot } from './lots.ts';

/** A lot that a claim took from. */
export interface ReturningLot extends TakenLot {
  owed: number;
}

/** A lot that lent points. */
export interface Lender {
  lot_id: number;
  lent: number;
  owed: number;
}

interface ReturnPlan {
  moves: LotMove[];
  /** The returned points that were taken from no lot. */
  left: number;
}

/**
 * Plans where `points` of a returned claim go. They refill the lots they were taken from, except for the points that
 * are `owed` for an undone earning, since those were taken from elsewhere when the earning was undone. Owed points pay
 * the debt first. Then they go back to the lots that lent them; if a lender is owed for too, they go on to its lenders.
 * If all that does not pay the debt, the refilled lots lend to it. Lots are refilled in the given order,
 * latest-expiring first.
 */
export function planReturn(
  taken: readonly ReturningLot[],
  points: number,
  debt: number,
  lenders: readonly Lender[],
): ReturnPlan {
  const changes = new Map<number, Required<LotMove>>();
  const change = (lot_id: number) => {
    const known = changes.get(lot_id) ?? { lot_id, points: 0, lent: 0, owed: 0 };
    changes.set(lot_id, known);
    return known;
  };
  const loose = taken.reduce((rest, lot) => rest - lot.taken, points);
  const owing = taken.map((lot) => Math.min(lot.taken, lot.owed));
  const owed = owing.reduce((sum, part) => sum + part, 0);
  const pot = Math.max(0, owed - debt);
  let standing = Math.max(0, points - owed - Math.max(0, debt - owed));
  for (const [index, lot] of taken.entries()) {
    const own = lot.taken - owing[index]!;
    const back = Math.min(own, standing);
    standing -= back;
    const { lot_id } = lot;
    const moved = change(lot_id);
    moved.points -= back;
    moved.lent += own - back;
    moved.owed -= owing[index]!;
  }
  const unpaid = repay(pot, lenders, change);
  refill(taken, owing, unpaid, change);
  const moves = [...changes.values()].filter((move) => move.points || move.lent || move.owed);
  return { moves, left: Math.min(loose, standing) };
}

type Changes = (lotId: number) => Required<LotMove>;

/** Gives `pot` back to the lots that lent it. Returns the points that no lot had lent. */
function repay(pot: number, lenders: readonly Lender[], change: Changes): number {
  let rest = pot;
  for (const lender of lenders) {
    const moved = change(lender.lot_id);
    while (rest > 0 && lender.lent + moved.lent > 0) {
      const part = Math.min(rest, lender.lent + moved.lent);
      // The lender's own earning was undone as well: the points that it lent were taken from yet another lot.
      const onwards = Math.min(part, lender.owed + moved.owed);
      moved.lent -= part;
      moved.owed -= onwards;
      moved.points -= part - onwards;
      rest -= part - onwards;
    }
  }
  return rest;
}

/** Some points were owed before lots noted their lenders. For those, the lots themselves are refilled. */
function refill(
  taken: readonly ReturningLot[],
  owing: readonly number[],
  unpaid: number,
  change: Changes,
): void {
  let rest = unpaid;
  for (const [index, lot] of taken.entries()) {
    const part = Math.min(rest, owing[index]!);
    change(lot.lot_id).points -= part;
    rest -= part;
  }
}
