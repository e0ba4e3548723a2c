import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { CartDiscountProperties, ClaimTerms } from '../../src/domain/programs/reward-kinds.ts';
import type { HistoryEntry, StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { CustomerSchema } from '../../src/http/headless/customer-schema.ts';
import { presentCustomer } from '../../src/http/headless/present-customer.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { tierDefinition } from '../support/factories.ts';
import { claimRecord, customerRow, NOON, storefrontCustomer } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

function present(program: Program, parts: Partial<StorefrontCustomer> = {}, language = 'en') {
  const view = storefrontView(program, program.sites.at(-1)!, language);
  const body = presentCustomer(view, 'https://loyalty.example/base', storefrontCustomer(program, parts));
  expectSchema(CustomerSchema, body);
  return body;
}

const VOUCHER: CartDiscountProperties = {
  kind: 'cart_discount_voucher',
  discount: { discount_type: 'fixed', amount_minor: 500 },
  applies_to_order_type: 'one_time',
  recurring_cycle_limit: null,
  supports_active_subscriptions: false,
  minimum_spend_minor: 2050,
  target_collections: [],
};

describe('a customer', () => {
  it('with nothing but an id still has every field', () => {
    const row = customerRow({ email: null, first_name: null });
    expect(present(sampleProgram(), { row })).toEqual({
      state: 'enrolled',
      id: 7,
      merchant_id: '1001',
      email: null,
      first_name: null,
      last_name: null,
      points_approved: 1200,
      points_pending: 50,
      points_spent: 500,
      next_points_expiry: null,
      enrolled_at: '2025-06-15T15:59:59.000Z',
      tier_membership: null,
      birthday: null,
      next_birthday: null,
      claimed_rewards: [],
      available_rules: [],
      available_rewards: [],
      history: [],
      active_cart_redemptions: [],
      email_marketing_consent: { state: 'subscribed' },
      sms_marketing_consent: { state: 'unknown' },
      referral_urls: null,
      receipt_upload_url: null,
    });
  });

  it('has links to share where the program has referrals', () => {
    const referrals = {
      incentive_reward_key: null,
      requires_email: false,
      cap: null,
      daily_friends_per_address: 10,
    };
    const program = sampleProgram({ settings: { referrals } });
    expect(present(program, { row: customerRow() })).toMatchObject({
      referral_urls: {
        email: 'https://loyalty.example/base/r/REFER1/email',
        direct: 'https://loyalty.example/base/r/REFER1/direct',
        facebook: 'https://loyalty.example/base/r/REFER1/facebook',
        social: 'https://loyalty.example/base/r/REFER1/social',
        whatsapp: 'https://loyalty.example/base/r/REFER1/whatsapp',
        device_share: 'https://loyalty.example/base/r/REFER1/device_share',
      },
    });
  });

  it('has its next birthday by the calendar of the home site', () => {
    const row = customerRow({ birthday_day: 16, birthday_month: 6 });
    const lateOnThe15th = Date.UTC(2025, 5, 16, 3, 59);
    expect(present(sampleProgram(), { row, now: lateOnThe15th })).toMatchObject({
      birthday: { day: 16, month: 6 },
      next_birthday: '2025-06-16',
    });
    const earlyOnThe17th = Date.UTC(2025, 5, 17, 4);
    expect(present(sampleProgram(), { row, now: earlyOnThe17th }).next_birthday).toBe('2026-06-16');
  });

  it('born on a 29 February has the year where it is known, and a birthday every year', () => {
    const row = customerRow({ birthday_day: 29, birthday_month: 2, birthday_year: 1992 });
    expect(present(sampleProgram(), { row })).toMatchObject({
      birthday: { day: 29, month: 2, year: 1992 },
      next_birthday: '2026-02-28',
    });
  });

  it('in a tier sees its progress in the currency of the site that asks', () => {
    const program = sampleProgram({
      settings: { currency_rates: { EUR: 0.9 } },
      sites: [{ currency: 'EUR', languages: ['de'] }],
    });
    const tier: StorefrontCustomer['tier'] = {
      tier_id: 12,
      started_at: NOON - 5000,
      expires_at: null,
      progress: {
        kind: 'spend',
        now: 10_000,
        at_expiration: null,
        valid_until: NOON + 5000,
        upgrade_tier_id: 13,
        needed_for_renewal: null,
        needed_for_upgrade: 1_234_500,
        forecasted_tier_id: null,
      },
    };
    expect(present(program, { tier }, 'de').tier_membership).toEqual({
      tier_id: 12,
      started_at: '2025-06-15T15:59:55.000Z',
      expires_at: null,
      progress: {
        kind: 'spend',
        tier_spend: { now: { amount: 90, formatted: '90\u00a0€' }, at_expiration: null },
        valid_until: '2025-06-15T16:00:05.000Z',
        upgrade_tier_id: 13,
        spend_needed_for_renewal: null,
        spend_needed_for_upgrade: { amount: 11110.5, formatted: '11.110,50\u00a0€' },
        forecasted_tier_id: null,
      },
    });
  });
});

describe('an available rule', () => {
  const social = {
    kind: 'social_follow',
    properties: { social_handle: '@shop', network: 'social' },
    limit: { count: 1, interval: 'day' },
    description: { en: 'Once a day', de: 'Einmal am Tag' },
  } as const;

  it('says what it gives and how far the customer is', () => {
    const program = sampleProgram({ rules: [social] });
    const [rule] = program.rules;
    const { available_rules } = present(program, {
      rules: [
        {
          rule: rule!,
          variant: rule!.variants.get(null)!,
          last_completed_at: NOON - 60_000,
          completion_count: 4,
          limit: { state: 'limit_not_reached', interval: 'day', allowed: 1, count: 0, remaining: 1 },
        },
      ],
    });
    expect(available_rules).toEqual([
      {
        id: 21,
        kind: 'social_follow',
        limit: { count: 1, interval: 'day' },
        properties: { social_handle: '@shop', network: 'social' },
        variant: {
          tier_id: null,
          enabled: true,
          title: 'Visit us',
          description: 'Once a day',
          result: { kind: 'points', points: 50, per_currency_unit: null },
          result_short_text: '50 points',
        },
        context: {
          last_completed_at: '2025-06-15T15:59:00.000Z',
          completion_count: 4,
          completion_limit: {
            state: 'limit_not_reached',
            interval: 'day',
            allowed_completions_within_interval: 1,
            completion_count_within_interval: 0,
            remaining_completions_within_interval: 1,
          },
        },
      },
    ]);
  });

  function presentRule(
    program: Program,
    limit: StorefrontCustomer['rules'][number]['limit'],
    language: string,
  ) {
    const rule = program.rules[0]!;
    const available = {
      rule,
      variant: rule.variants.get(null)!,
      last_completed_at: null,
      completion_count: 1,
      limit,
    };
    return present(program, { rules: [available] }, language).available_rules[0]!;
  }

  it('that is used up says when it opens again, in the language of the answer', () => {
    const limit = {
      state: 'limit_reached_until_reset',
      interval: 'week',
      resets_at: NOON + 2.5 * 86_400_000,
    } as const;
    expect(presentRule(sampleProgram({ rules: [social] }), limit, 'de')).toMatchObject({
      variant: { title: 'Besuch uns', description: 'Einmal am Tag', result_short_text: '50 Punkte' },
      context: {
        last_completed_at: null,
        completion_limit: {
          state: 'limit_reached_until_reset',
          interval: 'week',
          resets_at: '2025-06-18T04:00:00.000Z',
          resets_at_relative_to_now: '3 Tage',
        },
      },
    });
  });

  it.each([{ state: 'no_limit' }, { state: 'limit_reached_forever' }] as const)(
    'knows the limit $state',
    (limit) => {
      expect(presentRule(sampleProgram(), limit, 'en').context.completion_limit).toEqual(limit);
    },
  );

  const purchase = (perUnit: number) => ({
    kind: 'purchase' as const,
    result: { kind: 'points' as const, points: 5, per_currency_unit_minor: perUnit },
  });

  it('gives its points per unit of the currency of the site that asks', () => {
    const noLimit = { state: 'no_limit' } as const;
    expect(presentRule(sampleProgram({ rules: [purchase(100)] }), noLimit, 'en').variant).toMatchObject({
      result: { kind: 'points', points: 5, per_currency_unit: 1 },
      result_short_text: '5 points per $1',
    });
    const inYen = sampleProgram({
      currency: 'JPY',
      settings: { currency_rates: { USD: 0.0065 } },
      rules: [purchase(1)],
    });
    expect(presentRule(inYen, noLimit, 'en').variant).toMatchObject({
      result: { per_currency_unit: 0.0065 },
      result_short_text: '5 points per $0.0065',
    });
  });

  it('that gives a reward says which', () => {
    const program = sampleProgram({ rules: [{ result: { kind: 'reward', reward_key: 'reward-1' } }] });
    expect(presentRule(program, { state: 'no_limit' }, 'de').variant).toMatchObject({
      result: { kind: 'reward', reward: { kind: 'gift_card', title: 'Eine Prämie' } },
      result_short_text: 'Eine Prämie',
    });
  });
});

describe('an available reward', () => {
  function presentRewards(
    program: Program,
    parts: Partial<StorefrontCustomer> = {},
    tierId: number | null = null,
  ) {
    const rewards = program.rewards.map((reward) => ({
      reward,
      variant: reward.variants.get(tierId)!,
      last_claimed_at: null,
      claim_count: 0,
      limit: { state: 'no_limit' } as const,
      can_redeem: { state: 'redeemable' } as const,
    }));
    return present(program, { rewards, ...parts }).available_rewards;
  }

  it('says its cost, its terms and whether it can be had', () => {
    const program = sampleProgram({
      rewards: [
        { cost: { kind: 'fixed', points: 1000 }, limit: { count: 2, interval: null }, properties: VOUCHER },
      ],
    });
    const reward = program.rewards[0]!;
    const { available_rewards } = present(program, {
      rewards: [
        {
          reward,
          variant: reward.variants.get(null)!,
          last_claimed_at: NOON,
          claim_count: 1,
          limit: { state: 'limit_not_reached', interval: null, allowed: 2, count: 1, remaining: 1 },
          can_redeem: { state: 'insufficient_points', additional_points_required: 20 },
        },
      ],
    });
    expect(available_rewards).toEqual([
      {
        id: 31,
        kind: 'cart_discount_voucher',
        limit: { count: 2, interval: null },
        properties: {
          discount_type: 'fixed',
          discount: { amount: 5, formatted: '$5' },
          applies_to_order_type: 'one_time',
          recurring_cycle_limit: null,
          supports_active_subscriptions: false,
          minimum_spend: { amount: 20.5, formatted: '$20.50' },
        },
        variant: {
          tier_id: null,
          enabled: true,
          title: 'A reward',
          description: null,
          cost: { kind: 'fixed', points: 1000 },
          cost_text: '1,000 points',
        },
        context: {
          can_redeem: { state: 'insufficient_points', additional_points_required: 20 },
          last_claimed_at: '2025-06-15T16:00:00.000Z',
          claim_count: 1,
          claim_limit: {
            state: 'limit_not_reached',
            interval: null,
            allowed_claims_within_interval: 2,
            claim_count_within_interval: 1,
            remaining_claims_within_interval: 1,
          },
        },
      },
    ]);
  });

  it('of a percentage says so', () => {
    const discount = { discount_type: 'percentage', percentage: 12.5 } as const;
    const [voucher] = presentRewards(sampleProgram({ rewards: [{ properties: { ...VOUCHER, discount } }] }));
    expect(voucher!.properties).toMatchObject({
      discount_type: 'percentage',
      discount: { percentage: 12.5, formatted: '12.5%' },
    });
  });

  it('of a product says what is left of each variant, from one answer to the next', () => {
    const program = sampleProgram({
      rewards: [
        {
          properties: {
            kind: 'product_cart',
            product: {
              id: '77',
              handle: 'mug',
              title: 'Mug',
              url: null,
              image_url: null,
              variants: [
                { id: '771', title: 'Red', inventory_count: 10, sku: null },
                { id: '772', title: null, inventory_count: null, sku: null },
              ],
            },
            max_redemptions_per_cart: 2,
            cart_requirements: { minimum_cart_total_minor: 3000, minimum_line_item_count: null },
          },
        },
      ],
    });
    const left = (count: number) => ({
      remaining: (reward: number, variant: string) => (reward === 31 && variant === '771' ? count : null),
    });
    const inventory = (count: number) =>
      presentRewards(program, { stock: left(count) }).map(({ properties }) => properties);
    const properties = {
      product: { id: '77', handle: 'mug', title: 'Mug', url: null, image_url: null },
      max_redemptions_per_cart: 2,
      cart_requirements: {
        minimum_cart_total: { amount: 30, formatted: '$30' },
        minimum_line_item_count: null,
      },
    };
    const variants = (count: number) => [
      { id: '771', title: 'Red', inventory_count: count, sort_key: 1 },
      { id: '772', title: null, inventory_count: null, sort_key: 2 },
    ];
    expect(inventory(3)).toEqual([
      { ...properties, product: { ...properties.product, variants: variants(3) } },
    ]);
    expect(inventory(0)).toEqual([
      { ...properties, product: { ...properties.product, variants: variants(0) } },
    ]);
  });

  it('costs what it costs in the tier of the customer', () => {
    const program = sampleProgram({
      tiers: [tierDefinition({ name: 'Gold', lower_bound: 0 })],
      rewards: [{ variants: { 'tier-1': { cost: { kind: 'fixed', points: 400 }, title: 'For gold' } } }],
    });
    expect(presentRewards(program)[0]!.variant).toMatchObject({ tier_id: null, cost: { points: 500 } });
    expect(presentRewards(program, {}, 11)[0]!.variant).toMatchObject({
      tier_id: 11,
      title: 'For gold',
      cost_text: '400 points',
    });
  });

  it('is priced anew when the program changes', () => {
    const price = (points: number) =>
      presentRewards(sampleProgram({ rewards: [{ cost: { kind: 'fixed', points: points } }] }))[0]!;
    expect(price(500).variant.cost_text).toBe('500 points');
    expect(price(600).variant.cost_text).toBe('600 points');
  });
});

describe('a claimed reward', () => {
  const program = sampleProgram({ rewards: [{ properties: VOUCHER }] });
  const claimed = (claim: Parameters<typeof claimRecord>[0], language = 'en', of = program) =>
    present(of, { claims: [claimRecord(claim)] }, language).claimed_rewards[0]!;

  it('that is a voucher carries its code and its terms', () => {
    expect(claimed({ terms: VOUCHER, code: 'CODE1', expires_at: NOON + 1, auto_refund_at: NOON })).toEqual({
      id: 501,
      claimed_at: '2025-06-15T16:00:00.000Z',
      auto_refund_at: '2025-06-15T16:00:00.000Z',
      reward_id: 31,
      title: 'A reward',
      state: 'approved',
      source: { kind: 'points_redemption', points_cost: 500 },
      redeemable: {
        kind: 'cart_discount_voucher',
        usage_status: 'not_used',
        code: 'CODE1',
        discount_type: 'fixed',
        discount: { amount: 5, formatted: '$5' },
        applies_to_order_type: 'one_time',
        recurring_cycle_limit: null,
        supports_active_subscriptions: false,
        minimum_spend: { amount: 20.5, formatted: '$20.50' },
        expires_at: '2025-06-15T16:00:00.001Z',
        used_at: null,
      },
    });
  });

  it('that is a gift card shows the end of its code only', () => {
    const terms = { kind: 'gift_card', initial_balance_minor: 1000 } as const;
    const card = { code_last_characters: 'WXYZ', initial_balance_minor: 1000, current_balance_minor: 250 };
    expect(claimed({ terms, ...card, usage_status: 'partially_used' }).redeemable).toEqual({
      kind: 'gift_card',
      usage_status: 'partially_used',
      code_last_characters: 'WXYZ',
      initial_balance: { amount: 10, formatted: '$10' },
      current_balance: { amount: 2.5, formatted: '$2.50' },
      expires_at: null,
    });
  });

  it.each([
    [{ source_kind: 'rule_completion', source_id: 21 } as const, { kind: 'rule_completion', rule_id: 21 }],
    [{ source_kind: 'tier_entry', source_id: 11 } as const, { kind: 'tier_entry', tier_id: 11 }],
  ])('says where it came from: %o', (source, expected) => {
    expect(claimed({ terms: VOUCHER, code: 'C', points_cost: 0, ...source }).source).toEqual(expected);
  });

  it('has its title in the language of the answer for as long as the reward has it', () => {
    expect(claimed({ terms: VOUCHER, code: 'C' }, 'de').title).toBe('Eine Prämie');
    const renamed = sampleProgram({ rewards: [{ properties: VOUCHER, title: { en: 'New', de: 'Neu' } }] });
    expect(claimed({ terms: VOUCHER, code: 'C' }, 'de', renamed).title).toBe('A reward');
  });
});

describe('a product that waits in a cart', () => {
  const program = sampleProgram();
  const terms = (
    cart_requirements = { minimum_cart_total_minor: null, minimum_line_item_count: null } as object,
  ) =>
    ({
      kind: 'product_cart',
      product: { id: '77', handle: 'mug', title: 'Mug', url: 'https://shop.example/mug', image_url: null },
      variant: { id: 'gid://shop/ProductVariant/771', title: 'Red' },
      cart_requirements,
    }) as ClaimTerms;
  const waiting = {
    redemption_id: 'RED1',
    cart_id: 'cart-1',
    auto_refund_at: NOON + 1000,
    fulfilled_at: null,
  };
  const stock = { remaining: () => 4 };

  it('is told with the cart line that the storefront puts into the cart', () => {
    const claim = claimRecord({ terms: terms(), ...waiting });
    const { claimed_rewards, active_cart_redemptions } = present(program, {
      claims: [claim],
      cart_redemptions: [claim],
      stock,
    });
    const product = {
      id: '77',
      handle: 'mug',
      title: 'Mug',
      url: 'https://shop.example/mug',
      image_url: null,
      variant: { id: 'gid://shop/ProductVariant/771', title: 'Red', inventory_count: 4 },
    };
    const redemption = {
      id: 'RED1',
      claimed_reward_id: 501,
      expires_at: '2025-06-15T16:00:01.000Z',
      product,
      quantity: 1,
      cart_id: 'cart-1',
      cart_line: {
        kind: 'platform',
        merchandise_id: 'gid://shop/ProductVariant/771',
        product_id: '77',
        quantity: 1,
        attributes: [{ key: '_loyalty_redemption_id', value: 'RED1' }],
      },
      current_cart_state: {
        in_cart: false,
        cart_requirements_met: true,
        cart_requirements_detail: {
          minimum_cart_total: { state: 'no_requirement' },
          minimum_line_item_quantity: { state: 'no_requirement' },
        },
      },
    };
    expect(active_cart_redemptions).toEqual([redemption]);
    expect(claimed_rewards[0]!.redeemable).toEqual({
      kind: 'product_cart',
      usage_status: 'not_used',
      product,
      quantity: 1,
      used_at: null,
      cart_line_identifier: 'RED1',
      active_cart_redemption: redemption,
    });
  });

  it.each([
    ['was used', { usage_status: 'used', used_at: NOON } as const],
    ['lapsed', { state: 'void' } as const],
    ['was claimed without a cart', { cart_id: null }],
  ])('no longer waits once it %s', (_, end) => {
    const claim = claimRecord({ terms: terms(), ...waiting, ...end });
    expect(present(program, { claims: [claim], stock }).claimed_rewards[0]!.redeemable).toMatchObject({
      active_cart_redemption: null,
    });
  });

  it.each([
    [
      { minimum_cart_total_minor: 2500, minimum_line_item_count: 2 },
      false,
      {
        minimum_cart_total: {
          state: 'requirement_not_met',
          additional_amount_required: { amount: 25, formatted: '$25' },
        },
        minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity_required: 2 },
      },
    ],
    [
      { minimum_cart_total_minor: 0, minimum_line_item_count: null },
      true,
      {
        minimum_cart_total: { state: 'requirement_met' },
        minimum_line_item_quantity: { state: 'no_requirement' },
      },
    ],
  ])('holds %o against an empty cart', (requirements, met, detail) => {
    const claim = claimRecord({ terms: terms(requirements), ...waiting });
    const [redemption] = present(program, { cart_redemptions: [claim], stock }).active_cart_redemptions;
    expect(redemption!.current_cart_state).toEqual({
      in_cart: false,
      cart_requirements_met: met,
      cart_requirements_detail: detail,
    });
  });
});

