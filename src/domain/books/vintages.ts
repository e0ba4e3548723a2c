/**
 * The points that a customer got in one month, their vintage. Unless points expire, the ledger does not record which
 * points paid for a reward; books assume the oldest first.
 */
export interface Vintage {
  /** Months since January of the year 0. */
  month: number;
  /**
   * Points that are not spent; below 0 if more was taken from the customer than it had. The sum over all vintages is
   * the customer's balance.
   */
  left: number;
  /** Points that paid for rewards and did not come back. */
  redeemed: number;
}

/** The effect of a transaction on a customer's points. All numbers of points are more than 0. */
export interface PointsChange {
  kind: 'got' | 'undone' | 'redeemed' | 'refunded' | 'expired';
  points: number;
  month: number;
}

/** A change of a vintage: more points got, undone, redeemed or expired. */
export interface VintageChange {
  vintage: number;
  kind: 'got' | 'undone' | 'redeemed' | 'expired';
  /** Below 0: redeemed points that came back. */
  points: number;
  /** When it happened. */
  month: number;
}

/**
 * Applies a change to a customer's vintages, oldest first, in place, and returns the change of each of them. Rewards
 * and expiry take the oldest points; an undone gain takes the newest. A refund returns to the vintages that were spent
 * last. If more comes back than was redeemed, the rest counts as a gain of the change's month.
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

/**
 * The vintage of a month, which is made if it is missing. After a clock was turned back, a new vintage may come before
 * others.
 */
function vintageOf(vintages: Vintage[], month: number): Vintage {
  const known = vintages.find((vintage) => vintage.month === month);
  if (known) return known;
  const made = { month, left: 0, redeemed: 0 };
  const later = vintages.findIndex((vintage) => vintage.month > month);
  vintages.splice(later === -1 ? vintages.length : later, 0, made);
  return made;
}
