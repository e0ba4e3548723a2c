import {
  completeRuleAction,
  enrolAction,
  redeemRewardAction,
  refundClaimAction,
  setBirthdayAction,
  subscribeAction,
} from './actions.ts';
import { followReferralRoute } from './follow-referral.ts';
import { openPageRoute } from './open-page.ts';
import { pageImagesRoute } from './page-images.ts';
import { serveEmbedRoute } from './serve-embed.ts';
import { showPageRoute } from './show-page.tsx';

/**
 * The pages that shoppers open: the embedded loyalty page, its loader, and the links by which customers refer friends.
 */
export const PAGE_ROUTES = [
  openPageRoute,
  showPageRoute,
  pageImagesRoute,
  completeRuleAction,
  subscribeAction,
  redeemRewardAction,
  refundClaimAction,
  setBirthdayAction,
  enrolAction,
  followReferralRoute,
  serveEmbedRoute,
];
