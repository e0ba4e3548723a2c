import fc from 'fast-check';
import type { Limit } from '../../src/domain/core/limits.ts';
import { CHANNELS, type ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { REWARD_KINDS } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import type { RuleSketch } from './factories.ts';
import { PROPERTIES } from './reward-kinds.ts';
import type { SampleProgram } from './sample-program.ts';

/** Words that JSON has to escape, and placeholders that are filled. */
export const words = fc.oneof(
  fc.constantFrom(
    'A reward',
    'Say "hi" \\ {amount} off',
    'Tee\n☕️\u2028',
    '{points} or {expires_in}',
    '\u0001\t{minimum_spend}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
/** Several entries may have the same words in one language and others in another. */
export const titles = fc.oneof(fc.constant('A reward'), words);
const localized = fc.oneof(
  words,
  fc.record({ en: titles, de: words }),
  fc.record({ en: words, de: titles }),
  fc.record({ de: words }),
);

const limit: fc.Arbitrary<Limit | null> = fc.option(
  fc.record({
    count: fc.integer({ min: 1, max: 3 }),
    interval: fc.constantFrom('day' as const, 'month' as const, null),
  }),
);
const minor = fc.integer({ min: 0, max: 100_000 });

const RULE_PROPERTIES = {
  name: 'custom',
  social_like_url: 'https://social.example/like',
  social_handle: '@shop',
  network: 'social',
  hashtag: 'shop',
  destination_url: 'https://shop.example/"story"',
  trigger: 'any_purchase' as const,
  minimum_spend_minor: null,
};

const rule: fc.Arbitrary<RuleSketch> = fc.record({
  kind: fc.constantFrom(...RULE_KINDS),
  properties: fc.constant(RULE_PROPERTIES),
  enabled: fc.boolean(),
  title: fc.option(localized),
  description: fc.option(localized),
  result: fc.oneof(
    fc.record({
      kind: fc.constant('points' as const),
      points: fc.integer({ min: 1, max: 5_000 }),
      per_currency_unit_minor: fc.option(fc.constantFrom(100, 250)),
    }),
    fc.constant({ kind: 'reward' as const, reward_key: 'reward-1' }),
  ),
  limit,
  variants: fc.record({ 'tier-2': fc.record({ enabled: fc.boolean(), title: fc.option(localized) }) }),
});

const product = fc.record({
  id: fc.constantFrom('900', '910'),
  handle: fc.option(words),
  title: fc.option(words),
  url: fc.constant(null),
  image_url: fc.option(fc.constant('https://shop.example/mug.png')),
  variants: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('901', '902', '903'),
      title: fc.option(words),
      inventory_count: fc.option(fc.integer({ min: 0, max: 9 })),
      sku: fc.constant(null),
    }),
    { minLength: 1, maxLength: 3, selector: ({ id }) => id },
  ),
});

const properties: fc.Arbitrary<RewardDefinition['properties']> = fc.oneof(
  fc.constantFrom(...REWARD_KINDS).map((kind) => PROPERTIES[kind]),
  fc.record({
    kind: fc.constant('product_cart' as const),
    product,
    max_redemptions_per_cart: fc.option(fc.integer({ min: 1, max: 2 })),
    cart_requirements: fc.record({
      minimum_cart_total_minor: fc.option(minor),
      minimum_line_item_count: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
  }),
  product.map((product) => ({ kind: 'active_subscription_product' as const, product })),
);

const reward: fc.Arbitrary<Partial<RewardDefinition>> = properties.chain((properties) =>
  fc.record({
    properties: fc.constant(properties),
    enabled: fc.boolean(),
    title: localized,
    description: fc.option(localized),
    cost:
      properties.kind === 'cart_variable_discount_voucher'
        ? fc.record({
            kind: fc.constant('variable' as const),
            points_per_unit: fc.integer({ min: 1, max: 200 }),
          })
        : fc.record({ kind: fc.constant('fixed' as const), points: fc.integer({ min: 0, max: 2_000 }) }),
    limit,
    stock: fc.option(fc.integer({ min: 0, max: 5 })),
    channels: fc.subarray([...CHANNELS], { maxLength: 2 }),
    countries: fc.subarray(['US', 'DE']),
    expires_after_seconds: fc.option(fc.constant(86_400)),
    codes: fc.constantFrom({ kind: 'generated' as const, pattern: null }, { kind: 'pool' as const }),
    variants: fc.record({
      'tier-1': fc.record({ enabled: fc.boolean(), description: fc.option(localized) }),
    }),
  }),
);

/** Any program of two tiers; the first reward is of any kind that a rule may give. */
export const randomProgram: fc.Arbitrary<SampleProgram> = fc.record({
  currency: fc.constantFrom('USD', 'JPY'),
  settings: fc.record({
    currency_rates: fc.constant({ USD: 0.0071, EUR: 0.92, JPY: 141.3 }),
    tier_boundary_mode: fc.constantFrom('spend' as const, 'points' as const, 'orders' as const),
    tier_membership: fc.constantFrom(
      null,
      { mode: 'lifetime' as const },
      { mode: 'rolling' as const, duration_months: 12 },
      { mode: 'calendar' as const, starts_on: { month: 1, day: 1 }, window_months: 6, windows: 2 },
    ),
    points_expiry: fc.constantFrom(null, { mode: 'inactivity_since_purchase' as const, duration_months: 6 }),
    referrals: fc.constantFrom(null, {
      incentive_reward_key: null,
      requires_email: false,
      cap: null,
      daily_friends_per_address: 10,
    }),
    texts: fc.constantFrom<ProgramSettings['texts'][]>({}, { en: { points_added: 'A gift "of ours"' } }),
  }),
  sites: fc.constant([
    { currency: 'USD', languages: ['en', 'de'] },
    { currency: 'EUR', languages: ['de', 'en-IN'], time_zone: 'Europe/Berlin', country: 'DE' },
    { currency: 'JPY', languages: ['ja'], time_zone: 'Asia/Tokyo', country: null },
  ]),
  tiers: fc
    .tuple(localized, localized)
    .map(([first, second]) => [{ name: first }, { name: second, lower_bound: 10_000 }]),
  rules: fc.array(rule, { maxLength: 5 }),
  rewards: fc.array(reward, { minLength: 1, maxLength: 6 }),
});
