import type { Deps } from '../../deps.ts';
import type { App } from '../app-types.ts';
import { listActivitiesRoute } from './activities.ts';
import { advanceTestClockRoute } from './advance-test-clock.ts';
import { claimRewardRoute } from './claim-reward.ts';
import { createActivityRoute } from './create-activity.ts';
import { createOrderRoute } from './create-order.ts';
import { createWebviewSessionRoute } from './create-webview-session.ts';
import { listCustomerTransactionsRoute, listTransactionsRoute } from './transactions.ts';

/** The program-level family, in the order of its document. */
export const V2_ROUTES: readonly ((app: App, deps: Deps) => void)[] = [
  listCustomerTransactionsRoute,
  listActivitiesRoute,
  listTransactionsRoute,
  claimRewardRoute,
  createActivityRoute,
  createOrderRoute,
  createWebviewSessionRoute,
  advanceTestClockRoute,
];
