import type { PendingPart } from '../ledger/post-pending.ts';
import type { GivenCustomer } from './import-fields.ts';

/**
 * A row with its meaning at a moment (ms). Pending points whose date is past count as approved, in the row's balance.
 * If the row has no balance, they stay pending.
 */
export function readAt(given: GivenCustomer, at: number): GivenCustomer {
  const { points, lots, pending } = given;
  if (points === null || !pending?.some((part) => isPast(part, at))) return given;
  const approved = pending.reduce((sum, part) => sum + (isPast(part, at) ? part.points : 0), 0);
  return {
    ...given,
    points: points + approved,
    lots: [...lots, { points: approved, expires_at: null }],
    pending: pending.filter((part) => !isPast(part, at)),
  };
}

export function isPast({ approves_at }: PendingPart, at: number): boolean {
  return approves_at !== null && approves_at <= at;
}

/**
 * The pending points that a row has and the customer lacks. undefined: the customer has pending points that the row
 * lacks, and it is unknown whether they were declined, approved or earned since.
 */
export function missingPending(
  said: readonly PendingPart[],
  held: readonly PendingPart[],
): PendingPart[] | undefined {
  const missing = [...said];
  for (const { points, approves_at } of held) {
    const place = missing.findIndex((part) => part.points === points && part.approves_at === approves_at);
    if (place < 0) return undefined;
    missing.splice(place, 1);
  }
  return missing;
}
