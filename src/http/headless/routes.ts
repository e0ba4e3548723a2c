import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { completeRuleRoutes } from './complete-rule.ts';
import { enrolCustomerRoute } from './enrol-customer.ts';
import { getConfigurationRoute } from './get-configuration.ts';
import { getCustomerRoute } from './get-customer.ts';
import { giveRefereeIncentiveRoute } from './give-referee-incentive.ts';
import { openSessionRoute } from './open-session.ts';
import { redeemRewardRoutes } from './redeem-reward-routes.ts';
import { refundProductRewardRoute } from './refund-product-reward.ts';
import { setBirthdayRoute } from './set-birthday.ts';
import { subscribeToEmailRoute } from './subscribe-to-email.ts';

/** The customer-facing family, in the order of its document. */
export const HEADLESS_ROUTES: readonly ((app: App, deps: Deps) => void)[] = [
  getConfigurationRoute,
  getCustomerRoute,
  openSessionRoute,
  setBirthdayRoute,
  enrolCustomerRoute,
  subscribeToEmailRoute,
  giveRefereeIncentiveRoute,
  completeRuleRoutes,
  redeemRewardRoutes,
  refundProductRewardRoute,
];
