import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

export interface ReportStatesTable {
  program_id: number;
  generation: Generated<number>;
  counted_to: Generated<number>;
  counted_at: Timestamp | null;
  rebuilding: number | null;
  rebuilt_to: Generated<number>;
  members_to: Generated<number>;
  rebuilt_members_to: Generated<number>;
  sales_to: Generated<number>;
  rebuilt_sales_to: Generated<number>;
  referrals_to: Generated<number>;
  rebuilt_referrals_to: Generated<number>;
  tier_cohorts_to: Generated<number>;
}

export interface ReportZonesTable {
  program_id: number;
  site_id: number;
  above: number;
  time_zone: string;
}

export interface ReportFiguresTable {
  program_id: number;
  generation: number;
  day: string;
  site_id: number;
  tier_id: number;
  rule_id: number;
  reward_id: number;
  flow: string;
  points: number;
  transactions: number;
}

export interface ReportVintagesTable {
  program_id: number;
  generation: number;
  customer_id: number;
  vintage: string;
  points_left: number;
  redeemed: number;
}

export interface ReportAgesTable {
  program_id: number;
  generation: number;
  vintage: string;
  month: string;
  got: number;
  undone: number;
  redeemed: number;
  expired: number;
}

export interface ReportMonthsTable extends Omit<ReportFiguresTable, 'day'> {
  month: string;
}

export interface MemberChangesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  site_id: number;
  day: string;
  joined: -1 | 0 | 1;
  tier_before: number | null;
  tier_id: number | null;
}

export interface ReportMembersTable {
  program_id: number;
  generation: number;
  day: string;
  site_id: number;
  tier_id: number;
  came: number;
  went: number;
}

export interface SalesChangesTable {
  program_id: number;
  id: Generated<number>;
  order_id: number;
  customer_id: number;
  site_id: number;
  day: string;
  told_at: Timestamp;
  orders: 0 | 1;
  net_minor: number;
}

export interface ReportSalesTable {
  program_id: number;
  generation: number;
  day: string;
  site_id: number;
  tier_id: number;
  orders: number;
  net_minor: number;
}

export interface ReferralChangesTable {
  program_id: number;
  id: Generated<number>;
  referral_id: number;
  customer_id: number;
  site_id: number;
  day: string;
  told_at: Timestamp;
  asked: 0 | 1;
  used: 0 | 1;
  completed: 0 | 1;
}

export interface ReportReferralsTable {
  program_id: number;
  generation: number;
  day: string;
  site_id: number;
  tier_id: number;
  asked: number;
  used: number;
  completed: number;
}

export interface ReportCohortsTable {
  program_id: number;
  generation: number;
  cohort: string;
  month: string;
  site_id: number;
  flow: string;
  points: number;
}

export interface ReportTierCohortsTable extends ReportCohortsTable {
  tier_id: number;
}

export interface ClosedMonthsTable {
  program_id: number;
  month: string;
  counted_to: number;
  sales_to: number | null;
  closed_at: Timestamp;
  books: string;
}

export interface ReportLateSalesTable {
  program_id: number;
  generation: number;
  booked: string;
  dated: string;
  orders: number;
  net_minor: number;
}

export interface ReportLateTable {
  program_id: number;
  generation: number;
  booked: string;
  dated: string;
  flow: string;
  points: number;
  transactions: number;
}
