import fc from 'fast-check';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { RuleKind } from '../../src/domain/programs/rule-kinds.ts';
import { JPEG, WEBP_LOSSY } from './images.ts';
import {
  amount,
  duration,
  type Json,
  limit,
  localized,
  maybe,
  record,
  text,
  url,
} from './random-file-values.ts';

const tierVariants = (variant: fc.Arbitrary<unknown>) =>
  maybe(fc.oneof(record({ gold: variant }), record({ gold: variant, base: variant }), fc.constant({})));

const flatResult = fc.oneof(
  record({ points: fc.integer({ min: 1, max: 500 }) }),
  fc.constant({ reward: 'free' }),
);
const orderResult = fc.oneof(
  flatResult,
  record({ points: fc.integer({ min: 1, max: 500 }), per_currency_unit: amount }),
);

const RULE_KEYS: { [K in RuleKind]: Record<string, fc.Arbitrary<unknown>> } = {
  pageview: {},
  join_program: {},
  birthday: {},
  newsletter_signup: {},
  loyalty_pass_install: {},
  review: {},
  purchase: {},
  retail_purchase: {},
  product_purchase: { products: fc.constantFrom(['900'], ['900', '901']) },
  collection_purchase: { collections: fc.constantFrom(['77'], ['78', '77']) },
  custom: {},
  clickthrough: { destination_url: url },
  social_like: { social_like_url: url },
  social_follow: { social_handle: text, network: text },
  social_mention: { social_handle: text, network: text },
  social_post_hashtag: { hashtag: text, network: text },
  referral: {},
};
const BY_ORDER: readonly RuleKind[] = [
  'purchase',
  'retail_purchase',
  'product_purchase',
  'collection_purchase',
];

const rule = (kind: RuleKind, index: number): fc.Arbitrary<Json> => {
  const result = BY_ORDER.includes(kind) ? orderResult : flatResult;
  const variant = fc.record({
    enabled: maybe(fc.boolean()),
    title: maybe(localized),
    description: maybe(localized),
    result: maybe(result),
  });
  return record({
    kind: fc.constant(kind),
    title: maybe(localized),
    description: maybe(localized),
    enabled: maybe(fc.boolean()),
    limit: maybe(limit),
    result,
    variants: tierVariants(variant),
    ...(kind === 'custom' && { name: fc.constant(`own ${index}`) }),
    ...RULE_KEYS[kind],
  });
};

const discount = fc.oneof(record({ amount }), record({ percentage: fc.constantFrom(10, 12.5, 99.99, 100) }));
const codes = maybe(fc.constantFrom('pool', { pattern: 'WELCOME-????-????-####' }));
const product = record({
  id: text,
  handle: maybe(text),
  title: maybe(text),
  url: maybe(url),
  image_url: maybe(url),
  variants: fc.constantFrom(
    [{ id: '1' }],
    [
      { id: '1', title: 'One', sku: 'S', inventory_count: 0 },
      { id: '2', inventory_count: 3 },
    ],
  ),
});
const orderType = maybe(fc.constantFrom('all', 'one_time', 'subscription'));
const cycles = maybe(fc.integer({ min: 1, max: 12 }));

const REWARD_KEYS: { [K in RewardKind]: Record<string, fc.Arbitrary<unknown>> } = {
  cart_discount_voucher: {
    codes,
    discount,
    minimum_spend: maybe(amount),
    applies_to_order_type: orderType,
    recurring_cycle_limit: cycles,
    supports_active_subscriptions: maybe(fc.boolean()),
    target_collections: maybe(
      fc.constant([{ id: 7, url: 'https://shop.example/7', restriction_text: 'Only: these' }]),
    ),
  },
  cart_variable_discount_voucher: {
    codes,
    minimum_discount: fc.constantFrom(1, 5),
    maximum_discount: fc.constantFrom(5, 100),
    minimum_spend_before_discount: maybe(amount),
    minimum_spend_after_discount: maybe(amount),
    applies_to_order_type: orderType,
  },
  free_shipping_voucher: { codes, max_shipping: maybe(amount) },
  product_discount_voucher: {
    codes,
    product: record({ id: text, variant_id: maybe(text), image_url: maybe(url) }),
    discount: record({ percentage: fc.constantFrom(5, 33.33) }),
  },
  collection_discount_voucher: {
    codes,
    collection: record({ id: text, title: maybe(text), url: maybe(url) }),
    discount,
    minimum_spend: maybe(amount),
  },
  gift_card: { initial_balance: amount },
  product_cart: {
    product,
    max_redemptions_per_cart: maybe(fc.integer({ min: 1, max: 5 })),
    cart_requirements: maybe(
      fc.constantFrom(
        { minimum_cart_total: 30 },
        { minimum_line_item_count: 2 },
        { minimum_cart_total: 1, minimum_line_item_count: 2 },
      ),
    ),
  },
  active_subscription_discount_voucher: { codes, discount, recurring_cycle_limit: cycles },
  active_subscription_product: { product },
  custom: {},
};
const CUSTOM = fc.constantFrom<Json[]>(
  {},
  { fulfillment_type: 'voucher', codes: 'pool' },
  { fulfillment_method: 'webhook', fulfillment_webhook_url: 'https://shop.example/hook' },
  { fulfillment_type: 'store_fulfillment', fulfillment_method: 'manual' },
);

const picture = (bytes: Buffer) => `data:image/webp;base64,${bytes.toString('base64')}`;

const reward = (kind: RewardKind): fc.Arbitrary<Json> => {
  const cost = kind === 'cart_variable_discount_voucher' ? 'cost_points_per_unit' : 'cost_points';
  const points = fc.integer({ min: 1, max: 900 });
  const variant = fc.record({
    enabled: maybe(fc.boolean()),
    title: maybe(localized),
    description: maybe(localized),
    [cost]: maybe(points),
  });
  const common = record({
    kind: fc.constant(kind),
    title: localized,
    description: maybe(localized),
    ...(kind === 'gift_card'
      ? { image: maybe(fc.constantFrom(picture(WEBP_LOSSY), picture(JPEG))) }
      : { image_url: maybe(fc.constant('https://shop.example/images/reward.webp')) }),
    enabled: maybe(fc.boolean()),
    [cost]: points,
    limit: maybe(limit),
    stock: maybe(fc.integer({ min: 0, max: 99 })),
    channels: maybe(fc.constantFrom(['web'], ['pos', 'web'])),
    countries: maybe(fc.constantFrom(['NO'], ['US', 'DE'])),
    auto_refund_after: maybe(duration),
    expires_after: maybe(duration),
    variants: tierVariants(variant),
    ...REWARD_KEYS[kind],
  });
  return kind === 'custom' ? fc.tuple(common, CUSTOM).map(([one, more]) => ({ ...one, ...more })) : common;
};

const entries = <K extends string>(kinds: readonly K[], of: (kind: K, index: number) => fc.Arbitrary<Json>) =>
  fc
    .shuffledSubarray([...kinds])
    .chain((chosen) =>
      fc.tuple(...chosen.map((kind, index) => of(kind, index).map((made) => [`${kind}-${index}`, made]))),
    )
    .map((made) => Object.fromEntries(made) as Json);

/** Rules of some kinds, in any order. */
export const randomRules = entries(Object.keys(RULE_KEYS) as RuleKind[], rule);

/** Rewards of some kinds, in any order. */
export const randomRewards = entries(Object.keys(REWARD_KEYS) as RewardKind[], reward);