describe('points that expire next', () => {
  it('are told with their moment', () => {
    const next_expiry = { points: 1000, at: NOON + 5 };
    expect(present(sampleProgram(), { next_expiry }).next_points_expiry).toEqual({
      points: 1000,
      points_text: '1,000 points',
      points_will_expire_at: '2025-06-15T16:00:00.005Z',
    });
  });
});

describe('history', () => {
  const program = sampleProgram({
    tiers: [tierDefinition({ name: { en: 'Gold', de: 'Gold-Stufe' }, lower_bound: 0 })],
    rules: [{ variants: { 'tier-1': { title: 'For gold' } } }],
  });
  const rule = program.rules[0]!;
  const reward = program.rewards[0]!;
  const date = NOON;
  const earned = {
    kind: 'earned_points_from_rule',
    id: 1,
    date,
    rule,
    points: 50,
    state: 'pending',
    approves_at: NOON + 1,
    expires_at: null,
  } as const;

  const history = (entries: HistoryEntry[], language = 'en', tier_id: number | null = null) =>
    present(program, { row: customerRow({ tier_id }), history: entries }, language).history;

  it('keeps the order and tells each entry by its kind', () => {
    const title = 'A reward';
    expect(
      history([
        earned,
        { kind: 'redeemed_points_for_reward', id: 2, date, reward, title, points_cost: 500, state: 'void' },
        { kind: 'received_reward', id: 3, date, reward, title, rule, state: 'approved' },
        { kind: 'received_reward', id: 4, date, reward, title, rule: undefined, state: 'expired' },
        {
          kind: 'points_added',
          id: 5,
          date,
          points: 1000,
          state: 'expired',
          expires_at: NOON + 2,
        },
        { kind: 'points_removed', id: 6, date, points: -1 },
        { kind: 'points_expired', id: 8, date, points: 1000 },
        { kind: 'entered_tier', id: 7, date, tier_id: 11, from_tier_id: null },
      ]),
    ).toEqual([
      {
        kind: 'earned_points_from_rule',
        label: 'Visit us',
        date: '2025-06-15T16:00:00.000Z',
        state: 'pending',
        points: 50,
        points_text: '50 points',
        rule: { id: 21, kind: 'pageview' },
        points_will_approve_at: '2025-06-15T16:00:00.001Z',
        points_will_expire_at: null,
      },
      {
        kind: 'redeemed_points_for_reward',
        label: 'A reward',
        date: '2025-06-15T16:00:00.000Z',
        points: -500,
        points_text: '-500 points',
        reward: { id: 31, kind: 'gift_card' },
        claimed_reward_id: 2,
        state: 'void',
      },
      {
        kind: 'received_reward',
        label: 'A reward',
        date: '2025-06-15T16:00:00.000Z',
        reward: { id: 31, kind: 'gift_card' },
        claimed_reward_id: 3,
        rule: { id: 21, kind: 'pageview', title: 'Visit us' },
        state: 'approved',
      },
      expect.objectContaining({
        kind: 'received_reward',
        claimed_reward_id: 4,
        rule: null,
        state: 'expired',
      }),
      {
        kind: 'points_added',
        label: 'Points added',
        date: '2025-06-15T16:00:00.000Z',
        points: 1000,
        points_text: '1,000 points',
        points_will_expire_at: '2025-06-15T16:00:00.002Z',
        state: 'expired',
      },
      {
        kind: 'points_removed',
        label: 'Points removed',
        date: '2025-06-15T16:00:00.000Z',
        points: -1,
        points_text: '-1 point',
        state: 'applied',
      },
      {
        kind: 'points_expired',
        label: 'Points expired',
        date: '2025-06-15T16:00:00.000Z',
        points: -1000,
        points_text: '-1,000 points',
      },
      {
        kind: 'entered_tier',
        label: 'Reached Gold',
        date: '2025-06-15T16:00:00.000Z',
        tier: { id: 11, name: 'Gold' },
      },
    ]);
  });

  it('speaks the language of the answer', () => {
    const entries: HistoryEntry[] = [
      earned,
      { kind: 'entered_tier', id: 7, date, tier_id: 11, from_tier_id: null },
    ];
    expect(history(entries, 'de').map(({ label }) => label)).toEqual(['Besuch uns', 'Gold-Stufe erreicht']);
  });

  it('says of a tier below the one before that the customer is in it, not that it was reached', () => {
    const [base, gold, gone] = [11, 12, 999];
    const two = sampleProgram({
      tiers: [
        { name: 'Base', lower_bound: 0 },
        { name: 'Gold', lower_bound: 100 },
      ].map(tierDefinition),
    });
    const labelOf = (tier_id: number, from_tier_id: number | null) =>
      present(two, { history: [{ kind: 'entered_tier', id: 7, date, tier_id, from_tier_id }] }).history[0]!
        .label;
    expect([labelOf(base, gold), labelOf(gold, base), labelOf(base, null), labelOf(base, gone)]).toEqual([
      'Now in Base',
      'Reached Gold',
      'Reached Base',
      'Reached Base',
    ]);
  });

  it("names a rule as it is called in the customer's tier", () => {
    expect(history([earned], 'en', 11)[0]!.label).toBe('For gold');
  });

  it('no longer promises an approval to what is resolved', () => {
    expect(history([{ ...earned, state: 'declined' }])[0]).toMatchObject({
      state: 'declined',
      points_will_approve_at: null,
    });
  });
});

describe('money', () => {
  it.each([
    ['USD', 'en', 990, '$9.90'],
    ['USD', 'en', 500, '$5'],
    ['JPY', 'en', 100, '¥100'],
    ['JPY', 'ja', 100, '￥100'],
    ['EUR', 'de', 123_456, '1.234,56\u00a0€'],
    ['KWD', 'en', 1500, 'KWD\u00a01.500'],
  ])('in %s for a reader of %s', (currency, language, minor, formatted) => {
    const program = sampleProgram({ currency, sites: [{ currency, languages: [language] }] });
    expect(storefrontView(program, program.sites.at(-1)!, language).money(minor).formatted).toBe(formatted);
  });

  it('is converted to whole coins of the currency of the site', () => {
    const program = sampleProgram({
      settings: { currency_rates: { JPY: 151.37 } },
      sites: [{ currency: 'JPY' }],
    });
    expect(storefrontView(program, program.sites.at(-1)!, 'en').money(999)).toEqual({
      amount: 1512,
      formatted: '¥1,512',
    });
  });
});
