import type { Consent } from '../../db/customer-tables.ts';
import type { PendingPart } from '../ledger/post-pending.ts';
import type { Tier } from '../programs/configuration.ts';

/** What a file of customers can say of each, beside members of its metadata. */
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

/** How dates are written that do not begin with their year. */
export const DATE_ORDERS = ['ymd', 'mdy', 'dmy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A row of the file: the line on which it ends, and its cells. */
export interface FileRow {
  line: number;
  cells: readonly string[];
}

/** Points that expire together; null: when the program's terms say. */
export interface GivenLot {
  points: number;
  expires_at: number | null;
}

/** A customer as a row says that it is. null: the row does not say, and what is known stays. */
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
  /** As many points in all, those first that expire first. */
  lots: GivenLot[];
  /** Those that are not approved yet, all of them. */
  pending: PendingPart[] | null;
  /** All that was ever spent, less what was given back. */
  points_spent: number | null;
  tier: Tier | null;
  tier_expires_at: number | null;
  /** Of a new customer; null: it is a guest. undefined: the file does not say of anybody. */
  enrolled_at: number | null | undefined;
  /** Of a new customer. */
  referral_id: string | null;
  blocked: boolean;
}
