/**
 * The points that a customer got in one month, their vintage. The ledger does not say which points a reward was paid
 * with, unless they expire; books take the oldest first.
 */
export interface Vintage {
  /** Months since January of the year 0. */
  month: number;
  /**
   * Points that are not spent; less than 0 where more was taken from the customer than there was. The sum over all
   * vintages is the customer's balance.
   */
  left: number;
  /** Points that rewards were paid with and that did not come back. */
  redeemed: number;
}

/** How a transaction changes what a customer has. All points are more than 0. */
export interface PointsChange {
  kind: 'got' | 'undone' | 'redeemed' | 'refunded' | 'expired';
  points: number;
  month: number;
}

/** A change of the points of a vintage: more got, or more of one of the others. */
export interface VintageChange {
  vintage: number;
  kind: 'got' | 'undone' | 'redeemed' | 'expired';
  /** Less than 0: redeemed points that came back. */
  points: number;
  /** When it happened. */
  month: number;
}

/**
 * Applies a change to a customer's vintages, oldest first, in place, and says what it is for each of them. Rewards and
 * expiry take the oldest points; what is undone takes the newest. A refund returns to the vintages that were spent
 * last; more than was redeemed is a gain of its month.
 */
export function changeVintages(vintages: Vintage[], change: PointsChange): VintageChange[] {
  const { kind, points, month } = change;
  switch (kind) {
    case 'got':
      vintageOf(vintages, month).left += points;
      return [{ vintage: month, kind, points, month }];
    case 'undone':
      return take(vintages, vintages.toReversed(), { ...change, kind });
    case 'redeemed':
    case 'expired':
      return take(vintages, [...vintages], { ...change, kind });
    case 'refunded':
      return returnPoints(vintages, change);
  }
}

function take(
  vintages: Vintage[],
  inTurn: readonly Vintage[],
  { kind, points, month }: PointsChange & { kind: 'undone' | 'redeemed' | 'expired' },
): VintageChange[] {
  const changes: VintageChange[] = [];
  let missing = points;
  const takeFrom = (vintage: Vintage, part: number) => {
    vintage.left -= part;
    if (kind === 'redeemed') vintage.redeemed += part;
    missing -= part;
    changes.push({ vintage: vintage.month, kind, points: part, month });
  };
  for (const vintage of inTurn) {
    if (missing > 0 && vintage.left > 0) takeFrom(vintage, Math.min(vintage.left, missing));
  }
  if (missing > 0) takeFrom(vintageOf(vintages, month), missing);
  return changes;
}

function returnPoints(vintages: Vintage[], { points, month }: PointsChange): VintageChange[] {
  const changes: VintageChange[] = [];
  let missing = points;
  for (const vintage of vintages.toReversed()) {
    const part = Math.min(vintage.redeemed, missing);
    if (part === 0) continue;
    vintage.redeemed -= part;
    vintage.left += part;
    missing -= part;
    changes.push({ vintage: vintage.month, kind: 'redeemed', points: -part, month });
  }
  return missing > 0
    ? [...changes, ...changeVintages(vintages, { kind: 'got', points: missing, month })]
    : changes;
}

/** The vintage of a month, made if there is none. A clock that was turned back may make one before others. */
function vintageOf(vintages: Vintage[], month: number): Vintage {
  const known = vintages.find((vintage) => vintage.month === month);
  if (known) return known;
  const made = { month, left: 0, redeemed: 0 };
  const later = vintages.findIndex((vintage) => vintage.month > month);
  vintages.splice(later === -1 ? vintages.length : later, 0, made);
  return made;
}
