import { describe, expect, it } from 'vitest';
import type { ClaimRecord } from '../../src/domain/claims/claim-record.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type {
  CartDiscountProperties,
  ClaimTerms,
  RewardProperties,
} from '../../src/domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../src/domain/storefront/customer.ts';
import { platformInteger } from '../../src/http/shared/platform-integer.ts';
import { presentProgramClaimedReward } from '../../src/http/shared/present-program-claimed-reward.ts';
import { presentRewardDefinition } from '../../src/http/shared/present-reward-definition.ts';
import { programView } from '../../src/http/shared/program-view.ts';
import { ProgramClaimedRewardSchema } from '../../src/http/shared/record-schemas.ts';
import { RewardDefinitionSchema } from '../../src/http/shared/reward-definition-schema.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { tierDefinition } from '../support/factories.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { claimRecord, NOON, UNTRACKED } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

const VOUCHER: CartDiscountProperties = {
  kind: 'cart_discount_voucher',
  discount: { discount_type: 'fixed', amount_minor: 550 },
  applies_to_order_type: 'one_time',
  recurring_cycle_limit: null,
  supports_active_subscriptions: false,
  minimum_spend_minor: 2000,
  target_collections: [],
};

const MUG = {
  id: '77',
  handle: 'mug',
  title: 'Mug',
  url: 'https://shop.example/mug',
  image_url: null,
};

interface Given {
  stock?: StockLevels;
  full_code?: string;
  tier_id?: number;
}

/** The contents of a reward's claim: the mug's second variant, a discount of $7.50. */
function termsOf(properties: RewardProperties): ClaimTerms {
  switch (properties.kind) {
    case 'product_cart':
      return { ...properties, product: MUG, variant: { id: '772', title: null } };
    case 'cart_variable_discount_voucher':
      return { ...properties, discount_minor: 750 };
    case 'active_subscription_discount_voucher':
    case 'active_subscription_product':
      throw new Error('nothing of the kind is ever claimed');
    default:
      return properties;
  }
}

function present(reward: Partial<RewardDefinition>, claim: Partial<ClaimRecord>, given: Given = {}) {
  const program = sampleProgram({
    tiers: [tierDefinition({ name: 'Gold', lower_bound: 0 })],
    rewards: [reward],
  });
  const terms = termsOf(program.rewards[0]!.properties);
  const customer = { site_id: 1, tier_id: given.tier_id ?? null };
  const record = claimRecord({ terms, ...claim });
  const body = presentProgramClaimedReward(programView(program), customer, record, given.stock ?? UNTRACKED, {
    full_code: given.full_code ?? null,
  });
  expectSchema(ProgramClaimedRewardSchema, body);
  return body;
}

