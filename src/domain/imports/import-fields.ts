import type { Consent } from '../../db/customer-tables.ts';
import type { PendingPart } from '../ledger/post-pending.ts';
import type { Tier } from '../programs/configuration.ts';

/** The fields of a customer that a file may have, in addition to members of its metadata. */
export const IMPORT_FIELDS = [
  'merchant_id',
  'email',
  'first_name',
  'last_name',
  'birthday',
  'email_marketing',
  'sms_marketing',
  'points',
  'points_expire_at',
  'lots',
  'points_pending',
  'pending',
  'points_spent',
  'tier',
  'tier_expires_at',
  'enrolled_at',
  'referral_id',
  'blocked',
  'metadata',
] as const;

/** `metadata.name` is the member `name` of the metadata, as text. */
export type ImportField = (typeof IMPORT_FIELDS)[number] | `metadata.${string}`;

export function isImportField(text: string): text is ImportField {
  return (IMPORT_FIELDS as readonly string[]).includes(text) || /^metadata\../.test(text);
}

/** The order of day and month in dates that do not begin with their year. */
export const DATE_ORDERS = ['ymd', 'mdy', 'dmy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A row of the file: the number of its last line, and its cells. */
export interface FileRow {
  line: number;
  cells: readonly string[];
}

/** Points that expire together. null: the program's terms say when. */
export interface GivenLot {
  points: number;
  expires_at: number | null;
}

/** A customer as a row describes it. null: the row has no value, and the known value stays. */
export interface GivenCustomer {
  line: number;
  merchant_id: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  birthday: { day: number; month: number; year: number | null } | null;
  email_marketing: Consent | null;
  sms_marketing: Consent | null;
  metadata: Record<string, unknown> | null;
  points: number | null;
  /** The lots add up to `points`; the lot that expires first comes first. */
  lots: GivenLot[];
  /** All of the customer's points that are not approved yet. */
  pending: PendingPart[] | null;
  /** Everything the customer ever spent, minus refunds. */
  points_spent: number | null;
  tier: Tier | null;
  tier_expires_at: number | null;
  /** Only for a new customer; null: it is a guest. undefined: the file has no such column. */
  enrolled_at: number | null | undefined;
  /** Only for a new customer. */
  referral_id: string | null;
  blocked: boolean;
}
