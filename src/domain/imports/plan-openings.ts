import type { CustomerRow } from '../customers/customer-row.ts';
import type { GivenCustomer, GivenLot } from './import-fields.ts';
import type { PlannedOpening } from './plan-row.ts';

/** What makes a balance and a lifetime spend what a row says that they are; the spend goes with the first opening. */
export function planOpenings(
  given: Pick<GivenCustomer, 'points' | 'lots' | 'points_spent'>,
  known: Pick<CustomerRow, 'points_approved' | 'points_spent'>,
): PlannedOpening[] {
  const openings = planBalance(given, known.points_approved);
  const spent = (given.points_spent ?? known.points_spent) - known.points_spent;
  if (spent === 0) return openings;
  const [first = { points: 0 }, ...rest] = openings;
  return [{ ...first, spent }, ...rest];
}

/**
 * What makes a balance what a row says that it is. Less than there is: one removal. More: of the row's lots those
 * that expire last, as many points as are missing, for what was spent meanwhile went from those that expire first.
 */
function planBalance(
  { points, lots }: Pick<GivenCustomer, 'points' | 'lots'>,
  balance: number,
): PlannedOpening[] {
  if (points === null || points === balance) return [];
  if (points < balance) return [{ points: points - balance }];
  let missing = points - balance;
  const openings: PlannedOpening[] = [];
  for (const lot of lots.toReversed()) {
    const part = Math.min(lot.points, missing);
    if (part > 0) openings.unshift(openingOf(lot, part));
    missing -= part;
  }
  // Beyond all lots there is a debt, which is paid first.
  if (missing > 0) openings.unshift({ points: missing });
  return openings;
}

function openingOf({ expires_at }: GivenLot, points: number): PlannedOpening {
  return expires_at === null ? { points } : { points, expires_at };
}