describe('a claimed reward of the program-level family', () => {
  it('that is a voucher has every field', () => {
    expect(
      present(
        { properties: VOUCHER, description: { en: 'For you', de: 'Für Sie' }, auto_refund_seconds: 60 },
        { code: 'CODE1', session_kind: 'checkout', session_token: 'tok' },
      ),
    ).toEqual({
      id: 501,
      claimed_at: '2025-06-15T16:00:00.000Z',
      point_cost: 500,
      redeemable: {
        redeemable_type: 'voucher',
        fulfilled: true,
        fulfilled_at: '2025-06-15T16:00:00.000Z',
        expires_on: null,
        code: 'CODE1',
        discount_amount: 5.5,
        usage_count: 0,
        usage_limit: 1,
      },
      reward: {
        id: 31,
        title: 'A reward',
        title_template: 'A reward',
        description: 'For you',
        sort_key: 0,
        content: {
          en: { title: 'A reward', description: 'For you' },
          de: { title: 'Eine Prämie', description: 'Für Sie' },
        },
        point_cost: 500,
        method: 'voucher',
        discount_type: 'flat',
        discount_amount: 5.5,
        minimum_spend: 20,
        usage_limit: 1,
        min_redemption_amount: 0,
        max_redemption_amount: 0,
        max_free_shipping: null,
        site_id: 1,
        target_site: { id: 1, name: 'Shop', url: 'https://shop.example' },
        order_type: 'one_time',
        target_type: 'all',
        target_collections: [],
        target_products: [],
        session_options: null,
        auto_refund_seconds: 60,
        expiry_options: { kind: 'none', seconds: null },
        redeemable_expiry_options: null,
        supported_channels: ['web', 'pos', 'mobile'],
        kind: 'cart_discount_voucher',
        recurring_cycle_limit: 0,
      },
      state: 'approved',
      session: { kind: 'checkout', token: 'tok' },
      auto_refund_at: null,
      expires_at: null,
    });
  });

  it('of a percentage has no amount of its own', () => {
    const discount = { discount_type: 'percentage', percentage: 15 } as const;
    const properties = { ...VOUCHER, discount, minimum_spend_minor: null, recurring_cycle_limit: 3 };
    expect(present({ properties }, { code: 'C', usage_status: 'used' })).toMatchObject({
      redeemable: { discount_amount: null, usage_count: 1 },
      reward: {
        discount_type: 'percentage',
        discount_amount: 15,
        minimum_spend: 0,
        recurring_cycle_limit: 3,
      },
    });
  });

  it('for some collections names them', () => {
    const target_collections = [{ id: 5, url: 'https://shop.example/c/5', restriction_text: 'Shoes only' }];
    expect(present({ properties: { ...VOUCHER, target_collections } }, { code: 'C' }).reward).toMatchObject({
      target_type: 'collection',
      target_collections,
    });
  });

  it('keeps what was claimed where the reward has changed since', () => {
    const claimed = { ...VOUCHER, discount: { discount_type: 'fixed', amount_minor: 100 } } as const;
    expect(present({ properties: VOUCHER }, { code: 'C', terms: claimed, points_cost: 50 })).toMatchObject({
      point_cost: 50,
      redeemable: { discount_amount: 1 },
      reward: { point_cost: 500, discount_amount: 5.5 },
    });
  });

  it('that is a gift card tells its whole code only when given it', () => {
    const card = { code_last_characters: 'WXYZ', initial_balance_minor: 1000, current_balance_minor: 250 };
    const redeemable = {
      redeemable_type: 'gift_card',
      code_last_characters: 'WXYZ',
      initial_balance: 10,
      current_balance: 2.5,
    };
    expect(present({}, card, { full_code: 'ABCDWXYZ' })).toMatchObject({
      redeemable: { ...redeemable, code: 'ABCDWXYZ' },
      reward: { method: 'gift_card', discount_type: 'flat', discount_amount: 10, target_type: 'all' },
    });
    expect(present({}, card)).toMatchObject({ redeemable: { ...redeemable, code: null } });
  });

  it('that is a product names it as its reward does, and is fulfilled when it is used', () => {
    const properties: RewardDefinition['properties'] = {
      kind: 'product_cart',
      product: {
        ...MUG,
        variants: [
          { id: 'gid://shop/ProductVariant/771', title: 'Red', inventory_count: 5, sku: 'M-R' },
          { id: '772', title: null, inventory_count: null, sku: null },
        ],
      },
      max_redemptions_per_cart: null,
      cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
    };
    const stock = { remaining: (_: number, variant: string) => (variant.endsWith('771') ? 2 : null) };
    const unused = present({ properties }, { redemption_id: 'R', fulfilled_at: null }, { stock });
    expect(unused.redeemable).toEqual({
      redeemable_type: 'product',
      fulfilled: false,
      fulfilled_at: null,
      expires_on: null,
      product: { id: 77, variant_id: 772 },
      used_at: null,
    });
    expect(unused.reward).toMatchObject({
      method: 'store_fulfilment',
      discount_type: 'custom',
      auto_refund_seconds: 24 * 60 * 60,
      target_type: 'product',
      target_products: [
        {
          inventory_count: 2,
          sort_key: 1,
          id: 77,
          variant_id: 771,
          sku: 'M-R',
          url: 'https://shop.example/mug',
          image_url: null,
          title: 'Red',
          handle: 'mug',
        },
        { inventory_count: null, sort_key: 2, id: 77, variant_id: 772, sku: null, title: 'Mug' },
      ],
    });
    const used = { redemption_id: 'R', fulfilled_at: NOON, used_at: NOON, usage_status: 'used' } as const;
    expect(present({ properties }, used).redeemable).toMatchObject({
      fulfilled: true,
      used_at: '2025-06-15T16:00:00.000Z',
    });
  });

  it("ends on a day of the home site's time zone", () => {
    const shortlyAfterMidnightInUtc = Date.UTC(2025, 6, 1, 1);
    expect(
      present(
        { expires_after_seconds: 3600, properties: VOUCHER },
        { code: 'C', expires_at: shortlyAfterMidnightInUtc },
      ),
    ).toMatchObject({
      expires_at: '2025-07-01T01:00:00.000Z',
      redeemable: { expires_on: '2025-06-30' },
      reward: { expiry_options: { kind: 'relative', seconds: 3600 } },
    });
  });

  it('shows its reward as it is for the tier of the customer', () => {
    const cost = { kind: 'fixed', points: 400 } as const;
    const reward = { properties: VOUCHER, variants: { 'tier-1': { cost } } };
    expect(present(reward, { code: 'C' }, { tier_id: 11 }).reward.point_cost).toBe(400);
  });
});

