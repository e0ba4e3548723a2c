import type { Generated, JSONColumnType } from 'kysely';

/**
 * Column types as the pool's parsers give them: timestamptz is a whole number of milliseconds since
 * the epoch (write it with `ts()` of timestamps.ts), int8 a safe integer, jsonb its parsed value.
 */
type Timestamp = number;
type Json = JSONColumnType<object, string, string>;

export interface ProgramsTable {
  id: Generated<number>;
  key: string;
  name: string;
  currency: string;
  settings: Json;
  test: boolean;
  clock_offset_ms: Generated<number>;
  clock_target_ms: Generated<number>;
  configuration_version: number;
  points_expiry_since: Timestamp | null;
  created_at: Timestamp;
}

export type EntryKind = 'site' | 'tier' | 'benefit' | 'rule' | 'reward';

export interface ProgramEntriesTable {
  program_id: number;
  id: Generated<number>;
  kind: EntryKind;
  key: string;
  position: number;
  enabled: boolean;
  definition: Json;
  created_at: Timestamp;
}

export interface RewardStockTable {
  program_id: number;
  reward_id: number;
  variant_id: Generated<string>;
  initial: number;
  remaining: number;
}

export interface ApiKeysTable {
  program_id: number;
  id: Generated<number>;
  name: string;
  key_prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface ServerSecretsTable {
  name: string;
  value: Buffer;
  created_at: Timestamp;
}

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
  version: Generated<number>;
  last_entry_at: Timestamp;
  next_due_at: Timestamp | null;
  lots_since: Timestamp | null;
  lots_dated_since: Timestamp | null;
  balance_changed_at: Timestamp | null;
  last_purchase_at: Timestamp | null;
  next_birthday_at: Timestamp | null;
  referred_by: number | null;
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

export type ActivityState = 'pending' | 'approved' | 'declined' | 'void';

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
  resolution: 'approved' | 'declined' | 'void' | null;
}

export interface AdjustmentsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  points: number;
  note: string | null;
  date: Timestamp;
  created_at: Timestamp;
}

export interface TierEntriesTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  tier_id: number;
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

export type ClaimState = 'pending' | 'approved' | 'declined' | 'void' | 'expired';
export type UsageStatus = 'not_used' | 'partially_used' | 'used';

export interface ClaimedRewardsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  reward_id: number;
  kind: string;
  title: string;
  state: ClaimState;
  source_kind: 'points_redemption' | 'rule_completion' | 'tier_entry';
  source_id: number | null;
  activity_id: number | null;
  points_cost: number;
  quantity: Generated<number>;
  claimed_at: Timestamp;
  created_at: Timestamp;
  auto_refund_at: Timestamp | null;
  expires_at: Timestamp | null;
  resolved_at: Timestamp | null;
  usage_status: Generated<UsageStatus>;
  used_at: Timestamp | null;
  used_by_order_id: number | null;
  used_by_order_key: string | null;
  fulfilled_at: Timestamp | null;
  terms: Json;
  code: string | null;
  code_key: string | null;
  code_hash: Buffer | null;
  code_last_characters: string | null;
  initial_balance_minor: number | null;
  current_balance_minor: number | null;
  variant_id: string | null;
  redemption_id: string | null;
  cart_id: string | null;
  platform_action_id: string | null;
  session_kind: 'cart' | 'checkout' | 'custom' | null;
  session_token: string | null;
  channel: string | null;
  stock_variant_ids: string[] | null;
  fulfilment_explanation: string | null;
  seen_in_cart_at: Timestamp | null;
  linked_to_cart_at: Timestamp | null;
}

export interface VoucherCodesTable {
  program_id: number;
  id: Generated<number>;
  reward_id: number;
  code: string;
  code_key: string;
  created_at: Timestamp;
  taken_at: Timestamp | null;
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
  created_at: Timestamp;
  completed_at: Timestamp | null;
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

export type PaymentStatus = 'not_paid' | 'partially_paid' | 'paid';
export type RefundStatus = 'not_refunded' | 'partially_refunded' | 'refunded';

export interface OrdersTable {
  program_id: number;
  id: Generated<number>;
  merchant_id: string;
  merchant_key: string;
  customer_id: number;
  number: string | null;
  total_minor: number;
  shipping_minor: number;
  tax_minor: Generated<number>;
  discounts_minor: Generated<number>;
  paid_minor: number;
  refunded_minor: Generated<number>;
  spend_minor: number;
  payment_status: PaymentStatus;
  refund_status: Generated<RefundStatus>;
  cancelled_at: Timestamp | null;
  paid_at: Timestamp | null;
  channel: string | null;
  line_items: Json;
  discount_codes: Json;
  claimed_reward_ids: Generated<number[]>;
  awaits_enrolment: Generated<boolean>;
  earns: Generated<boolean>;
  date: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface GiftCardUsesTable {
  program_id: number;
  claimed_reward_id: number;
  order_key: string;
  amount_minor: number;
  used_at: Timestamp;
  returned_at: Timestamp | null;
}

export interface WebviewSessionsTable {
  program_id: number;
  id: Generated<number>;
  token_hash: Buffer;
  site_id: number;
  customer_id: number | null;
  channel: string;
  language: string;
  currency: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface IdempotencyRecordsTable {
  program_id: number;
  key_hash: Buffer;
  fingerprint: Buffer;
  status: number;
  body: Buffer;
  customer_id: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface RateWindowsTable {
  program_id: number;
  name: string;
  accepted: Timestamp[];
}

export type OAuthGrantType = 'authorization_code' | 'client_credentials';

export interface OAuthAppsTable {
  program_id: number;
  id: Generated<number>;
  client_id: string;
  name: string;
  secret_hash: Buffer | null;
  redirect_uris: string[];
  scopes: string[];
  grant_types: OAuthGrantType[];
  created_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface OAuthGrantsTable {
  program_id: number;
  id: Generated<number>;
  app_id: number;
  key_id: number;
  scopes: string[];
  code_hash: Buffer;
  code_challenge: string;
  redirect_uri: string;
  code_expires_at: Timestamp;
  redeemed_at: Timestamp | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface OAuthTokensTable {
  program_id: number;
  id: Generated<number>;
  app_id: number;
  grant_id: number | null;
  kind: 'access' | 'refresh';
  token_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface DB {
  programs: ProgramsTable;
  program_entries: ProgramEntriesTable;
  reward_stock: RewardStockTable;
  api_keys: ApiKeysTable;
  server_secrets: ServerSecretsTable;
  customers: CustomersTable;
  usage_counters: UsageCountersTable;
  activities: ActivitiesTable;
  reported_activities: ReportedActivitiesTable;
  adjustments: AdjustmentsTable;
  tier_entries: TierEntriesTable;
  expiries: ExpiriesTable;
  lots: LotsTable;
  lot_allocations: LotAllocationsTable;
  voucher_codes: VoucherCodesTable;
  carts: CartsTable;
  referrals: ReferralsTable;
  claimed_rewards: ClaimedRewardsTable;
  transactions: TransactionsTable;
  orders: OrdersTable;
  gift_card_uses: GiftCardUsesTable;
  webview_sessions: WebviewSessionsTable;
  idempotency_records: IdempotencyRecordsTable;
  rate_windows: RateWindowsTable;
  oauth_apps: OAuthAppsTable;
  oauth_grants: OAuthGrantsTable;
  oauth_tokens: OAuthTokensTable;
}
