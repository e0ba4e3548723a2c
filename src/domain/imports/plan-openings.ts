import type { CustomerRow } from '../customers/customer-row.ts';
import type { Opening } from '../ledger/post-openings.ts';
import type { GivenCustomer, GivenLot } from './import-fields.ts';

export type PlannedOpening = Omit<Opening, 'customer_id'>;

/**
 * The openings that bring a balance and a lifetime spend to the values of a row. The first opening has the change of
 * the lifetime spend.
 */
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
 * The openings that bring a balance to the value of a row. If the balance is higher, there is one removal. If it is
 * lower, the missing points are added from the row's lots, those that expire last: points spent meanwhile came from the
 * lots that expire first.
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
  // The points outside lots pay a debt first.
  if (missing > 0) openings.unshift({ points: missing });
  return openings;
}

function openingOf({ expires_at }: GivenLot, points: number): PlannedOpening {
  return expires_at === null ? { points } : { points, expires_at };
}