describe('the other kinds', () => {
  const { cart_variable_discount_voucher: variable } = PROPERTIES;
  const voucher = { redeemable_type: 'voucher', code: 'C', usage_count: 0, usage_limit: 1 };

  it.each<[string, Partial<RewardDefinition>, object, object]>([
    [
      'a discount left open',
      { properties: variable, cost: { kind: 'variable', points_per_unit: 100 } },
      { ...voucher, discount_amount: 7.5 },
      {
        kind: 'cart_variable_discount_voucher',
        method: 'voucher',
        discount_type: 'flat',
        discount_amount: 0,
        point_cost: 500,
        min_redemption_amount: 5,
        max_redemption_amount: 20,
        minimum_spend: 30,
        target_type: 'all',
      },
    ],
    [
      'free shipping',
      { properties: PROPERTIES.free_shipping_voucher },
      { ...voucher, discount_amount: null },
      {
        method: 'voucher',
        discount_type: 'custom',
        discount_amount: 0,
        max_free_shipping: 15,
        target_type: 'shipping',
      },
    ],
    [
      'free shipping without an end',
      { properties: { kind: 'free_shipping_voucher', max_shipping_minor: null } },
      { ...voucher, discount_amount: null },
      { max_free_shipping: null },
    ],
    [
      'a discount on a product',
      { properties: PROPERTIES.product_discount_voucher },
      { ...voucher, discount_amount: null },
      {
        method: 'voucher',
        discount_type: 'percentage',
        discount_amount: 20,
        target_type: 'product',
        target_products: [
          {
            inventory_count: null,
            sort_key: 1,
            id: 800,
            variant_id: 801,
            sku: null,
            url: null,
            image_url: 'https://shop.example/tea.png',
            title: null,
            handle: null,
          },
        ],
      },
    ],
    [
      'a discount on all variants of a product',
      {
        properties: {
          ...PROPERTIES.product_discount_voucher,
          product: { id: '800', image_url: null, variant_id: null },
        },
      },
      voucher,
      { target_products: [expect.objectContaining({ id: 800, variant_id: 0 })] },
    ],
    [
      'a discount on a collection',
      { properties: PROPERTIES.collection_discount_voucher },
      { ...voucher, discount_amount: null },
      {
        method: 'voucher',
        discount_type: 'percentage',
        discount_amount: 15,
        minimum_spend: 25,
        target_type: 'collection',
        target_collections: [{ id: 77, url: 'https://shop.example/teas', restriction_text: 'Teas' }],
        target_products: [],
      },
    ],
    [
      'a discount on a collection that has no name',
      {
        properties: {
          ...PROPERTIES.collection_discount_voucher,
          collection: { id: '77', title: null, url: null },
          discount: { discount_type: 'fixed', amount_minor: 400 },
          minimum_spend_minor: null,
        },
      },
      { ...voucher, discount_amount: 4 },
      {
        discount_type: 'flat',
        discount_amount: 4,
        minimum_spend: 0,
        target_collections: [{ id: 77, url: '', restriction_text: '' }],
      },
    ],
    [
      'what the store fulfils',
      { properties: PROPERTIES.custom },
      { redeemable_type: 'fulfilment', fulfilled: true, fulfilled_at: expect.any(String), expires_on: null },
      { method: 'store_fulfilment', discount_type: 'custom', discount_amount: 0, target_type: 'custom' },
    ],
    [
      'what a voucher fulfils',
      { properties: { kind: 'custom', fulfillment_type: 'voucher' } },
      { ...voucher, discount_amount: null },
      { method: 'store_fulfilment', target_type: 'custom' },
    ],
  ])('%s', (_, reward, redeemable, definition) => {
    expect(present(reward, { code: 'C' })).toMatchObject({ redeemable, reward: definition });
  });

  it.each<[RewardProperties['kind'], object]>([
    [
      'active_subscription_discount_voucher',
      {
        method: 'voucher',
        discount_type: 'flat',
        discount_amount: 3,
        order_type: 'subscription',
        target_type: 'all',
        recurring_cycle_limit: 3,
      },
    ],
    [
      'active_subscription_product',
      {
        method: 'store_fulfilment',
        discount_type: 'custom',
        order_type: 'subscription',
        target_type: 'product',
        target_products: [
          expect.objectContaining({ id: 900, variant_id: 901 }),
          expect.objectContaining({ id: 900, variant_id: 902 }),
        ],
      },
    ],
  ])('%s, which nobody can claim, is defined all the same', (kind, expected) => {
    const program = sampleProgram({ rewards: [rewardOfKind(kind)] });
    const reward = presentRewardDefinition(
      programView(program),
      program.sites.at(-1)!,
      null,
      program.rewards[0]!,
      UNTRACKED,
    );
    expectSchema(RewardDefinitionSchema, reward);
    expect(reward).toMatchObject({ kind, ...expected });
  });

  it('is told how a session limits a product, and how long what is claimed can be used', () => {
    const properties = { ...PROPERTIES.product_cart, max_redemptions_per_cart: 2 };
    const claim = { redemption_id: 'R' };
    expect(present({ properties, expires_after_seconds: 60 }, claim).reward).toMatchObject({
      session_options: { kind: 'cart', max_redemptions: 2 },
      expiry_options: { kind: 'relative', seconds: 60 },
      redeemable_expiry_options: { kind: 'relative', seconds: 60 },
    });
    expect(present({ properties: PROPERTIES.product_cart }, claim).reward).toMatchObject({
      session_options: { kind: 'cart', max_redemptions: null },
      redeemable_expiry_options: null,
    });
  });

  it('has its worth in the place that its title leaves for it', () => {
    const title = { en: '{amount} off', de: '{amount} Rabatt' };
    expect(present({ title, properties: VOUCHER }, { code: 'C' }).reward).toMatchObject({
      title: '$5.50 off',
      title_template: '{amount} off',
      content: { en: { title: '$5.50 off' }, de: { title: '5,50\u00a0$ Rabatt' } },
    });
  });
});

describe("a platform's id as an integer", () => {
  it('is its digits, however it is written', () => {
    expect(platformInteger('1001')).toBe(1001);
    expect(platformInteger('gid://shop/Product/1001')).toBe(1001);
  });

  it.each(['mug-red', '90071992547409921', ''])(
    'stands for %o too, the same each time and unlike others',
    (id) => {
      const integer = platformInteger(id);
      expect(Number.isSafeInteger(integer)).toBe(true);
      expect(integer).toBe(platformInteger(id));
      expect(integer).not.toBe(platformInteger(`${id}x`));
    },
  );
});
