import type { Deps } from '../../deps.ts';
import type { App } from '../app-types.ts';
import { completeRuleRoute } from './complete-rule.ts';
import { redeemProductRewardRoute } from './redeem-product-reward.ts';

/** The customer-facing family, in the order of its document. */
export const HEADLESS_ROUTES: readonly ((app: App, deps: Deps) => void)[] = [
  completeRuleRoute,
  redeemProductRewardRoute,
];
