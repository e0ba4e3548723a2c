import type { CustomerRow } from '../customers/customer-row.ts';
import { fieldChanges, isKnownMore, type KnownFields } from './known-fields.ts';
import type { ImportedRow } from './record-store.ts';

/** What is to be done to take back what an import did to a customer. */
export interface RevertPlan {
  /** Nobody has used it since: all that is known of it goes, and its merchant_id is free again. */
  empties: boolean;
  /** By how much the balance changes. */
  points: number;
  /** By how much the lifetime spend changes. No claim carries what an import added of it, so that no claim needs it. */
  spent: number;
  /** The fields that become again what they were. */
  fields: KnownFields;
  /** What stays, and why; null: nothing. */
  kept: string | null;
}

/** What became of a customer since an import. */
interface SinceImport {
  /** Somebody else's doing shows in the customer's records. */
  used: boolean;
  /** How much of the points that the import added has expired, which is gone already. */
  expired: number;
  /** How many of the points that it made pending were approved, and are not there to be taken any more. */
  missing_pending: number;
}

/** Why nothing of what an import did to a customer is taken back; undefined: it may be. */
export function keptWhole({ erased_at, merged_into }: CustomerRow): string | undefined {
  if (erased_at !== null) return 'it was erased since';
  return merged_into === null ? undefined : 'it was merged into another since';
}

/** The customer is locked and settled, and what the import made pending is taken back of it already. */
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
  const gone = missing > 0 ? [`${missing} points were spent or have expired`] : [];
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

/** Whether somebody said of a customer, or did to it, what the import that made it did not: it blocks whom it makes at once. */
function wasChangedBeside({ after }: ImportedRow, customer: CustomerRow): boolean {
  const { blocked_at, created_at } = customer;
  return isKnownMore(customer, after) || (blocked_at !== null && blocked_at !== created_at);
}

/** Points that were added go as far as they are there; points that were taken come back. */
function pointsToTake(
  imported: number,
  balance: number,
  expired: number,
): { points: number; missing: number } {
  if (imported <= 0) return { points: -imported || 0, missing: 0 };
  const taken = Math.max(0, Math.min(imported - expired, balance));
  return { points: -taken || 0, missing: imported - taken };
}

/** Of the fields that the import changed those that are still as it left them, as they were before; and the others' names. */
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
