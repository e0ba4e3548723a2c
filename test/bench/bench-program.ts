import type { Keyed, ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { RewardProduct, RewardProperties } from '../../src/domain/programs/reward-kinds.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import type { RuleTerms } from '../../src/domain/programs/rule-kinds.ts';
import {
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';

/** The rule that measured completions complete, and the reward that measured redemptions redeem. */
export const COMPLETED_RULE = 'follow_1';
export const REDEEMED_REWARD = 'product_1';
export const REDEEMED_VARIANT = '9101';
/** The one rule that counts the measured orders. */
export const PURCHASE_RULE = 'purchase';

function rule(key: string, terms: RuleTerms, points: number, rest: RuleSketch = {}) {
  const definition = ruleDefinition({
    title: `Earn points: ${key}`,
    description: `What a customer reads of ${key}`,
    result: { kind: 'points', points, per_currency_unit_minor: null },
    ...terms,
    ...rest,
  });
  return { key, definition };
}

const plain = (kind: Extract<RuleTerms, { properties: Record<never, never> }>['kind']) =>
  ({ kind, properties: {} }) as RuleTerms;
const NETWORK = { network: 'social' };
const PER_CURRENCY_UNIT = { kind: 'points', points: 5, per_currency_unit_minor: 100 } as const;

/** A rule of each kind: the measured one counts within a limit that nobody reaches. */
const RULES: Keyed<RuleDefinition>[] = [
  rule('join', plain('join_program'), 100, { limit: { count: 1, interval: null } }),
  rule(PURCHASE_RULE, plain('purchase'), 5, {
    result: PER_CURRENCY_UNIT,
    variants: { gold: { result: { ...PER_CURRENCY_UNIT, points: 10 } } },
  }),
  rule('birthday', plain('birthday'), 200, { limit: { count: 1, interval: 'year' } }),
  rule('visit', plain('pageview'), 5, { limit: { count: 1, interval: 'day' } }),
  rule(COMPLETED_RULE, { kind: 'social_follow', properties: { social_handle: '@store', ...NETWORK } }, 50, {
    limit: { count: 1_000_000, interval: 'day' },
  }),
  rule('retail', plain('retail_purchase'), 5, { result: PER_CURRENCY_UNIT }),
  rule('product', { kind: 'product_purchase', properties: { product_ids: ['9001', '9002'] } }, 20),
  rule('collection', { kind: 'collection_purchase', properties: { collection_ids: ['7001'] } }, 20),
  rule('newsletter', plain('newsletter_signup'), 50, { limit: { count: 1, interval: null } }),
  rule('pass', plain('loyalty_pass_install'), 50, { limit: { count: 1, interval: null } }),
  rule('review', plain('review'), 30, { limit: { count: 2, interval: 'month' } }),
  rule('workshop', { kind: 'custom', properties: { name: 'workshop' } }, 80),
  rule('like', { kind: 'social_like', properties: { social_like_url: 'https://social.example/store' } }, 10, {
    limit: { count: 1, interval: null },
  }),
  rule('mention', { kind: 'social_mention', properties: { social_handle: '@store', ...NETWORK } }, 40, {
    limit: { count: 1, interval: 'month' },
  }),
  rule('hashtag', { kind: 'social_post_hashtag', properties: { hashtag: 'store', ...NETWORK } }, 40, {
    limit: { count: 1, interval: 'month' },
  }),
  rule(
    'referral',
    { kind: 'referral', properties: { trigger: 'any_purchase', minimum_spend_minor: null } },
    500,
  ),
  rule(
    'story',
    { kind: 'clickthrough', properties: { destination_url: 'https://store.example/story' } },
    10,
    { limit: { count: 1, interval: null } },
  ),
];

function reward(key: string, points: number, properties: RewardProperties) {
  const definition = rewardDefinition({
    title: `A reward: ${key}`,
    description: `What a customer reads of ${key}`,
    cost:
      properties.kind === 'cart_variable_discount_voucher'
        ? { kind: 'variable', points_per_unit: points }
        : { kind: 'fixed', points },
    properties,
  });
  return { key, definition };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const voucher = (number: number): RewardProperties => ({
  kind: 'cart_discount_voucher',
  discount:
    number % 2
      ? { discount_type: 'fixed', amount_minor: 500 * number }
      : { discount_type: 'percentage', percentage: 5 * number },
  applies_to_order_type: 'all',
  recurring_cycle_limit: null,
  supports_active_subscriptions: false,
  minimum_spend_minor: 1_000,
  target_collections: [],
});

const product = (number: number): RewardProduct => ({
  id: String(9_000 + number),
  handle: `product-${number}`,
  title: `Product ${number}`,
  url: `https://store.example/products/product-${number}`,
  image_url: `https://store.example/images/product-${number}.jpg`,
  variants: [1, 2].map((variant) => ({
    id: String(9_000 + number + 100 * variant),
    title: variant === 1 ? 'Small' : 'Large',
    inventory_count: null,
    sku: `P${number}-${variant}`,
  })),
});

const productReward = (number: number): RewardProperties => ({
  kind: 'product_cart',
  product: product(number),
  max_redemptions_per_cart: null,
  cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
});

const TENTH = { discount_type: 'percentage', percentage: 10 } as const;
const FIVE_OFF = { discount_type: 'fixed', amount_minor: 500 } as const;

/** The rewards beside the vouchers for the cart, the gift cards and the products, one of each kind. */
const OTHER_REWARDS: RewardProperties[] = [
  {
    kind: 'cart_variable_discount_voucher',
    minimum_discount_minor: 100,
    maximum_discount_minor: 5_000,
    minimum_spend_before_discount_minor: 2_000,
    minimum_spend_after_discount_minor: null,
    applies_to_order_type: 'all',
  },
  { kind: 'free_shipping_voucher', max_shipping_minor: 900 },
  {
    kind: 'product_discount_voucher',
    product: { id: '9020', image_url: 'https://store.example/images/product-20.jpg', variant_id: null },
    percentage: 20,
  },
  {
    kind: 'collection_discount_voucher',
    collection: { id: '7001', title: 'Teas', url: 'https://store.example/collections/teas' },
    discount: TENTH,
    minimum_spend_minor: 1_500,
  },
  { kind: 'active_subscription_discount_voucher', discount: FIVE_OFF, recurring_cycle_limit: 3 },
  { kind: 'active_subscription_product', product: product(21) },
  {
    kind: 'custom',
    fulfillment_type: 'store_fulfillment',
    fulfillment_method: 'manual',
    fulfillment_webhook_url: null,
  },
];

/** 20 rewards of all kinds; the measured one has no stock, whose one row would queue all writers up. */
const REWARDS: Keyed<RewardDefinition>[] = [
  ...numbers(5).map((number) => reward(`voucher_${number}`, 500, voucher(number))),
  ...numbers(3).map((number) =>
    reward(`gift_card_${number}`, 1_000, { kind: 'gift_card', initial_balance_minor: 1_000 * number }),
  ),
  ...OTHER_REWARDS.map((properties) => reward(properties.kind, 100, properties)),
  ...numbers(5).map((number) => reward(`product_${number}`, 10, productReward(number))),
];

/** A program of rules and rewards of every kind, 17 and 20 of them, and three tiers by spend. */
export const BENCH_PROGRAM: ProgramDefinition = {
  key: 'bench',
  name: 'Bench',
  currency: 'USD',
  test: false,
  settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 12 } }),
  benefits: [],
  sites: [
    {
      key: 'store',
      definition: {
        name: 'Store',
        url: 'https://store.example',
        currency: 'USD',
        languages: ['en'],
        time_zone: 'America/New_York',
        country: 'US',
        frame_ancestors: [],
      },
    },
  ],
  tiers: [
    { key: 'bronze', definition: tierDefinition({ name: 'Bronze', lower_bound: 0 }) },
    { key: 'silver', definition: tierDefinition({ name: 'Silver', lower_bound: 50_000 }) },
    { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 200_000 }) },
  ],
  rules: RULES,
  rewards: REWARDS,
};
