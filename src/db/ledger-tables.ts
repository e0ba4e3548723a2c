import type { Generated, JSONColumnType } from 'kysely';
import type { Timestamp } from './column-types.ts';

export type ActivityState = 'pending' | 'approved' | 'declined' | 'void';

/** A state of an activity that back ends may report. */
export type ResolutionState = Exclude<ActivityState, 'pending'>;

export interface LedgerRoundsTable {
  id: Generated<number>;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  next_program: Generated<number>;
  next_customer: Generated<number>;
  customers: Generated<number>;
  transactions: Generated<number>;
  busy_ms: Generated<number>;
  drifts: Generated<number>;
  findings: JSONColumnType<object, string | undefined, string>;
  next_at: Timestamp;
  leased_until: Timestamp | null;
  attempts: Generated<number>;
  ordered: Generated<boolean>;
}

export interface ActivitiesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  rule_id: number | null;
  name: string;
  merchant_id: string | null;
  value: number;
  state: ActivityState;
  date: Timestamp;
  created_at: Timestamp;
  approves_at: Timestamp | null;
  resolved_at: Timestamp | null;
  resource: 'order' | 'referral' | null;
  order_id: number | null;
  basis: JSONColumnType<object | null, string | null, string | null>;
  channel: string | null;
  taken_back: Generated<number>;
  spared: Generated<number>;
  forgone: Generated<number>;
  reclaimed: Generated<number>;
  voided_by_hand: Generated<boolean>;
  updated_at: Timestamp | null;
  changed_id: Generated<number | null>;
}

export interface ToldResolutionsTable {
  program_id: number;
  activity_id: number;
  told_as: ResolutionState;
}

export interface ReportedActivitiesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  name: string;
  merchant_id: string | null;
  channel: string | null;
  date: Timestamp;
  created_at: Timestamp;
  awaits_enrolment: boolean;
  resolution: ResolutionState | null;
  told_as: Generated<ResolutionState | null>;
}

export interface AdjustmentsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  points: number;
  points_spent: Generated<number>;
  note: string | null;
  reason: Generated<'by_hand' | 'opening' | 'merge'>;
  reason_code:
    | 'goodwill'
    | 'missing_points'
    | 'correction'
    | 'promotion'
    | 'returned'
    | 'abuse'
    | 'other'
    | null;
  date: Timestamp;
  created_at: Timestamp;
}

export interface ExpiriesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  points: number;
  reason: 'inactivity' | 'age' | 'calendar_date';
  date: Timestamp;
  created_at: Timestamp;
}

export interface LotsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  activity_id: number | null;
  adjustment_id: number | null;
  points: number;
  remaining: number;
  expired: Generated<number>;
  lent: Generated<number>;
  owed: Generated<number>;
  expires_at: Timestamp | null;
  created_at: Timestamp;
}

export interface LotAllocationsTable {
  program_id: number;
  transaction_id: number;
  lot_id: number;
  customer_id: number;
  claimed_reward_id: number | null;
  points: number;
}

export type TransactionResource = 'activity' | 'adjustment' | 'claimed_reward' | 'expiry';

export interface TransactionsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  points_approved: number;
  points_pending: number;
  points_spent: number;
  resource: TransactionResource;
  activity_id: number | null;
  adjustment_id: number | null;
  claimed_reward_id: number | null;
  expiry_id: number | null;
  note: string | null;
  created_at: Timestamp;
}
