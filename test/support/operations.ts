import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import type { Named, Tenant } from './tenant.ts';

/** The parts of a request; what is no text in `params` and `query` goes out as its text. */
export interface OperationRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface Operation {
  scope: Scope;
  /** Of the request below. */
  status: number;
  /** A request that succeeds, each time again, with every field of the body that may stand beside the others. */
  request: (tenant: Pick<Tenant, 'names'>) => OperationRequest;
  /**
   * Every parameter that can name something of a program: of what kind, and what an operation answers to one
   * that does not exist.
   */
  names: Record<string, [kind: Named, status: number]>;
}

const listing = (params: OperationRequest['params'] = {}): OperationRequest => ({ params, query: {} });

/** The operations that need a key, by the router's names for them. */
export const OPERATIONS: Record<string, Operation> = {
  'POST /headless/2025-06/:site_id/rules/social_follow/complete': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { site_id: names.site },
      query: {},
      body: { rule_id: names.rule, customer_merchant_id: names.customer },
    }),
    names: {
      'params.site_id': ['site', 404],
      'body.rule_id': ['rule', 404],
      'body.customer_merchant_id': ['customer', 404],
    },
  },
  'POST /headless/2025-06/:site_id/rewards/product_cart/redeem': {
    scope: 'write_customers',
    status: 201,
    request: ({ names }) => ({
      params: { site_id: names.site },
      query: {},
      body: {
        reward_id: names.reward,
        customer_merchant_id: names.customer,
        variant_id: names.variant,
        cart_id: names.cart,
      },
    }),
    names: {
      'params.site_id': ['site', 404],
      'body.reward_id': ['reward', 404],
      'body.customer_merchant_id': ['customer', 404],
      'body.variant_id': ['variant', 422],
      'body.cart_id': ['cart', 201],
    },
  },
  'GET /v2/customers/:merchant_id/transactions': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => listing({ merchant_id: names.customer }),
    names: {
      'params.merchant_id': ['customer', 404],
      'query.since_id': ['transaction', 200],
      'query.cursor': ['customer_transactions_cursor', 400],
    },
  },
  'GET /v2/activities': {
    scope: 'read_customers',
    status: 200,
    request: () => listing(),
    names: { 'query.since_id': ['activity', 200], 'query.cursor': ['activities_cursor', 400] },
  },
  'GET /v2/transactions': {
    scope: 'read_customers',
    status: 200,
    request: () => listing(),
    names: {
      'query.since_id': ['transaction', 200],
      'query.cursor': ['transactions_cursor', 400],
      'query.customer_id': ['service_customer', 200],
    },
  },
  'POST /v2/customers/:merchant_id/claimed_rewards': {
    scope: 'write_customers',
    status: 201,
    request: ({ names }) => ({
      params: { merchant_id: names.customer },
      query: {},
      body: {
        reward_id: names.reward,
        variant_id: names.variant,
        platform_action_id: randomUUID(),
        attribution: 'redemption_notification',
        session: { kind: 'cart', token: names.cart },
      },
    }),
    names: {
      'params.merchant_id': ['customer', 404],
      'body.reward_id': ['reward', 404],
      'body.variant_id': ['variant', 422],
      'body.platform_action_id': ['platform_action', 201],
      'body.session.token': ['cart', 201],
    },
  },
  'POST /v2/orders': {
    scope: 'write_orders',
    status: 201,
    request: ({ names }) => ({
      params: {},
      query: {},
      body: {
        customer_id: names.customer,
        customer_email: 'buyer@shop.example',
        merchant_id: randomUUID(),
        number: '#1001',
        total: 59.9,
        total_shipping: '4.90',
        total_paid: 59.9,
        payment_status: 'paid',
        line_items: [
          {
            id: '1',
            product_id: names.product,
            variant_id: names.variant,
            collection_ids: ['77'],
            quantity: 1,
            price: 55,
            attributes: [{ key: '_loyalty_redemption_id', value: names.redemption }],
          },
        ],
        discount_codes: [{ code: names.code, amount: '1.00' }],
        claimed_reward_ids: [names.claimed_reward],
        channel: 'web',
        date: '2026-01-13T12:00:00+01:00',
      },
    }),
    names: {
      'body.customer_id': ['customer', 201],
      'body.merchant_id': ['order', 201],
      'body.line_items[0].id': ['order', 201],
      'body.line_items[0].product_id': ['product', 201],
      'body.line_items[0].variant_id': ['variant', 201],
      'body.line_items[0].collection_ids[0]': ['product', 201],
      'body.line_items[0].attributes[0].value': ['redemption', 201],
      'body.discount_codes[0].code': ['code', 201],
      'body.claimed_reward_ids[0]': ['claimed_reward', 201],
    },
  },
  'POST /v2/sites/:site_id/webviews/sessions': {
    scope: 'write_customers',
    status: 201,
    request: ({ names }) => ({
      params: { site_id: names.site },
      query: {},
      body: {
        channel: 'ios-app',
        language: 'de',
        currency: 'USD',
        customer: { merchant_id: names.customer, id: names.customer, email: 'ada@shop.example' },
      },
    }),
    names: {
      'params.site_id': ['site', 404],
      'body.customer.merchant_id': ['customer', 201],
      'body.customer.id': ['customer', 201],
    },
  },
};

/** The address of a request to an operation, and its body. */
export function addressOf(operation: string, { params, query }: OperationRequest): string {
  const pattern = operation.slice(operation.indexOf(' ') + 1);
  const path = pattern.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return texts.length === 0 ? path : `${path}?${new URLSearchParams(texts)}`;
}

/** The same request with something else at one place of it: `body.line_items[0].price`. */
export function withValue(request: OperationRequest, place: string, value: unknown): OperationRequest {
  const changed = structuredClone(request);
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop()!;
  let holder = changed as unknown as Record<string, unknown>;
  for (const step of steps) holder = holder[step] as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  // Defined rather than assigned: `__proto__` is a name like any other here.
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return changed;
}
