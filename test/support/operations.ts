import { randomUUID } from 'node:crypto';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import type { Named, Names, Tenant } from './tenant.ts';

/** The parts of a request. Values in `params` and `query` that are not text are sent as their text. */
export interface OperationRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface Operation {
  scope: Scope | 'any_key';
  /** The status of the answer to the request below. */
  status: number;
  /**
   * A request that succeeds each time, or that a 422 refuses at the very end. It has every field of the body that may
   * stand beside the others.
   */
  request: (tenant: Pick<Tenant, 'names'>) => OperationRequest;
  /**
   * Every parameter that can name a thing of a program: the kind of thing, and the operation's status for one that does
   * not exist.
   */
  names: Record<string, [kind: Named, status: number]>;
}

const listing = (
  params: OperationRequest['params'] = {},
  query: OperationRequest['query'] = {},
): OperationRequest => ({ params, query });

/** An operation that completes a rule of a kind, which `rule` names. */
const completion = (rule: 'rule' | 'clickthrough_rule' | 'social_like_rule' | 'custom_rule'): Operation => ({
  scope: 'write_customers',
  status: 200,
  request: ({ names }) => ({
    params: { site_id: names.site },
    query: {},
    body: { rule_id: names[rule], customer_merchant_id: names.customer },
  }),
  names: {
    'params.site_id': ['site', 404],
    'body.rule_id': [rule, 404],
    'body.customer_merchant_id': ['customer', 404],
  },
});

/** A report of the program. Keys of the program file name things of the caller's own program alone. */
const report: Operation = {
  scope: 'read_reports',
  status: 200,
  request: () => ({ params: {}, query: { from: '2026-01-01', to: '2026-03-31', interval: 'month' } }),
  names: {},
};

/** An operation on a customer that the path names. */
const ofCustomer = (body?: Record<string, unknown>): Operation => ({
  scope: 'write_customers',
  status: 200,
  request: ({ names }) => ({
    params: { site_id: names.site, merchant_id: names.customer },
    query: {},
    ...(body && { body }),
  }),
  names: { 'params.site_id': ['site', 404], 'params.merchant_id': ['customer', 404] },
});

const readingOfCustomer = (names: Operation['names'] = {}): Operation => ({
  scope: 'read_customers',
  status: 200,
  request: ({ names: { customer } }) => listing({ merchant_id: customer }),
  names: { 'params.merchant_id': ['customer', 404], ...names },
});

const pointsByHand = (status: number): Operation => ({
  scope: 'write_customers',
  status,
  request: ({ names }) => ({
    params: { merchant_id: names.customer },
    query: {},
    body: { points: 5, reason: 'sorry' },
  }),
  names: { 'params.merchant_id': ['customer', 404] },
});

const cartAmount = (amount: string) => ({ amount, currency_code: 'USD' });

/** An operation that redeems a reward of a kind; `more` stands in its body beside the common fields. */
const redemption = (
  kind: RewardKind,
  more: (names: Names) => Record<string, unknown> = () => ({}),
  rest: Partial<Operation> = {},
): Operation => ({
  scope: 'write_customers',
  status: 201,
  request: ({ names }) => ({
    params: { site_id: names.site },
    query: {},
    body: { reward_id: names[`${kind}_reward`], customer_merchant_id: names.customer, ...more(names) },
  }),
  ...rest,
  names: {
    'params.site_id': ['site', 404],
    'body.reward_id': [`${kind}_reward`, 404],
    'body.customer_merchant_id': ['customer', 404],
    ...rest.names,
  },
});

/** The contents of an order, or of its preview. */
const contentsOfOrder = (names: Tenant['names']) => ({
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
  site_id: names.site,
  channel: 'web',
  date: '2026-01-13T12:00:00+01:00',
});

/** An order may name ids that do not exist here: they belong to a store's platform. */
const namesInOrder = (status: number): Operation['names'] => ({
  'body.customer_id': ['customer', status],
  'body.merchant_id': ['order', status],
  'body.line_items[0].id': ['order', status],
  'body.line_items[0].product_id': ['product', status],
  'body.line_items[0].variant_id': ['variant', status],
  'body.line_items[0].collection_ids[0]': ['product', status],
  'body.line_items[0].attributes[0].value': ['redemption', status],
  'body.discount_codes[0].code': ['code', status],
  'body.claimed_reward_ids[0]': ['claimed_reward', status],
  'body.site_id': ['site', 404],
});

