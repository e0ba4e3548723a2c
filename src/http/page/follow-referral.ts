import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import { findReferralSite } from '../../domain/referrals/find-referral-site.ts';
import type { App } from '../app-types.ts';
import { sendErrorPage, sendUnknown } from '../shared/send-page.tsx';

/** The ways to share a customer's links. Each has a link of its own. */
const NETWORKS: readonly string[] = ['email', 'direct', 'facebook', 'social', 'whatsapp', 'device_share'];

/** Sends a friend who follows a customer's link to the store. The store learns the referrer from the address. */
export function followReferralRoute(app: App, deps: Deps): void {
  app.get(
    '/r/:referral_id/:network',
    {
      config: { scope: 'public' },
      schema: { hide: true, params: Type.Object({ referral_id: Type.String(), network: Type.String() }) },
      errorHandler: sendErrorPage,
    },
    async (request, reply) => {
      const { referral_id, network } = request.params;
      const site = NETWORKS.includes(network) ? await findReferralSite(deps, referral_id) : undefined;
      if (!site) return sendUnknown(request, reply);
      return reply
        .headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
        })
        .redirect(withReferral(site.url, referral_id), 302);
    },
  );
}

/** The site's own query stays unchanged. */
function withReferral(siteUrl: string, referralId: string): string {
  const url = new URL(siteUrl);
  url.search += `${url.search === '' ? '?' : '&'}loyalty_ref_id=${encodeURIComponent(referralId)}`;
  return url.href;
}
