import fc from 'fast-check';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { RuleKind } from '../../src/domain/programs/rule-kinds.ts';

type Json = Record<string, unknown>;

/** A value, or no key at all. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const record = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members) as fc.Arbitrary<Json>;

/** Texts that YAML would read as something else, or has to quote. */
const text = fc
  .oneof(
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '12',
      '1e3',
      '0x1f',
      'a: b',
      '# none',
      '- x',
      '"quoted"',
      "it's",
      'two\nlines\n',
      ' spaces ',
      '{a}',
      '[b]',
      '&x',
      '*y',
      '!z',
      '%',
      '@',
      '`',
      'Tee ☕️\u2028',
      '\t',
      'true',
      '2026-01-01',
      '<<',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((word) => !/[{}]/.test(word)),
  )
  .filter((word) => !/[{}]/.test(word));
const localized = fc.oneof(text, record({ en: text, no: text, 'pt-BR': text }));
const url = fc.constantFrom('https://shop.example/?a=1&b=2', 'https://shop.example/#top');
const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const duration = fc.constantFrom('1s', '90s', '15m', '24h', '36h', '14d', '365d');
const limit = fc.record({
  count: fc.integer({ min: 1, max: 9 }),
  interval: maybe(fc.constantFrom('day', 'week', 'month', 'year')),
});
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

const colours = maybe(fc.constantFrom({}, { accent: '#1d4ed8' }, { background: '#ffffff', text: '#000000' }));

/** Any program file without a mistake, as JSON: keys are left out or given, with every kind of rule and reward. */
export const randomProgramFile: fc.Arbitrary<Json> = record({
  key: fc.constant('written'),
  name: text,
  currency: fc.constantFrom('USD', 'KWD'),
  test: maybe(fc.boolean()),
  enrol_on_sight: maybe(fc.boolean()),
  negative_balance: maybe(fc.constantFrom('allow', 'within_balance')),
  webview_session: maybe(duration),
  currency_rates: maybe(fc.constantFrom({}, { EUR: 0.92, GBP: 1e-7 })),
  sites: fc.constantFrom(
    {
      main: { name: 'Shop', url: 'https://shop.example', languages: ['en', 'no', 'pt-BR'], time_zone: 'UTC' },
    },
    {
      2: {
        name: 'yes',
        url: 'https://shop.example',
        languages: ['en', 'no', 'pt-BR'],
        time_zone: 'Asia/Tokyo',
        country: 'NO',
      },
      a: {
        name: 'A',
        url: 'https://a.example',
        languages: ['en', 'no', 'pt-BR'],
        time_zone: 'Europe/Oslo',
        frame_ancestors: ['https://b.example'],
      },
    },
  ),
  tiers: fc.constantFrom('spend', 'points', 'orders').chain((boundary_mode) =>
    record({
      boundary_mode: fc.constant(boundary_mode),
      membership: fc.constantFrom(
        { mode: 'lifetime' },
        { mode: 'rolling', duration_months: 12 },
        { mode: 'calendar', starts_on: { month: 3, day: 31 }, window_months: 6, windows: 2 },
        { mode: 'enrollment_anniversary', windows: 1 },
      ),
      levels: record({
        base: record({
          name: localized,
          lower_bound: fc.constant(0),
          benefits: maybe(fc.constant(['care'])),
        }),
        gold: record({
          name: localized,
          lower_bound: fc.constantFrom(100, 2_500),
          hidden: maybe(fc.boolean()),
          entry_rewards: maybe(fc.constant(['free'])),
        }),
        vip: record({ name: localized, conditional: fc.constant(true) }),
      }),
      benefits: fc.oneof(
        record({ care: record({ label: localized, secret: maybe(fc.boolean()) }) }),
        record({
          care: record({ label: localized, details: record({ plaintext: localized, html: localized }) }),
        }),
      ),
    }),
  ),
  points_expiry: maybe(
    fc.constantFrom(
      { mode: 'after_earning', duration_months: 12 },
      { mode: 'inactivity_since_purchase', duration_months: 6 },
      { mode: 'calendar_date', month: 12, day: 31 },
    ),
  ),
  orders: maybe(
    fc.constantFrom(
      {},
      { earning_amount: {} },
      { earning_amount: { shipping: true, tax: false, discounts: true } },
    ),
  ),
  referrals: maybe(
    record({
      incentive: maybe(fc.constant('free')),
      requires_email: maybe(fc.boolean()),
      cap: maybe(limit),
      daily_friends_per_address: maybe(fc.constantFrom(5, 7)),
      daily_codes_per_customer: maybe(fc.constantFrom(50, 9)),
    }),
  ),
  reminders: maybe(fc.constantFrom({}, { tier_upgrade_percent: 80 }, { points_expiration_days: 9 })),
  receipt_upload_url: maybe(url),
  theme: maybe(
    record({
      accent: maybe(fc.constantFrom('#1d4ed8', '#7a1f5c')),
      light: colours,
      corner_radius: maybe(fc.constantFrom(0, 14, 20)),
      font_family: maybe(fc.constant('Georgia, "Times New Roman", serif')),
    }),
  ),
  rules: entries(Object.keys(RULE_KEYS) as RuleKind[], rule),
  rewards: entries(Object.keys(REWARD_KEYS) as RewardKind[], reward).map((rewards) => ({
    ...rewards,
    free: { kind: 'free_shipping_voucher', title: 'Free', cost_points: 5 },
  })),
});
