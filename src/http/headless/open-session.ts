import { type Static, Type } from '@sinclair/typebox';
import type { GivenCart } from '../../domain/claims/carts/cart.ts';
import type { RequestedCartAction } from '../../domain/claims/carts/plan-cart.ts';
import { type OpenedSession, openSession } from '../../domain/operations/open-session.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { findStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import type { App } from '../app-types.ts';
import { firstRead } from '../first-read.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { Email, isName, Nullable, Text } from '../schema-helpers.ts';
import { uncheckedMember, uncheckedPlatformId } from '../unchecked.ts';
import { CartInputSchema, type RequestedCartActionBody, RequestedCartActionSchema } from './cart-schemas.ts';
import { cartComplaints, readCart } from './read-cart.ts';
import { shownNow } from './show-customer.ts';
import { HeadlessCustomerParams } from './site.ts';
import { loadAnswer, showingCodes, storefrontContext } from './storefront-answer.ts';
import { visitFields, visitMembers } from './visit-answer.ts';

const OpenSessionSchema = Type.Object(
  {
    customer: Type.Object({
      email: Nullable(
        Email({ description: 'The email of a new customer. A known customer keeps its email.' }),
      ),
    }),
    session: Type.Optional(
      Type.Object({
        page_url: Type.Optional(
          Text({ maxLength: 8192, description: 'The address of the page that the customer sees.' }),
        ),
      }),
    ),
    cart: Type.Optional(CartInputSchema),
  },
  { title: 'OpenSession' },
);

const SessionSchema = Type.Object(
  { ...visitFields, requested_cart_actions: Type.Array(RequestedCartActionSchema) },
  { title: 'Session' },
);

export function openSessionRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/sessions',
    {
      config: {
        scope: 'write_customers',
        complaints: cartComplaints,
        ask_ahead: (request, program, hot, body) => {
          const { merchant_id = '' } = request.params as Record<string, string | undefined>;
          if (!isName(merchant_id)) return undefined;
          const id = uncheckedPlatformId(uncheckedMember(body, 'cart'), 'id');
          // Only the id is needed for the question to Postgres. The audience counts when the answer is read.
          const cart: GivenCart | null =
            id === undefined ? null : { kind: 'platform', id, total_minor: 0, lines: [] };
          const audience = { channel: 'web', country: null } as const;
          return findStorefrontCustomer({ ...deps, hot }, { program, merchant_id, cart, ...audience });
        },
      },
      schema: {
        operationId: 'openSession',
        tags: ['Customer-facing'],
        summary: 'Report that a customer is on the storefront',
        description:
          'Send it for every page that a customer sees. An unknown customer is created, and enrolled if the program has `enrol_on_sight`. With `page_url` the request completes pageview rules. With `cart` the server compares the cart with the redemptions for it. It refunds a redemption if its line was taken out, if its line did not appear within 15 minutes, or if the cart no longer meets the requirements. `requested_cart_actions` names the lines that the storefront must take out, or set to the redeemed quantity. Refused with 422: `email_already_in_use`.',
        params: HeadlessCustomerParams,
        body: OpenSessionSchema,
        response: { 200: SessionSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, site, channel, country } = storefrontContext(request);
          const { customer, session, cart } = request.body;
          return openSession(
            deps,
            {
              program,
              site,
              merchant_id: request.params.merchant_id,
              email: customer.email,
              page_url: session?.page_url ?? null,
              cart: readCart(program, cart),
              channel,
              country,
              first_read: firstRead(request, deps),
            },
            hooks,
          );
        },
        resume: (opened: OpenedSession) => opened,
        present: async ({ customer_id, customer, requested_cart_actions }, tx) => {
          const cart = readCart(request.program, request.body.cart);
          const shown = customer
            ? await showingCodes(deps, request, customer, tx)
            : (await loadAnswer(deps, request, customer_id, tx, { cart })).customer;
          const body = renderObject<Static<typeof SessionSchema>>({
            ...visitMembers(request, shownNow(deps, request, shown)),
            requested_cart_actions: requested_cart_actions.map(presentCartAction),
          });
          return { status: 200, body, customer_id };
        },
      }),
  );
}

function presentCartAction(action: RequestedCartAction): RequestedCartActionBody {
  const { id, merchandise_id, attributes } = action.line;
  const line = { kind: 'platform', id, merchandise_id, attributes } as const;
  const cart_redemption = { id: action.redemption_id };
  if (action.kind === 'remove_cart_line') {
    const { kind, reason } = action;
    return { kind, reason, cart_line_to_remove: line, cart_redemption };
  }
  const { kind, reason, quantity } = action;
  return { kind, reason, cart_line_to_set: { ...line, quantity }, cart_redemption };
}
