import { describe, expect, it } from 'vitest';
import type { ClaimRecord } from '../../src/domain/claims/claim-record.ts';
import type { ClaimTerms } from '../../src/domain/programs/reward-kinds.ts';
import { REWARD_KINDS, type RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { CanRedeem } from '../../src/domain/storefront/customer.ts';
import { ClaimedRewardSchema } from '../../src/http/headless/claimed-reward-schemas.ts';
import {
  presentAvailableReward,
  presentConfiguredReward,
} from '../../src/http/headless/present-available-reward.ts';
import { presentClaimedReward } from '../../src/http/headless/present-claimed-reward.ts';
import { AvailableRewardSchema, ConfiguredRewardSchema } from '../../src/http/headless/reward-schemas.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { tierDefinition } from '../support/factories.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { claimRecord, NOON, UNTRACKED } from '../support/sample-customer.ts';
import { type SampleProgram, sampleProgram } from '../support/sample-program.ts';

const money = (amount: number) => ({ amount, formatted: `$${amount}` });
const percent = (percentage: number) => ({ percentage, formatted: `${percentage}%` });

const PRODUCT = {
  id: '900',
  handle: 'mug',
  title: 'Mug',
  url: 'https://shop.example/mug',
  image_url: 'https://shop.example/mug.png',
};

const VARIANTS = [
  { id: '901', title: 'Small', inventory_count: null, sort_key: 1 },
  { id: '902', title: 'Large', inventory_count: null, sort_key: 2 },
];

/** The rewards of test/support/reward-kinds.ts as a storefront sees them. */
const TOLD: Record<RewardKind, object> = {
  gift_card: { initial_balance: money(10) },
  cart_discount_voucher: {
    discount_type: 'fixed',
    discount: money(5),
    applies_to_order_type: 'one_time',
    recurring_cycle_limit: null,
    supports_active_subscriptions: false,
    minimum_spend: money(20),
  },
  cart_variable_discount_voucher: {
    minimum_discount: money(5),
    maximum_discount: money(20),
    minimum_spend_before_discount: money(30),
    minimum_spend_after_discount: null,
    applies_to_order_type: 'all',
  },
  free_shipping_voucher: { max_shipping: money(15) },
  product_discount_voucher: {
    product: { id: '800', image_url: 'https://shop.example/tea.png', variant_id: '801' },
    discount: percent(20),
  },
  collection_discount_voucher: {
    collection: { id: '77', title: 'Teas', url: 'https://shop.example/teas' },
    discount_type: 'percentage',
    discount: percent(15),
    minimum_spend: money(25),
  },
  product_cart: {
    product: { ...PRODUCT, variants: VARIANTS },
    max_redemptions_per_cart: null,
    cart_requirements: { minimum_cart_total: null, minimum_line_item_count: null },
  },
  active_subscription_discount_voucher: {
    discount_type: 'fixed',
    discount: money(3),
    recurring_cycle_limit: 3,
  },
  active_subscription_product: { product: { ...PRODUCT, variants: VARIANTS } },
  custom: {
    fulfillment_type: 'store_fulfillment',
    fulfillment_method: 'manual',
    fulfillment_webhook_url: null,
  },
};

function available(
  kind: RewardKind,
  sample: SampleProgram = {},
  can_redeem: CanRedeem = { state: 'redeemable' },
) {
  const program = sampleProgram({ rewards: [rewardOfKind(kind)], ...sample });
  const reward = program.rewards[0]!;
  const variant = reward.variants.get(null)!;
  const offer = {
    reward,
    variant,
    last_claimed_at: null,
    claim_count: 0,
    limit: { state: 'no_limit' },
    can_redeem,
  } as const;
  const site = program.sites.at(-1)!;
  const body = presentAvailableReward(
    storefrontView(program, site, site.languages[0]!),
    offer,
    UNTRACKED,
    NOON,
  );
  expectSchema(AvailableRewardSchema, body);
  return body;
}

describe('a reward that is offered', () => {
  it.each(REWARD_KINDS)('as a %s tells its terms', (kind) => {
    expect(available(kind)).toMatchObject({ id: 31, kind, limit: null, properties: TOLD[kind] });
    expect(Object.keys(available(kind).properties).sort()).toEqual(Object.keys(TOLD[kind]).sort());
  });

  it('by a voucher of its own says no more than that', () => {
    const voucher = rewardOfKind('custom', { properties: { kind: 'custom', fulfillment_type: 'voucher' } });
    expect(available('custom', { rewards: [voucher] }).properties).toEqual({ fulfillment_type: 'voucher' });
  });

  it('for as much as one likes costs so many points for each unit of the currency of the reader', () => {
    expect(available('cart_variable_discount_voucher').variant).toMatchObject({
      cost: { kind: 'variable', unit: 'discount_amount', points_per_unit: 100 },
      cost_text: '100 points per $1',
    });
    const inEurope = available('cart_variable_discount_voucher', {
      settings: { currency_rates: { EUR: 0.8 } },
      sites: [{ currency: 'EUR' }],
    });
    expect(inEurope.variant).toMatchObject({
      cost: { points_per_unit: 125 },
      cost_text: '100 points per €0.80',
    });
  });

  it.each<[CanRedeem, object]>([
    [
      { state: 'insufficient_points', additional_points_required: 7 },
      { state: 'insufficient_points', additional_points_required: 7 },
    ],
    [{ state: 'unknown' }, { state: 'unknown' }],
    [
      {
        state: 'cart_requirements_not_met',
        cart_requirements_detail: {
          minimum_cart_total: { state: 'requirement_not_met', required_minor: 3000, total_minor: 1000 },
          minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity: 2 },
        },
      },
      {
        state: 'cart_requirements_not_met',
        cart_requirements_detail: {
          minimum_cart_total: { state: 'requirement_not_met', additional_amount_required: money(20) },
          minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity_required: 2 },
        },
      },
    ],
  ])('says %o', (can_redeem, told) => {
    expect(available('product_cart', {}, can_redeem).context.can_redeem).toEqual(told);
  });
});

