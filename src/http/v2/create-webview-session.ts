import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import {
  createWebviewSession,
  type NewWebviewSession,
} from '../../domain/operations/create-webview-session.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import {
  CurrencyInput,
  Email,
  Id,
  MAX_TEXT,
  Nullable,
  PlatformId,
  platformId,
  Timestamp,
  timestamp,
} from '../schema-helpers.ts';
import { siteOf } from '../sites.ts';

const WebviewCustomerSchema = Type.Object(
  {
    merchant_id: Type.Optional(PlatformId({ description: "The customer's id in the store's platform." })),
    id: Type.Optional(
      PlatformId({ description: 'Another name for `merchant_id`. It is used if `merchant_id` is absent.' }),
    ),
    email: Type.Optional(
      Nullable(Email({ description: 'The email of a new customer. A known customer keeps its email.' })),
    ),
  },
  {
    title: 'WebviewCustomer',
    description:
      "The customer whose page is shown. Give only a customer whom the calling app has authenticated: everybody who opens the page sees that customer's data.",
  },
);

const BodySchema = Type.Object({
  channel: Type.String({
    minLength: 2,
    maxLength: MAX_TEXT,
    pattern: '^[-a-zA-Z0-9_.]+$',
    description: 'The name of the calling app.',
    examples: ['ios-app'],
  }),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]{2,8}){0,3}$',
      description:
        "ISO 639-1 code, with or without a region. A language that the site does not support falls back to the site's default.",
      examples: ['en'],
    }),
  ),
  currency: Type.Optional(
    CurrencyInput({
      description: "ISO 4217 code. A currency that is not supported falls back to the site's default.",
    }),
  ),
  customer: Type.Optional(WebviewCustomerSchema),
});

const WebviewSessionSchema = Type.Object(
  {
    url: Type.String({
      description:
        'The address of the embedded loyalty page. It is a secret: give it to that customer alone.',
    }),
    expires_at: Timestamp({
      description: 'The moment when the session ends. From then on the address answers 410.',
    }),
  },
  { title: 'WebviewSession' },
);

export function createWebviewSessionRoute(app: App, deps: Deps): void {
  app.post(
    '/sites/:site_id/webviews/sessions',
    {
      config: {
        scope: 'write_customers',
        rate_limit: { name: 'webview_sessions', requests_per_second: 100 },
        complaints: customerComplaints,
      },
      schema: {
        operationId: 'createWebviewSession',
        tags: ['Program-level'],
        summary: 'Create a web view session',
        description:
          'Makes an address that shows the embedded loyalty page for a short time. An unknown customer is ' +
          'created, and enrolled if the program enrols on sight. Refused with 422: `email_already_in_use`.',
        params: Type.Object({ site_id: Id() }),
        body: BodySchema,
        response: { 201: Type.Object({ webview_session: WebviewSessionSchema }) },
      },
    },
    (request, reply) =>
      idempotent<NewWebviewSession>(request, reply, deps, {
        effect: (hooks) => {
          const { channel, language, currency, customer } = request.body;
          return createWebviewSession(
            deps,
            {
              program: request.program,
              site: siteOf(request),
              channel,
              language,
              currency,
              customer: customer && { merchant_id: merchantIdOf(customer)!, email: customer.email ?? null },
            },
            hooks,
          );
        },
        present: async ({ token, expires_at, customer_id }) => ({
          status: 201,
          body: {
            webview_session: { url: `${deps.publicUrl}/page/${token}`, expires_at: timestamp(expires_at) },
          },
          customer_id,
        }),
      }),
  );
}

function merchantIdOf({ merchant_id, id }: Static<typeof WebviewCustomerSchema>): string | undefined {
  const named = merchant_id ?? id;
  return named === undefined ? undefined : platformId(named);
}

/** The body must name the customer in one way or the other. The schema cannot check this. */
function customerComplaints(request: FastifyRequest): Record<string, string> {
  const { customer } = (request.body ?? {}) as { customer?: unknown };
  if (typeof customer !== 'object' || customer === null || Array.isArray(customer)) return {};
  const { merchant_id, id } = customer as Record<string, unknown>;
  return merchant_id === undefined && id === undefined ? { 'customer.merchant_id': 'is required' } : {};
}
