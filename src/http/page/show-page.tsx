import { Type } from '@sinclair/typebox';
import type { VNode } from 'preact';
import type { Deps } from '../../deps.ts';
import { findCustomerById } from '../../domain/customers/store.ts';
import { settleCustomer } from '../../domain/settlement/settle-customer.ts';
import { loadStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { offersToNewcomers } from '../../domain/storefront/offers.ts';
import { findWebviewSession, type WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import type { App } from '../app-types.ts';
import { MemberPage } from './member-page.tsx';
import { pageContext } from './page-context.ts';
import { sendErrorPage, sendExpired, sendPage, sendUnknown } from './send-page.tsx';
import { type Visitor, VisitorPage } from './visitor-page.tsx';

/** What a token looks like; nothing else is looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function showPageRoute(app: App, deps: Deps): void {
  app.get(
    '/page/:token',
    {
      config: { scope: 'public' },
      schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      errorHandler: sendErrorPage,
    },
    async (request, reply) => {
      const { token } = request.params;
      const session = TOKEN.test(token) ? await findWebviewSession(deps, token) : undefined;
      if (!session) return sendUnknown(request, reply);
      if (session.expired) return sendExpired(reply, session);
      return sendPage(reply, 200, session.site, await pageOf(deps, session));
    },
  );
}

/** The page as it is now, all of it from what the API reads. */
async function pageOf(deps: Deps, session: WebviewSession): Promise<VNode> {
  const { program, site } = session;
  const page = pageContext(session, deps.clock.now(program));
  const shop = { channel: 'web', country: site.country } as const;
  const visit = (visitor: Visitor) => (
    <VisitorPage page={page} visitor={visitor} offers={offersToNewcomers(program, shop)} />
  );

  const found =
    session.customer_id === null
      ? undefined
      : await findCustomerById(deps.db, program.id, session.customer_id);
  if (!found) return visit('unknown');
  if (found.blocked_at !== null) return visit('blocked');
  if (found.enrolled_at === null) return visit('not_enrolled');
  await settleCustomer(deps, program, found);
  const customer = await loadStorefrontCustomer(deps, { program, customer_id: found.id, ...shop });
  return <MemberPage page={page} customer={customer} />;
}
