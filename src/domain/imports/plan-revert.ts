import type { CustomerRow } from '../customers/customer-row.ts';
import { fieldChanges, isKnownMore, type KnownFields } from './known-fields.ts';
import type { ImportedRow } from './record-store.ts';

/** The changes that take back an import's effect on a customer. */
export interface RevertPlan {
  /** The customer has not been used since: all its data go, and its merchant_id is free again. */
  empties: boolean;
  /** The change of the balance. */
  points: number;
  /** The change of the lifetime spend. No claim carries the spend that an import added, so no claim needs it. */
  spent: number;
  /** The fields that get their former values again. */
  fields: KnownFields;
  /** The parts that stay, and why; null: none. */
  kept: string | null;
}

/** A customer's changes since an import. */
interface SinceImport {
  /** The customer's records show acts of others than this import. */
  used: boolean;
  /** How many of the points that the import added have expired and are gone already. */
  expired: number;
  /** How many points of the imported pending ones were approved and are no longer in the balance. */
  missing_pending: number;
}

/** The reason why nothing of an import's effect on a customer is taken back; undefined: it may be. */
export function keptWhole({ erased_at, merged_into }: CustomerRow): string | undefined {
  if (erased_at !== null) return 'it was erased since';
  return merged_into === null ? undefined : 'it was merged into another since';
}

/** The customer is locked, its due work is processed, and the import's pending points are already taken back. */
export function planRevert(
  row: ImportedRow,
  customer: CustomerRow,
  { used, expired, missing_pending }: SinceImport,
): RevertPlan {
  const whole = keptWhole(customer);
  if (whole !== undefined) return { empties: false, points: 0, spent: 0, fields: {}, kept: whole };
  const spent = -row.spent || 0;
  const { points, missing: missingHere } = pointsToTake(row.points, customer.points_approved, expired);
  const missing = missingHere + missing_pending;
  const gone = missing > 0 ? [`points spent or expired: ${missing}`] : [];
  const { restored, changed } = fieldsToRestore(row, customer);
  const isAsMade = changed.length === 0 && !wasChangedBeside(row, customer);
  if (row.created && !used && isAsMade)
    return { empties: true, points: -Math.max(0, customer.points_approved), spent, fields: {}, kept: null };
  const reasons = row.created
    ? [`the customer stays, since it was ${used ? 'used' : 'changed'} meanwhile`, ...gone]
    : [...changed.map((field) => `${field} was changed since`), ...gone];
  return {
    empties: false,
    points,
    spent,
    fields: row.created ? {} : restored,
    kept: reasons.length > 0 ? reasons.join('; ') : null,
  };
}

/**
 * Whether a customer was changed in a way that the import that created it did not. The import blocks new customers at
 * once, so a later block is such a change.
 */
function wasChangedBeside({ after }: ImportedRow, customer: CustomerRow): boolean {
  const { blocked_at, created_at } = customer;
  return isKnownMore(customer, after) || (blocked_at !== null && blocked_at !== created_at);
}

/** Added points are removed as far as they are there; removed points come back. */
function pointsToTake(
  imported: number,
  balance: number,
  expired: number,
): { points: number; missing: number } {
  if (imported <= 0) return { points: -imported || 0, missing: 0 };
  const taken = Math.max(0, Math.min(imported - expired, balance));
  return { points: -taken || 0, missing: imported - taken };
}

/**
 * The fields that the import changed: those that still have the import's value get their former value; the others are
 * named.
 */
function fieldsToRestore(
  { before, after }: ImportedRow,
  customer: CustomerRow,
): { restored: KnownFields; changed: string[] } {
  const { metadata: members = {}, ...rest } = after;
  const since = fieldChanges(customer, after).after;
  const changedMembers = new Set(Object.keys(since.metadata ?? {}));
  const changed = [
    ...Object.keys(rest).filter((field) => field in since),
    ...[...changedMembers].map((member) => `metadata.${member}`),
  ];
  const restored = Object.fromEntries(
    Object.entries(before ?? {}).filter(([field]) => field !== 'metadata' && !(field in since)),
  ) as KnownFields;
  const restoredMembers = Object.entries(before?.metadata ?? {}).filter(
    ([member]) => member in members && !changedMembers.has(member),
  );
  if (restoredMembers.length > 0) restored.metadata = Object.fromEntries(restoredMembers);
  return { restored, changed };
}
