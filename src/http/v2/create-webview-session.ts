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
    id: Type.Optional(PlatformId({ description: 'Read as `merchant_id` where that is absent.' })),
    email: Type.Optional(
      Nullable(
        Email({ description: 'Of a customer seen for the first time; one that exists keeps its own.' }),
      ),
    ),
  },
  {
    title: 'WebviewCustomer',
    description:
      'The customer to scope the page to. Only for a customer that the calling app has authenticated: whoever opens the page sees what is theirs.',
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
        "ISO 639-1 code, to which a region may be added. The site's default where the site does not support it.",
      examples: ['en'],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: "ISO 4217 code. The site's default where it is not supported.",
      examples: ['USD'],
    }),
  ),
  customer: Type.Optional(WebviewCustomerSchema),
});

const WebviewSessionSchema = Type.Object(
  {
    url: Type.String({
      description: 'The address of the embedded loyalty page: a secret of whom it is for.',
    }),
    expires_at: Timestamp({ description: 'From then on the address answers 410.' }),
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
          'Makes a short-lived address that shows the embedded loyalty page. A customer seen for the first time is created, and enrolled if the program enrols on sight.',
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

/** A check beyond the schema: the body names a customer in one way or the other. */
function customerComplaints(request: FastifyRequest): Record<string, string> {
  const { customer } = (request.body ?? {}) as { customer?: unknown };
  if (typeof customer !== 'object' || customer === null || Array.isArray(customer)) return {};
  const { merchant_id, id } = customer as Record<string, unknown>;
  return merchant_id === undefined && id === undefined ? { 'customer.merchant_id': 'is required' } : {};
}
