import type {
  ApiKeysTable,
  OAuthAppsTable,
  OAuthGrantsTable,
  OAuthTokensTable,
  RecentRequestsTable,
} from './access-tables.ts';
import type { AuditEntriesTable } from './audit-tables.ts';
import type { ClaimedRewardsTable, GiftCardUsesTable, VoucherCodesTable } from './claim-tables.ts';
import type {
  CartsTable,
  CustomerNoteFilesTable,
  CustomerNotesTable,
  CustomersTable,
  ReferralsTable,
  TierEntriesTable,
  UsageCountersTable,
} from './customer-tables.ts';
import type {
  CodeImportsTable,
  ImportFilePartsTable,
  ImportFilesTable,
  ImportRefusalsTable,
  ImportRowsTable,
  ImportsTable,
  ImportTasksTable,
} from './import-tables.ts';
import type {
  ActivitiesTable,
  AdjustmentsTable,
  ExpiriesTable,
  LedgerRoundsTable,
  LotAllocationsTable,
  LotsTable,
  ReportedActivitiesTable,
  ToldResolutionsTable,
  TransactionsTable,
} from './ledger-tables.ts';
import type {
  OperatorChallengesTable,
  OperatorIdentitiesTable,
  OperatorLinksTable,
  OperatorPasskeysTable,
  OperatorRequestFilesTable,
  OperatorRequestsTable,
  OperatorRolesTable,
  OperatorSessionsTable,
  OperatorSpendsTable,
  OperatorsTable,
  SignInFailuresTable,
} from './operator-tables.ts';
import type { OrderReconstructionsTable, OrderStatesTable, OrdersTable } from './order-tables.ts';
import type {
  ProgramDraftsTable,
  ProgramEntriesTable,
  ProgramFollowUpsTable,
  ProgramsTable,
  ProgramVersionsTable,
  RewardStockTable,
} from './program-tables.ts';
import type {
  ClosedMonthsTable,
  MemberChangesTable,
  ReferralChangesTable,
  ReportAgesTable,
  ReportCohortsTable,
  ReportFiguresTable,
  ReportLateSalesTable,
  ReportLateTable,
  ReportMembersTable,
  ReportMonthsTable,
  ReportReferralsTable,
  ReportSalesTable,
  ReportStatesTable,
  ReportTierCohortsTable,
  ReportVintagesTable,
  ReportZonesTable,
  SalesChangesTable,
} from './report-tables.ts';
import type {
  BackupRunsTable,
  DataKeysTable,
  IdempotencyRecordsTable,
  RateWindowsTable,
  WebviewSessionsTable,
} from './server-tables.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
  WebhookRemindersTable,
  WebhooksTable,
} from './webhook-tables.ts';

/** The tables by name. */
export interface DB {
  programs: ProgramsTable;
  program_entries: ProgramEntriesTable;
  reward_stock: RewardStockTable;
  program_versions: ProgramVersionsTable;
  program_drafts: ProgramDraftsTable;
  program_follow_ups: ProgramFollowUpsTable;
  api_keys: ApiKeysTable;
  data_keys: DataKeysTable;
  backup_runs: BackupRunsTable;
  customers: CustomersTable;
  customer_note_files: CustomerNoteFilesTable;
  customer_notes: CustomerNotesTable;
  usage_counters: UsageCountersTable;
  activities: ActivitiesTable;
  reported_activities: ReportedActivitiesTable;
  told_resolutions: ToldResolutionsTable;
  adjustments: AdjustmentsTable;
  tier_entries: TierEntriesTable;
  expiries: ExpiriesTable;
  lots: LotsTable;
  ledger_rounds: LedgerRoundsTable;
  lot_allocations: LotAllocationsTable;
  voucher_codes: VoucherCodesTable;
  carts: CartsTable;
  referrals: ReferralsTable;
  claimed_rewards: ClaimedRewardsTable;
  transactions: TransactionsTable;
  orders: OrdersTable;
  order_states: OrderStatesTable;
  order_reconstructions: OrderReconstructionsTable;
  gift_card_uses: GiftCardUsesTable;
  webview_sessions: WebviewSessionsTable;
  idempotency_records: IdempotencyRecordsTable;
  rate_windows: RateWindowsTable;
  recent_requests: RecentRequestsTable;
  oauth_apps: OAuthAppsTable;
  oauth_grants: OAuthGrantsTable;
  oauth_tokens: OAuthTokensTable;
  operators: OperatorsTable;
  operator_roles: OperatorRolesTable;
  operator_sessions: OperatorSessionsTable;
  operator_links: OperatorLinksTable;
  operator_spends: OperatorSpendsTable;
  operator_request_files: OperatorRequestFilesTable;
  operator_requests: OperatorRequestsTable;
  operator_passkeys: OperatorPasskeysTable;
  operator_challenges: OperatorChallengesTable;
  operator_identities: OperatorIdentitiesTable;
  sign_in_failures: SignInFailuresTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_reminders: WebhookRemindersTable;
  audit_entries: AuditEntriesTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_refusals: ImportRefusalsTable;
  import_files: ImportFilesTable;
  import_file_parts: ImportFilePartsTable;
  import_tasks: ImportTasksTable;
  code_imports: CodeImportsTable;
  report_states: ReportStatesTable;
  report_zones: ReportZonesTable;
  report_figures: ReportFiguresTable;
  report_ages: ReportAgesTable;
  report_late: ReportLateTable;
  report_late_sales: ReportLateSalesTable;
  closed_months: ClosedMonthsTable;
  report_months: ReportMonthsTable;
  report_cohorts: ReportCohortsTable;
  report_tier_cohorts: ReportTierCohortsTable;
  report_members: ReportMembersTable;
  member_changes: MemberChangesTable;
  sales_changes: SalesChangesTable;
  referral_changes: ReferralChangesTable;
  report_sales: ReportSalesTable;
  report_referrals: ReportReferralsTable;
  report_vintages: ReportVintagesTable;
}
