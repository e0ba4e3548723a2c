import type {
  RewardDefinition,
  RewardProperties,
  RuleDefinition,
  RuleKind,
} from '../../src/domain/programs/configuration.ts';
import type { Keyed, ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { programSettings, type RuleSketch, ruleDefinition, tierDefinition } from '../support/factories.ts';

/** What the measured completions complete and the measured redemptions redeem. */
export const COMPLETED_RULE = 'follow_1';
export const REDEEMED_REWARD = 'product_1';
export const REDEEMED_VARIANT = '9101';

function rule(key: string, kind: RuleKind, points: number, rest: RuleSketch = {}) {
  const definition = ruleDefinition({
    kind,
    enabled: true,
    title: `Earn points: ${key}`,
    description: `What a customer reads of ${key}`,
    result: { kind: 'points', points, per_currency_unit_minor: null },
    properties: kind === 'social_follow' ? { social_handle: '@store', network: 'social' } : {},
    limit: null,
    approval_period_seconds: 0,
    variants: {},
    ...rest,
  });
  return { key, definition };
}

/** 12 rules: the measured one counts within a limit that nobody reaches. */
const RULES: Keyed<RuleDefinition>[] = [
  rule('join', 'join_program', 100, { limit: { count: 1, interval: null } }),
  rule('purchase', 'purchase', 5, {
    result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    variants: { gold: { result: { kind: 'points', points: 10, per_currency_unit_minor: 100 } } },
  }),
  rule('birthday', 'birthday', 200, { limit: { count: 1, interval: 'year' } }),
  rule('visit', 'pageview', 5, { limit: { count: 1, interval: 'day' } }),
  rule(COMPLETED_RULE, 'social_follow', 50, { limit: { count: 1_000_000, interval: 'day' } }),
  ...[2, 3, 4, 5, 6, 7, 8].map((number) =>
    rule(`follow_${number}`, 'social_follow', 50, {
      limit: { count: 1, interval: number % 2 ? 'month' : null },
    }),
  ),
];

function reward(key: string, points: number, properties: RewardProperties) {
  const definition: RewardDefinition = {
    enabled: true,
    title: `A reward: ${key}`,
    description: `What a customer reads of ${key}`,
    cost: { kind: 'fixed', points },
    limit: null,
    stock: null,
    channels: [],
    countries: [],
    auto_refund_seconds: null,
    expires_after_seconds: null,
    codes: { kind: 'generated', pattern: null },
    properties,
    variants: {},
  };
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

const product = (number: number): RewardProperties => ({
  kind: 'product_cart',
  product: {
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
  },
  max_redemptions_per_cart: null,
  cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
});

/** 20 rewards; the measured one has no stock, whose one row would queue all writers up. */
const REWARDS: Keyed<RewardDefinition>[] = [
  ...numbers(8).map((number) => reward(`voucher_${number}`, 500, voucher(number))),
  ...numbers(4).map((number) =>
    reward(`gift_card_${number}`, 1_000, { kind: 'gift_card', initial_balance_minor: 1_000 * number }),
  ),
  ...numbers(8).map((number) => reward(`product_${number}`, 10, product(number))),
];

/** A program of 12 rules, 20 rewards and three tiers by spend. */
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