/** A program file without anything that a program need not have. */
const smallProgram = ({ program_key }: Names) => ({
  key: program_key,
  name: 'Small',
  test: true,
  currency: 'USD',
  sites: { main: { name: 'Shop', url: 'https://shop.example', languages: ['en'], time_zone: 'UTC' } },
});

/** An operation on a draft that needs If-Match. It comes without, so that nothing changes. */
const savingOfDraft = (body?: Record<string, unknown>, params: Record<string, unknown> = {}): Operation => ({
  scope: 'write_configuration',
  status: 428,
  request: ({ names }) => ({ params: { id: names.draft, ...params }, query: {}, ...(body && { body }) }),
  names: { 'params.id': ['draft', 404] },
});

const readingOfDraft: Operation = {
  scope: 'read_configuration',
  status: 200,
  request: ({ names }) => listing({ id: names.draft }),
  names: { 'params.id': ['draft', 404] },
};

const ENTRY = { section: 'rules', key: 'follow' };

/** The operations that need a key, by the router's names for them. */
export const OPERATIONS: Record<string, Operation> = {
  'GET /headless/2025-06/:site_id/configuration': {
    scope: 'read_configuration',
    status: 200,
    request: ({ names }) => listing({ site_id: names.site }),
    names: { 'params.site_id': ['site', 404] },
  },
  'GET /headless/2025-06/:site_id/customers/:merchant_id': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => listing({ site_id: names.site, merchant_id: names.customer }),
    names: { 'params.site_id': ['site', 404], 'params.merchant_id': ['customer', 404] },
  },
  'POST /headless/2025-06/:site_id/customers/:merchant_id/birthday': ofCustomer({
    birthday: { day: 29, month: 2, year: 1996 },
  }),
  'POST /headless/2025-06/:site_id/customers/:merchant_id/enroll': ofCustomer(),
  'POST /headless/2025-06/:site_id/customers/:merchant_id/email_marketing/subscribe': ofCustomer(),
  'POST /headless/2025-06/:site_id/rules/clickthrough/complete': completion('clickthrough_rule'),
  'POST /headless/2025-06/:site_id/rules/social_like/complete': completion('social_like_rule'),
  'POST /headless/2025-06/:site_id/rules/social_follow/complete': completion('rule'),
  'POST /headless/2025-06/:site_id/rules/custom/complete': completion('custom_rule'),
  'POST /headless/2025-06/:site_id/rewards/product_cart/redeem': redemption(
    'product_cart',
    (names) => ({ variant_id: names.variant, cart_id: names.cart }),
    { names: { 'body.variant_id': ['variant', 422], 'body.cart_id': ['cart', 201] } },
  ),
  'POST /headless/2025-06/:site_id/rewards/cart_discount_voucher/redeem': redemption('cart_discount_voucher'),
  'POST /headless/2025-06/:site_id/rewards/cart_variable_discount_voucher/redeem': redemption(
    'cart_variable_discount_voucher',
    () => ({ discount_amount: '7.50' }),
  ),
  'POST /headless/2025-06/:site_id/rewards/free_shipping_voucher/redeem': redemption('free_shipping_voucher'),
  'POST /headless/2025-06/:site_id/rewards/product_discount_voucher/redeem':
    redemption('product_discount_voucher'),
  'POST /headless/2025-06/:site_id/rewards/collection_discount_voucher/redeem': redemption(
    'collection_discount_voucher',
  ),
  'POST /headless/2025-06/:site_id/rewards/gift_card/redeem': redemption('gift_card'),
  'POST /headless/2025-06/:site_id/rewards/active_subscription_discount_voucher/redeem': redemption(
    'active_subscription_discount_voucher',
    undefined,
    { status: 422 },
  ),
  'POST /headless/2025-06/:site_id/rewards/active_subscription_product/redeem': redemption(
    'active_subscription_product',
    () => ({ variant_id: '901', shipping_address: { kind: 'subscription_address', id: '1' } }),
    {
      status: 422,
      names: { 'body.variant_id': ['variant', 422], 'body.shipping_address.id': ['order', 422] },
    },
  ),
  'POST /headless/2025-06/:site_id/rewards/custom/redeem': redemption(
    'custom',
    (names) => ({ fulfill_immediately: true, usage: { kind: 'order', merchant_id: names.order } }),
    { names: { 'body.usage.merchant_id': ['order', 201] } },
  ),
  'POST /headless/2025-06/:site_id/rewards/product_cart/refund': {
    scope: 'write_customers',
    status: 422,
    request: ({ names }) => ({
      params: { site_id: names.site },
      query: {},
      body: { claimed_reward_id: names.refunded_reward },
    }),
    names: { 'params.site_id': ['site', 404], 'body.claimed_reward_id': ['refunded_reward', 404] },
  },
  'POST /headless/2025-06/:site_id/referrals/referee_incentive': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { site_id: names.site },
      query: {},
      body: {
        referral_id: names.referral,
        referee_email: 'friend@elsewhere.example',
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0',
      },
    }),
    names: { 'params.site_id': ['site', 404], 'body.referral_id': ['referral', 422] },
  },
  'GET /v2/whoami': { scope: 'any_key', status: 200, request: () => listing(), names: {} },
  'GET /v2/rewards': { scope: 'read_configuration', status: 200, request: () => listing(), names: {} },
  'GET /v2/rules': { scope: 'read_configuration', status: 200, request: () => listing(), names: {} },
  'GET /v2/tiers': { scope: 'read_configuration', status: 200, request: () => listing(), names: {} },
  'GET /v2/sites': { scope: 'read_configuration', status: 200, request: () => listing(), names: {} },
  'GET /v2/program': { scope: 'read_configuration', status: 200, request: () => listing(), names: {} },
  // Without If-Match, so that nothing changes.
  'PUT /v2/program': {
    scope: 'write_configuration',
    status: 428,
    request: ({ names }) => ({ ...listing(), body: { program: smallProgram(names) } }),
    names: {},
  },
  'POST /v2/program/plan': {
    scope: 'read_configuration',
    status: 200,
    request: ({ names }) => ({ ...listing(), body: { program: smallProgram(names) } }),
    names: {},
  },
  'POST /v2/program/plan/customers': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => ({
      ...listing(),
      body: { program: smallProgram(names), who: 'points_expiry_moves', after: 0, limit: 10 },
    }),
    names: {},
  },
  'GET /v2/program/versions': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing(),
    names: {},
  },
  'GET /v2/program/versions/:version': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing({ version: 1 }),
    names: {},
  },
  // To the version that it has, so that nothing changes.
  'POST /v2/program/rollback': {
    scope: 'write_configuration',
    status: 200,
    request: () => ({ ...listing(), body: { version: 1, note: 'again' } }),
    names: {},
  },
  'GET /v2/program/drafts': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing(),
    names: {},
  },
  'POST /v2/program/drafts': {
    scope: 'write_configuration',
    status: 201,
    request: ({ names }) => ({
      ...listing(),
      body: { program: smallProgram(names), base_version: 1, note: 'Spring' },
    }),
    names: {},
  },
  'GET /v2/program/drafts/:id': readingOfDraft,
  'PATCH /v2/program/drafts/:id': savingOfDraft({ program: 'key: any\n', note: 'Spring' }),
  // A deleted draft is not found again.
  'DELETE /v2/program/drafts/:id': {
    scope: 'write_configuration',
    status: 404,
    request: ({ names }) => listing({ id: names.deleted_draft }),
    names: { 'params.id': ['draft', 404] },
  },
  'PUT /v2/program/drafts/:id/:section/:key': savingOfDraft({ entry: { title: 'Follow us' } }, ENTRY),
  'DELETE /v2/program/drafts/:id/:section/:key': savingOfDraft(undefined, ENTRY),
  'POST /v2/program/drafts/:id/merge': savingOfDraft({ decisions: [{ path: 'name', take: 'mine' }] }),
  'POST /v2/program/drafts/:id/plan': readingOfDraft,
  'POST /v2/program/drafts/:id/publish': savingOfDraft({ version: 1, note: 'Spring' }),
  'GET /v2/program/schema': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing(),
    names: {},
  },
  'GET /v2/customers': {
    scope: 'read_customers',
    status: 200,
    request: () => listing(),
    names: { 'query.since_id': ['service_customer', 200], 'query.cursor': ['customers_cursor', 400] },
  },
  'GET /v2/customers/:merchant_id': readingOfCustomer(),
  'PATCH /v2/customers/:merchant_id': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { merchant_id: names.customer },
      query: {},
      body: {
        customer: {
          email: `${names.customer}@shop.example`,
          first_name: 'Ada',
          last_name: 'Lovelace',
          birthday: { day: 29, month: 2, year: 1996 },
          blocked: false,
          metadata: { size: 'M', seen: [1, 2, { three: true }] },
        },
      },
    }),
    names: { 'params.merchant_id': ['customer', 404] },
  },
  'POST /v2/customers/:merchant_id/merge': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { merchant_id: names.merged_customer },
      query: {},
      body: { into: names.customer },
    }),
    names: { 'params.merchant_id': ['merged_customer', 404], 'body.into': ['customer', 404] },
  },
  // An erased customer is not found again.
  'DELETE /v2/customers/:merchant_id': {
    scope: 'write_customers',
    status: 404,
    request: ({ names }) => listing({ merchant_id: names.erased_customer }),
    names: { 'params.merchant_id': ['customer', 404] },
  },
  'GET /v2/customers/:merchant_id/available_rewards': readingOfCustomer(),
  'GET /v2/customers/:merchant_id/explain': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => ({
      params: { merchant_id: names.customer },
      query: {
        reward_id: names.reward,
        variant_id: names.variant,
        cart_id: names.cart,
        discount_amount: '7.50',
      },
    }),
    names: {
      'params.merchant_id': ['customer', 404],
      'query.reward_id': ['reward', 404],
      'query.variant_id': ['variant', 200],
      'query.cart_id': ['cart', 200],
      // Only one of the two is named in a question.
      'query.rule_id': ['rule', 400],
    },
  },
  'GET /v2/customers/:merchant_id/balance': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => ({
      params: { merchant_id: names.customer },
      query: { at: '2026-01-01T00:00:00Z' },
    }),
    names: { 'params.merchant_id': ['customer', 404] },
  },
  'GET /v2/customers/:merchant_id/claimed_rewards': readingOfCustomer({
    'query.since_id': ['claimed_reward', 200],
    'query.cursor': ['claimed_rewards_cursor', 400],
  }),
  'POST /v2/customers/:merchant_id/points': pointsByHand(201),
  'POST /v2/customers/:merchant_id/remove_points': pointsByHand(204),
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
        discount_amount: 7.5,
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
  'POST /v2/customers/:merchant_id/claimed_rewards/:id/refund': {
    scope: 'write_customers',
    status: 422,
    request: ({ names }) => listing({ merchant_id: names.customer, id: names.refunded_reward }),
    names: { 'params.merchant_id': ['customer', 404], 'params.id': ['refunded_reward', 404] },
  },
  'POST /v2/customers/:merchant_id/claimed_rewards/:id/fulfill': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { merchant_id: names.customer, id: names.handed_over_reward },
      query: {},
      body: { explanation: 'At the counter' },
    }),
    names: { 'params.merchant_id': ['customer', 404], 'params.id': ['handed_over_reward', 404] },
  },
  'POST /v2/customers/:merchant_id/claimed_rewards/:id/reveal': {
    scope: 'write_customers',
    status: 422,
    request: ({ names }) => listing({ merchant_id: names.customer, id: names.handed_over_reward }),
    names: { 'params.merchant_id': ['customer', 404], 'params.id': ['handed_over_reward', 404] },
  },
  'GET /v2/vouchers/:code': {
    scope: 'read_customers',
    status: 200,
    request: ({ names }) => listing({ code: names.code }, { site_id: names.site }),
    names: { 'params.code': ['code', 404], 'query.site_id': ['site', 404] },
  },
  'POST /v2/vouchers/:code/use': {
    scope: 'write_customers',
    status: 422,
    request: ({ names }) => ({
      params: { code: names.used_code },
      query: {},
      body: { order_merchant_id: names.order, amount: '1.00', site_id: names.site },
    }),
    names: {
      'params.code': ['used_code', 404],
      'body.order_merchant_id': ['order', 422],
      'body.site_id': ['site', 404],
    },
  },
  'POST /v2/activities': {
    scope: 'write_customers',
    status: 201,
    request: ({ names }) => ({
      params: {},
      query: {},
      body: {
        name: names.custom_name,
        customer_id: names.customer,
        customer_email: 'buyer@shop.example',
        merchant_id: randomUUID(),
        properties: { stars: 5 },
        date: '2026-01-13T12:00:00+01:00',
        referral_id: names.referral,
      },
    }),
    names: {
      'body.name': ['custom_name', 404],
      'body.customer_id': ['customer', 201],
      'body.merchant_id': ['reported_activity', 201],
      'body.referral_id': ['referral', 201],
    },
  },
  'PUT /v2/activities/:name/:merchant_id': {
    scope: 'write_customers',
    status: 204,
    request: ({ names }) => ({
      params: { name: names.custom_name, merchant_id: names.approved_activity },
      query: {},
      body: { state: 'approved' },
    }),
    names: { 'params.name': ['custom_name', 404], 'params.merchant_id': ['approved_activity', 404] },
  },
  'PUT /v2/orders/:merchant_id': {
    scope: 'write_orders',
    status: 204,
    request: ({ names }) => ({
      params: { merchant_id: names.order },
      query: {},
      body: {
        payment_status: 'paid',
        total_paid: '20.00',
        refund_status: 'partially_refunded',
        total_refunded: 0.01,
        cancellation_status: 'not_cancelled',
        customer_email: 'buyer@shop.example',
        // Read with `correct` only.
        line_items: contentsOfOrder(names).line_items,
      },
    }),
    names: {
      'params.merchant_id': ['order', 404],
      'body.line_items[0].id': ['order', 204],
      'body.line_items[0].product_id': ['product', 204],
      'body.line_items[0].variant_id': ['variant', 204],
      'body.line_items[0].collection_ids[0]': ['product', 204],
    },
  },
  'GET /v2/orders': {
    scope: 'read_orders',
    status: 200,
    request: () => listing(),
    names: {
      'query.since_id': ['service_order', 200],
      'query.cursor': ['orders_cursor', 400],
      'query.customer_id': ['service_customer', 200],
    },
  },
  'GET /v2/orders/:merchant_id': {
    scope: 'read_orders',
    status: 200,
    request: ({ names }) => listing({ merchant_id: names.order }),
    names: { 'params.merchant_id': ['order', 404] },
  },
  'POST /v2/orders/preview': {
    scope: 'read_orders',
    status: 200,
    request: ({ names }) => ({
      params: {},
      query: {},
      body: {
        customer_id: names.customer,
        customer_email: 'buyer@shop.example',
        merchant_id: names.order,
        number: '#1001',
        total: 59.9,
        total_shipping: '4.90',
        total_tax: '2.00',
        total_discounts: 1,
        total_paid: 59.9,
        payment_status: 'paid',
        refund_status: 'not_refunded',
        cancellation_status: 'not_cancelled',
        total_refunded: 0,
        ...contentsOfOrder(names),
      },
    }),
    names: namesInOrder(200),
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
        total_tax: '2.00',
        total_discounts: 1,
        total_paid: 59.9,
        payment_status: 'paid',
        refund_status: 'partially_refunded',
        cancellation_status: 'not_cancelled',
        total_refunded: '5.00',
        ...contentsOfOrder(names),
      },
    }),
    names: namesInOrder(201),
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
  'POST /headless/2025-06/:site_id/customers/:merchant_id/sessions': {
    scope: 'write_customers',
    status: 200,
    request: ({ names }) => ({
      params: { site_id: names.site, merchant_id: names.customer },
      query: {},
      body: {
        customer: { email: `${randomUUID()}@shop.example` },
        session: { page_url: 'https://shop.example/mugs' },
        cart: {
          kind: 'platform',
          id: names.cart,
          cost: { total_amount: cartAmount('49.90') },
          lines: [
            {
              id: 'line-1',
              quantity: 1,
              cost: { total_amount: cartAmount('0.0'), amount_per_quantity: cartAmount('0.0') },
              merchandise: { id: names.variant },
              attributes: [{ key: '_loyalty_redemption_id', value: names.redemption }],
            },
          ],
        },
      },
    }),
    names: {
      'params.site_id': ['site', 404],
      'params.merchant_id': ['customer', 200],
      'body.cart.id': ['cart', 200],
      'body.cart.cost.total_amount.currency_code': ['code', 400],
      'body.cart.lines[0].id': ['cart', 200],
      'body.cart.lines[0].cost.total_amount.currency_code': ['code', 400],
      'body.cart.lines[0].cost.amount_per_quantity.currency_code': ['code', 400],
      'body.cart.lines[0].merchandise.id': ['variant', 200],
      'body.cart.lines[0].attributes[0].value': ['redemption', 200],
    },
  },
  'GET /v2/reports/forecast': { ...report, request: () => ({ params: {}, query: {} }) },
  'GET /v2/reports/journal/:month': {
    ...report,
    request: () => ({ params: { month: '2020-01' }, query: { point_value: '0.01', liability: '2150' } }),
  },
  'GET /v2/reports/closed_months': { ...report, request: () => listing() },
  'POST /v2/reports/closed_months': {
    ...report,
    scope: 'write_reports',
    request: () => ({ params: {}, query: {}, body: { month: '2020-01' } }),
  },
  'GET /v2/reports/closed_months/:month': { ...report, request: () => listing({ month: '2020-01' }) },
  'GET /v2/reports/roll_forward': report,
  'GET /v2/reports/overview': report,
  'GET /v2/reports/deferred_revenue': report,
  'GET /v2/reports/points': report,
  'GET /v2/reports/liability': report,
  'GET /v2/reports/tiers': report,
  'GET /v2/reports/rules': report,
  'GET /v2/reports/rewards': report,
  'GET /v2/reports/members': report,
  'GET /v2/reports/referrals': report,
  'GET /v2/reports/cohorts': report,
  'GET /v2/audit': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing(),
    names: {
      'query.since_id': ['audit_entry', 200],
      'query.cursor': ['audit_cursor', 400],
      'query.actor_id': ['api_key', 200],
    },
  },
  'POST /v2/webhooks': {
    scope: 'write_configuration',
    status: 201,
    request: () => ({
      params: {},
      query: {},
      body: { webhook: { topic: 'customers/update', address: 'https://hooks.example/customers' } },
    }),
    names: {},
  },
  'GET /v2/webhooks': {
    scope: 'read_configuration',
    status: 200,
    request: () => listing(),
    names: {},
  },
  // It can be deleted once.
  'DELETE /v2/webhooks/:id': {
    scope: 'write_configuration',
    status: 404,
    request: ({ names }) => listing({ id: names.deleted_webhook }),
    names: { 'params.id': ['webhook', 404] },
  },
  'POST /v2/webhooks/:id/rotate_secret': {
    scope: 'write_configuration',
    status: 200,
    request: ({ names }) => listing({ id: names.webhook }),
    names: { 'params.id': ['webhook', 404] },
  },
  'GET /v2/webhooks/:id/deliveries': {
    scope: 'read_configuration',
    status: 200,
    request: ({ names }) => listing({ id: names.webhook }),
    names: {
      'params.id': ['webhook', 404],
      'query.since_id': ['webhook_delivery', 200],
      'query.cursor': ['webhook_deliveries_cursor', 400],
    },
  },
  'POST /v2/test_clock/advance': {
    scope: 'write_configuration',
    status: 200,
    request: () => ({ params: {}, query: {}, body: { by: '1s' } }),
    names: {},
  },
};

/** The address of a request to an operation, and its body. */
export function addressOf(operation: string, { params, query }: OperationRequest): string {
  const pattern = operation.slice(operation.indexOf(' ') + 1);
  const path = pattern.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return texts.length === 0 ? path : `${path}?${new URLSearchParams(texts)}`;
}

/** The same request with another value at one place: `body.line_items[0].price`. */
export function withValue(request: OperationRequest, place: string, value: unknown): OperationRequest {
  const changed = { ...request };
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop()!;
  let holder = changed as unknown as Record<string, unknown>;
  // Only what lies around the place is copied: thousands of requests have another value each.
  for (const step of steps) {
    const inner = holder[step];
    if (typeof inner !== 'object') throw new Error(`The request has no ${place}.`);
    holder[step] = Array.isArray(inner) ? [...inner] : { ...inner };
    holder = holder[step] as Record<string, unknown>;
  }
  if (value === undefined) delete holder[last];
  // Defined rather than assigned: `__proto__` is a name like any other here.
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return changed;
}
