import type { FastifyRequest } from 'fastify';
import type { GivenCart } from '../../domain/claims/carts/cart.ts';
import type { Tx } from '../../domain/core/transaction.ts';
import { withUnshownCodes } from '../../domain/operations/show-gift-card-codes.ts';
import type { Program, Site } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { ReadBehind } from '../../domain/programs/read-behind.ts';
import { grants } from '../../domain/programs/scopes.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { loadStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { sessionLanguage } from '../../domain/webviews/session-locale.ts';
import { requestContext } from '../request-context.ts';
import { type StorefrontView, storefrontView } from '../shared/storefront-view.ts';
import { siteOf } from '../sites.ts';
import type { Reading } from './held-customers.ts';

/** The audience and place of a request: its site, its channel, and its country or else the site's. */
export function storefrontContext(request: FastifyRequest) {
  const site = siteOf(request);
  const { channel, country, language } = requestContext(request);
  return { program: request.program, site, channel, country: country ?? site.country, language };
}

/** The view for answers to a request: of its site, in the language that it asks for or else the site's language. */
export function requestView(request: FastifyRequest): StorefrontView {
  const { program, site, language } = storefrontContext(request);
  return storefrontView(program, site, sessionLanguage(site, language ?? undefined));
}

/** Everything that decides how the customer of a path is shown. The context of the request must be checked. */
export function customerReading(
  request: FastifyRequest,
  program: Program,
  site: Site,
  merchant_id: string,
): Reading {
  const { channel, country, language } = requestContext(request);
  const view = storefrontView(program, site, sessionLanguage(site, language ?? undefined));
  return { view, channel, country: country ?? site.country, merchant_id };
}

/** The fields of an answer that describe its audience. */
export function requestAudience(request: FastifyRequest) {
  const { currency, language } = requestView(request);
  return { channel: storefrontContext(request).channel, currency, language };
}

/**
 * A customer for an answer, with the codes of gift cards that this answer is the first to show. Only keys that may act
 * for customers see codes, and a HEAD has no body to show them. Inside `tx`, it sees the writes of `tx`.
 */
export async function showingCodes(
  deps: Deps,
  request: FastifyRequest,
  customer: StorefrontCustomer,
  tx?: Tx,
): Promise<StorefrontCustomer> {
  const { row } = customer;
  const mayTell = grants(request.caller!.scopes, 'write_customers') && request.method !== 'HEAD';
  if (!mayTell || row.enrolled_at === null || row.blocked_at !== null) return customer;
  const claims = await withUnshownCodes(deps, request.program, customer.claims, tx);
  return claims === customer.claims ? customer : { ...customer, claims };
}

/** The read of a customer for the answer to a request. It is sent together with the write whose effect it shows. */
export function readBehind(deps: Deps, request: FastifyRequest): ReadBehind {
  return new ReadBehind((hot, customer_id) => {
    const { program, channel, country } = storefrontContext(request);
    return loadStorefrontCustomer({ ...deps, hot }, { program, customer_id, channel, country });
  });
}

interface Answering {
  /** The cart of the request. */
  cart?: GivenCart | null;
  /** The read that was sent together with the write, if the write was one statement. */
  read_behind?: ReadBehind;
}

/** A customer for the answer to a request; inside `tx`, with the writes of `tx`. */
export async function loadAnswer(
  deps: Deps,
  request: FastifyRequest,
  customerId: number,
  tx: Tx | undefined,
  { cart = null, read_behind }: Answering = {},
): Promise<{ view: StorefrontView; customer: StorefrontCustomer }> {
  const { program, channel, country } = storefrontContext(request);
  const customer = await loadStorefrontCustomer(
    { db: deps.db, clock: deps.clock, hot: read_behind?.over(deps.hot) ?? deps.hot },
    { program, customer_id: customerId, channel, country, cart },
    tx,
  );
  return { view: requestView(request), customer: await showingCodes(deps, request, customer, tx) };
}
