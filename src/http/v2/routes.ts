import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { listActivitiesRoute } from './activities.ts';
import { addPointsRoute, removePointsRoute } from './adjust-points.ts';
import { advanceTestClockRoute } from './advance-test-clock.ts';
import { listAuditRoute } from './audit.ts';
import { listAvailableRewardsRoute } from './available-rewards.ts';
import { getBalanceRoute } from './balance.ts';
import { listRewardsRoute, listRulesRoute, listTiersRoute } from './catalogue.ts';
import { replaceProgramRoute, rollBackProgramRoute } from './change-program.ts';
import { claimRewardRoute } from './claim-reward.ts';
import { closeMonthRoute, getClosedMonthRoute, listClosedMonthsRoute } from './closed-months.ts';
import { createActivityRoute } from './create-activity.ts';
import { createOrderRoute } from './create-order.ts';
import { createWebviewSessionRoute } from './create-webview-session.ts';
import { getProgramCustomerRoute, updateCustomerRoute } from './customer.ts';
import { listCustomerClaimedRewardsRoute } from './customer-claimed-rewards.ts';
import { listCustomersRoute } from './customers.ts';
import { createDraftRoute, deleteDraftRoute, getDraftRoute, listDraftsRoute } from './drafts.ts';
import {
  fulfillClaimedRewardRoute,
  refundClaimedRewardRoute,
  revealClaimedRewardRoute,
} from './end-claimed-reward.ts';
import { eraseCustomerRoute } from './erase-customer.ts';
import { explainRoute } from './explain.ts';
import { forecastRoute } from './forecast.ts';
import { journalRoute } from './journal.ts';
import { listSitesRoute } from './list-sites.ts';
import { mergeCustomerRoute } from './merge-customer.ts';
import { getOrderRoute, listOrdersRoute } from './orders.ts';
import { listAffectedRoute, planProgramRoute } from './plan-program.ts';
import { previewOrderRoute } from './preview-order.ts';
import {
  getProgramRoute,
  getProgramSchemaRoute,
  getProgramVersionRoute,
  listProgramVersionsRoute,
} from './program.ts';
import { planDraftRoute, publishDraftRoute } from './publish-draft.ts';
import { REPORT_ROUTES } from './reports.ts';
import { resolveActivityRoute } from './resolve-activity.ts';
import { deleteDraftEntryRoute, mergeDraftRoute, putDraftEntryRoute, saveDraftRoute } from './save-draft.ts';
import { listCustomerTransactionsRoute, listTransactionsRoute } from './transactions.ts';
import { updateOrderRoute } from './update-order.ts';
import { getVoucherRoute, useVoucherRoute } from './vouchers.ts';
import { listWebhookDeliveriesRoute } from './webhook-deliveries.ts';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  rotateWebhookSecretRoute,
} from './webhooks.ts';
import { whoamiRoute } from './whoami.ts';

/** The program-level family, in the order of its document. */
export const V2_ROUTES: readonly ((app: App, deps: Deps) => void)[] = [
  whoamiRoute,
  listSitesRoute,
  getProgramRoute,
  replaceProgramRoute,
  planProgramRoute,
  listAffectedRoute,
  listProgramVersionsRoute,
  getProgramVersionRoute,
  rollBackProgramRoute,
  listDraftsRoute,
  createDraftRoute,
  getDraftRoute,
  saveDraftRoute,
  deleteDraftRoute,
  putDraftEntryRoute,
  deleteDraftEntryRoute,
  mergeDraftRoute,
  planDraftRoute,
  publishDraftRoute,
  getProgramSchemaRoute,
  listRewardsRoute,
  listRulesRoute,
  listTiersRoute,
  listCustomersRoute,
  getProgramCustomerRoute,
  updateCustomerRoute,
  mergeCustomerRoute,
  eraseCustomerRoute,
  listAvailableRewardsRoute,
  explainRoute,
  getBalanceRoute,
  listCustomerClaimedRewardsRoute,
  addPointsRoute,
  removePointsRoute,
  listCustomerTransactionsRoute,
  listActivitiesRoute,
  listTransactionsRoute,
  claimRewardRoute,
  refundClaimedRewardRoute,
  fulfillClaimedRewardRoute,
  revealClaimedRewardRoute,
  getVoucherRoute,
  useVoucherRoute,
  createActivityRoute,
  resolveActivityRoute,
  createOrderRoute,
  updateOrderRoute,
  listOrdersRoute,
  getOrderRoute,
  previewOrderRoute,
  createWebviewSessionRoute,
  createWebhookRoute,
  listWebhooksRoute,
  deleteWebhookRoute,
  rotateWebhookSecretRoute,
  listWebhookDeliveriesRoute,
  ...REPORT_ROUTES,
  forecastRoute,
  journalRoute,
  listClosedMonthsRoute,
  closeMonthRoute,
  getClosedMonthRoute,
  listAuditRoute,
  advanceTestClockRoute,
];
