import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { listFurtherUsableClaims } from '../../domain/claims/store.ts';
import { loadStorefrontAfterDue } from '../../domain/operations/load-storefront-after-due.ts';
import { withUnshownCodes } from '../../domain/operations/show-gift-card-codes.ts';
import type { Reward } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Picture } from '../../domain/programs/program-settings.ts';
import { LATEST_CLAIMS, type StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { loadStockAndPools, offersToNewcomers } from '../../domain/storefront/offers.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import type { App } from '../app-types.ts';
import { Document } from '../shared/document.tsx';
import { formAction, formToken, keepBroughtSession, requirePageSession } from '../shared/page-session.ts';
import { sendErrorPage, sendPage } from '../shared/send-page.tsx';
import { MemberPage } from './member-page.tsx';
import { type PageContext, pageContext } from './page-context.ts';
import { bannerImage, rewardImage } from './page-images.ts';
import { findOutcome, withClaim } from './stored-outcome.ts';
import { type Visitor, VisitorPage } from './visitor-page.tsx';

const NONCE_BYTES = 16;

/**
 * The page as it is now. It uses the same reads as the API. Its data is one read of the database, and a second read for
 * a customer who has more claims than the first includes.
 */
export function showPageRoute(app: App, deps: Deps): void {
  app.get(
    '/page',
    { config: { scope: 'public' }, schema: { hide: true }, errorHandler: sendErrorPage },
    async (request, reply) => {
      const session = await requirePageSession(request, deps);
      keepBroughtSession(request, reply, deps, session);
      const customer = await customerOf(deps, session, request.method !== 'HEAD');
      const page = await contextOf(deps, request, session, customer);
      const content = await contentOf(deps, page, customer);
      return sendPage(
        reply,
        200,
        session,
        <Document
          language={page.view.wording.spoken}
          title={session.program.name}
          host={session}
          expires_in_ms={session.expires_at - deps.clock.real()}
        >
          {content}
        </Document>,
      );
    },
  );
}

/** The channel and country of the page's visitors: they use a browser, in the site's country. */
function shopOf({ site }: WebviewSession) {
  return { channel: 'web', country: site.country } as const;
}

/** `tells`: whether the page shows the codes of gift cards that were never shown. A code is shown only once. */
async function customerOf(
  deps: Deps,
  session: WebviewSession,
  tells: boolean,
): Promise<StorefrontCustomer | null> {
  const { program, customer_id } = session;
  if (customer_id === null) return null;
  const customer = await loadStorefrontAfterDue(deps, { program, customer_id, ...shopOf(session) });
  if (!tells || visitorOf(customer) !== null) return customer;
  const claims = await withFurtherClaims(deps, customer);
  return { ...customer, claims: await withUnshownCodes(deps, program, claims) };
}

/** The most usable claims that the page shows beyond the latest. */
const MOST_FURTHER = 80;

/** Adds the older claims that can still be used: they may expire first. */
async function withFurtherClaims(
  deps: Deps,
  { claims, row, now }: StorefrontCustomer,
): Promise<StorefrontCustomer['claims']> {
  if (claims.length < LATEST_CLAIMS) return claims;
  const known = claims.map(({ id }) => id);
  return [...claims, ...(await listFurtherUsableClaims(deps.db, row, { known, now, most: MOST_FURTHER }))];
}

async function contextOf(
  deps: Deps,
  request: FastifyRequest,
  session: WebviewSession,
  customer: StorefrontCustomer | null,
): Promise<PageContext> {
  const actions = {
    public_url: deps.publicUrl,
    address: (action: string) => formAction(deps, session, action),
    image: (reward: Reward) => rewardImage(deps, session.program, reward),
    banner: (picture: Picture) => bannerImage(deps, session.program, picture),
    token: formToken(deps, request),
    nonce: deps.random.bytes(NONCE_BYTES).toString('base64url'),
  };
  const { done } = request.query as Record<string, unknown>;
  const outcome = typeof done === 'string' ? await findOutcome(deps, session, done) : undefined;
  return pageContext(session, deps.clock.now(session.program), actions, {
    balance: customer && visitorOf(customer) === null ? customer.row.points_approved : null,
    outcome: outcome ? await withClaim(deps, session, customer, outcome) : null,
  });
}

/** The reason why a customer is no member; null: the customer is a member. */
export function visitorOf({ row }: StorefrontCustomer): Visitor | null {
  if (row.blocked_at !== null) return 'blocked';
  return row.enrolled_at === null ? 'not_enrolled' : null;
}

/** The page of a member, or of a visitor. */
export async function contentOf(
  deps: Pick<Deps, 'db'>,
  page: PageContext,
  customer: StorefrontCustomer | null,
): Promise<VNode> {
  const visitor = customer ? visitorOf(customer) : 'unknown';
  if (customer && visitor === null) return <MemberPage page={page} customer={customer} />;
  const { program, site } = page.view;
  const stock = customer ? customer.stock : await loadStockAndPools(deps, program);
  const offers = offersToNewcomers(program, { channel: 'web', country: site.country }, stock);
  return <VisitorPage page={page} visitor={visitor ?? 'unknown'} offers={offers} />;
}
