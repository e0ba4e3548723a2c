import type { Generated, JSONColumnType } from 'kysely';
import type { Timestamp } from './column-types.ts';

export type Consent = 'subscribed' | 'not_subscribed' | 'unknown';

export interface CustomersTable {
  program_id: number;
  id: Generated<number>;
  merchant_id: string;
  merchant_key: string;
  site_id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  birthday_month: number | null;
  birthday_day: number | null;
  birthday_year: number | null;
  email_marketing: Generated<Consent>;
  sms_marketing: Generated<Consent>;
  referral_id: string;
  metadata: Generated<object>;
  enrolled_at: Timestamp | null;
  blocked_at: Timestamp | null;
  points_approved: Generated<number>;
  points_pending: Generated<number>;
  points_spent: Generated<number>;
  tier_id: number | null;
  tier_started_at: Timestamp | null;
  tier_expires_at: Timestamp | null;
  withdrawn_tier_id: number | null;
  withdrawn_tier_until: Timestamp | null;
  version: Generated<number>;
  last_entry_at: Timestamp;
  next_due_at: Timestamp | null;
  lots_since: Timestamp | null;
  lots_dated_since: Timestamp | null;
  balance_changed_at: Timestamp | null;
  last_purchase_at: Timestamp | null;
  next_birthday_at: Timestamp | null;
  referred_by: number | null;
  merged_into: number | null;
  erased_at: Timestamp | null;
  named_by_email: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface UsageCountersTable {
  program_id: number;
  customer_id: number;
  subject_id: number;
  total: number;
  window_start: Timestamp;
  window_count: number;
  last_at: Timestamp | null;
}

export interface TierEntriesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  tier_id: number;
  date: Timestamp;
  created_at: Timestamp;
}

export interface CartsTable {
  program_id: number;
  customer_id: number;
  cart_id: string;
  total_minor: number;
  item_count: number;
  redemption_ids: string[];
  updated_at: Timestamp;
}

export interface ReferralsTable {
  program_id: number;
  id: Generated<number>;
  referrer_id: number;
  referee_key: Buffer;
  referee_email: string | null;
  address_key: Buffer | null;
  code: string | null;
  code_key: string | null;
  referee_id: number | null;
  order_id: number | null;
  activity_id: number | null;
  terms: JSONColumnType<object | null, string | null, string | null>;
  used_at: Timestamp | null;
  used_by_order_key: string | null;
  created_at: Timestamp;
  completed_at: Timestamp | null;
  currency: string | null;
  currency_rate: number | null;
}

/** The file of a note. */
export interface CustomerNoteFilesTable {
  program_id: number;
  note_id: number;
  customer_id: number;
  name: string;
  kind: 'png' | 'jpeg' | 'webp' | 'pdf' | 'text';
  bytes: Buffer;
}

export interface CustomerNotesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  adjustment_id: number | null;
  text: string;
  operator_id: number | null;
  created_at: Timestamp;
}
