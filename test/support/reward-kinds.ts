import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import {
  REWARD_KINDS,
  type RewardKind,
  type RewardProduct,
  type RewardProperties,
} from '../../src/domain/programs/reward-kinds.ts';
import { rewardDefinition } from './factories.ts';

const MUG: RewardProduct = {
  id: '900',
  handle: 'mug',
  title: 'Mug',
  url: 'https://shop.example/mug',
  image_url: 'https://shop.example/mug.png',
  variants: [
    { id: '901', title: 'Small', inventory_count: null, sku: 'MUG-S' },
    { id: '902', title: 'Large', inventory_count: null, sku: null },
  ],
};

/** An example of each kind, as a shop might offer it; amounts in cents. */
export const PROPERTIES: { [K in RewardKind]: Extract<RewardProperties, { kind: K }> } = {
  gift_card: { kind: 'gift_card', initial_balance_minor: 1000 },
  cart_discount_voucher: {
    kind: 'cart_discount_voucher',
    discount: { discount_type: 'fixed', amount_minor: 500 },
    applies_to_order_type: 'one_time',
    recurring_cycle_limit: null,
    supports_active_subscriptions: false,
    minimum_spend_minor: 2000,
    target_collections: [],
  },
  cart_variable_discount_voucher: {
    kind: 'cart_variable_discount_voucher',
    minimum_discount_minor: 500,
    maximum_discount_minor: 2000,
    minimum_spend_before_discount_minor: 3000,
    minimum_spend_after_discount_minor: null,
    applies_to_order_type: 'all',
  },
  free_shipping_voucher: { kind: 'free_shipping_voucher', max_shipping_minor: 1500 },
  product_discount_voucher: {
    kind: 'product_discount_voucher',
    product: { id: '800', image_url: 'https://shop.example/tea.png', variant_id: '801' },
    percentage: 20,
  },
  collection_discount_voucher: {
    kind: 'collection_discount_voucher',
    collection: { id: '77', title: 'Teas', url: 'https://shop.example/teas' },
    discount: { discount_type: 'percentage', percentage: 15 },
    minimum_spend_minor: 2500,
  },
  product_cart: {
    kind: 'product_cart',
    product: MUG,
    max_redemptions_per_cart: null,
    cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
  },
  active_subscription_discount_voucher: {
    kind: 'active_subscription_discount_voucher',
    discount: { discount_type: 'fixed', amount_minor: 300 },
    recurring_cycle_limit: 3,
  },
  active_subscription_product: { kind: 'active_subscription_product', product: MUG },
  custom: {
    kind: 'custom',
    fulfillment_type: 'store_fulfillment',
    fulfillment_method: 'manual',
    fulfillment_webhook_url: null,
  },
};

/** A reward of a kind for 500 points, or for 100 points per dollar if the discount is open. */
export function rewardOfKind(kind: RewardKind, rest: Partial<RewardDefinition> = {}): RewardDefinition {
  return rewardDefinition({
    title: `A ${kind}`,
    cost:
      kind === 'cart_variable_discount_voucher'
        ? { kind: 'variable', points_per_unit: 100 }
        : { kind: 'fixed', points: 500 },
    properties: PROPERTIES[kind],
    ...rest,
  });
}

/** A reward of each kind, under the name of its kind. */
export function rewardsOfAllKinds(): { key: RewardKind; definition: RewardDefinition }[] {
  return REWARD_KINDS.map((kind) => ({ key: kind, definition: rewardOfKind(kind) }));
}