describe('a reward in the configuration', () => {
  const present = (sample: SampleProgram, stock = UNTRACKED) => {
    const program = sampleProgram(sample);
    const view = storefrontView(program, program.sites.at(-1)!, 'en');
    return program.rewards.map((reward) => {
      const body = presentConfiguredReward(view, reward, stock);
      expectSchema(ConfiguredRewardSchema, body);
      return body;
    });
  };

  it.each(REWARD_KINDS)('as a %s tells its terms, and what it is without tiers', (kind) => {
    expect(present({ rewards: [rewardOfKind(kind)] })).toMatchObject([
      {
        id: 31,
        kind,
        properties: TOLD[kind],
        variants: [{ tier_id: null, enabled: true, title: `A ${kind}` }],
      },
    ]);
  });

  it('has a variant for each tier, those given by hand last', () => {
    const [card] = present({
      tiers: [
        tierDefinition({ name: 'By hand', lower_bound: null }),
        tierDefinition({ name: 'Gold', lower_bound: 100 }),
        tierDefinition({ name: 'Base', lower_bound: 0 }),
      ],
      rewards: [
        rewardOfKind('gift_card', {
          variants: { 'tier-1': { enabled: false }, 'tier-2': { cost: { kind: 'fixed', points: 300 } } },
        }),
      ],
    });
    expect(card!.variants).toMatchObject([
      { tier_id: 13, enabled: true, cost: { points: 500 } },
      { tier_id: 12, enabled: true, cost: { points: 300 }, cost_text: '300 points' },
      { tier_id: 11, enabled: false },
    ]);
  });

  it('says what is left of each variant of a product', () => {
    const properties = structuredClone(PROPERTIES.active_subscription_product);
    properties.product.variants[0]!.inventory_count = 9;
    const stock = { remaining: (_: number, variant: string) => (variant === '901' ? 4 : null) };
    expect(present({ rewards: [{ properties }] }, stock)).toMatchObject([
      { properties: { product: { variants: [{ inventory_count: 4 }, { inventory_count: null }] } } },
    ]);
  });
});

describe('a claim', () => {
  const ends = { expires_at: '2025-06-15T16:00:01.000Z', used_at: '2025-06-15T16:00:00.000Z' };

  function claimed(terms: ClaimTerms, rest: Partial<ClaimRecord> = {}) {
    const program = sampleProgram({ rewards: [rewardOfKind(terms.kind)] });
    const record = claimRecord({ terms, code: 'CODE1', expires_at: NOON + 1000, used_at: NOON, ...rest });
    const view = storefrontView(program, program.sites.at(-1)!, 'en');
    const body = presentClaimedReward(view, record, UNTRACKED);
    expectSchema(ClaimedRewardSchema, body);
    return body.redeemable;
  }

  it.each<[ClaimTerms, object]>([
    [
      {
        kind: 'cart_variable_discount_voucher',
        discount_minor: 750,
        minimum_spend_before_discount_minor: null,
        minimum_spend_after_discount_minor: null,
        applies_to_order_type: 'one_time',
      },
      { discount: { amount: 7.5, formatted: '$7.50' }, applies_to_order_type: 'one_time', ...ends },
    ],
    [PROPERTIES.free_shipping_voucher, { max_shipping: money(15), ...ends }],
    [
      { kind: 'free_shipping_voucher', max_shipping_minor: null },
      { max_shipping: null, ...ends },
    ],
    [
      PROPERTIES.product_discount_voucher,
      {
        product: { id: '800', image_url: 'https://shop.example/tea.png', variant_id: '801' },
        discount: percent(20),
        ...ends,
      },
    ],
    [
      PROPERTIES.collection_discount_voucher,
      {
        collection: { id: '77', title: 'Teas', url: 'https://shop.example/teas' },
        discount_type: 'percentage',
        discount: percent(15),
        minimum_spend: money(25),
        ...ends,
      },
    ],
  ])('of a voucher tells its code and its terms: $kind', (terms, redeemable) => {
    expect(claimed(terms, { usage_status: 'used' })).toEqual({
      kind: terms.kind,
      usage_status: 'used',
      code: 'CODE1',
      ...redeemable,
    });
  });

  it('of what the store fulfils tells whether it was, and what was said of it', () => {
    const open = { code: null, fulfilled_at: null };
    expect(claimed(PROPERTIES.custom, open)).toEqual({
      kind: 'custom',
      usage_status: 'not_used',
      fulfilment_explanation: null,
      fulfilled_at: null,
    });
    expect(claimed(PROPERTIES.custom, { code: null, fulfilment_explanation: 'Sent by post' })).toMatchObject({
      fulfilment_explanation: 'Sent by post',
      fulfilled_at: '2025-06-15T16:00:00.000Z',
    });
  });

  it('of what a voucher fulfils has its code', () => {
    expect(claimed({ kind: 'custom', fulfillment_type: 'voucher' })).toMatchObject({ code: 'CODE1' });
  });
});
