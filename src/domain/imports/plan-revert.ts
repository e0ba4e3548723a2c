import type { CustomerRow } from '../customers/customer-row.ts';
import { fieldChanges, isKnownMore, type KnownFields } from './known-fields.ts';
import type { ImportedRow } from './record-store.ts';

/** The changes that take back an import's effects on a customer. */
export interface RevertPlan {
  /** True: the customer was not used since. All its data are deleted, and its merchant_id is free again. */
  empties: boolean;
  /** The change of the balance. */
  points: number;
  /** The change of the lifetime spend. No claim depends on the spend that an import added. */
  spent: number;
  /** The fields that get their former values back. */
  fields: KnownFields;
  /** The parts that stay, and the reason; null: none. */
  kept: string | null;
}

/** A customer's changes since an import. */
interface SinceImport {
  /** The customer's records include actions that this import did not cause. */
  used: boolean;
  /** The number of added points that have expired already. */
  expired: number;
  /** The number of imported pending points that were approved since and are no longer in the balance. */
  missing_pending: number;
}

/** The reason why none of an import's effects on a customer is taken back; undefined: they may be taken back. */
export function keptWhole({ erased_at, merged_into }: CustomerRow): string | undefined {
  if (erased_at !== null) return 'it was erased since';
  return merged_into === null ? undefined : 'it was merged into another since';
}

/** The customer must be locked, its due work processed, and the import's pending points already taken back. */
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
 * Whether a customer was changed in a way that the import that created it did not cause. An import blocks new customers
 * at once, so a later block is such a change.
 */
function wasChangedBeside({ after }: ImportedRow, customer: CustomerRow): boolean {
  const { blocked_at, created_at } = customer;
  return isKnownMore(customer, after) || (blocked_at !== null && blocked_at !== created_at);
}

/** Added points are removed as far as the balance has them; removed points come back. */
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
 * The fields that the import changed: a field that still has the import's value gets its former value back; the others
 * are named.
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
