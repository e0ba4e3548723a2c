import { followReferralRoute } from './follow-referral.ts';
import { showPageRoute } from './show-page.tsx';

/** What shoppers open: the embedded loyalty page, and the links by which customers refer friends. */
export const PAGE_ROUTES = [showPageRoute, followReferralRoute];
