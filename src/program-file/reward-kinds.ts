import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { PropertiesOf, RewardKind, RewardProperties } from '../domain/programs/reward-kinds.ts';
import type { FileRewardKind, WithoutKind } from './reward-kind.ts';
import { ACTIVE_SUBSCRIPTION_DISCOUNT_VOUCHER } from './reward-kinds/active-subscription-discount-voucher.ts';
import { ACTIVE_SUBSCRIPTION_PRODUCT } from './reward-kinds/active-subscription-product.ts';
import { CART_DISCOUNT_VOUCHER } from './reward-kinds/cart-discount-voucher.ts';
import { CART_VARIABLE_DISCOUNT_VOUCHER } from './reward-kinds/cart-variable-discount-voucher.ts';
import { COLLECTION_DISCOUNT_VOUCHER } from './reward-kinds/collection-discount-voucher.ts';
import { CUSTOM } from './reward-kinds/custom.ts';
import { FREE_SHIPPING_VOUCHER } from './reward-kinds/free-shipping-voucher.ts';
import { GIFT_CARD } from './reward-kinds/gift-card.ts';
import { PRODUCT_CART } from './reward-kinds/product-cart.ts';
import { PRODUCT_DISCOUNT_VOUCHER } from './reward-kinds/product-discount-voucher.ts';

/** The kinds of reward in the file, in the order of the schema. */
export const FILE_REWARD_KINDS = {
  cart_discount_voucher: CART_DISCOUNT_VOUCHER,
  cart_variable_discount_voucher: CART_VARIABLE_DISCOUNT_VOUCHER,
  free_shipping_voucher: FREE_SHIPPING_VOUCHER,
  product_discount_voucher: PRODUCT_DISCOUNT_VOUCHER,
  collection_discount_voucher: COLLECTION_DISCOUNT_VOUCHER,
  gift_card: GIFT_CARD,
  product_cart: PRODUCT_CART,
  active_subscription_discount_voucher: ACTIVE_SUBSCRIPTION_DISCOUNT_VOUCHER,
  active_subscription_product: ACTIVE_SUBSCRIPTION_PRODUCT,
  custom: CUSTOM,
} satisfies { [K in RewardKind]: FileRewardKind<TProperties, WithoutKind<PropertiesOf<K>>> };

export type FileReward = {
  [K in RewardKind]: { kind: K } & Static<TObject<(typeof FILE_REWARD_KINDS)[K]['keys']>>;
}[RewardKind];

/** The functions of a kind take a reward of the same kind. */
export function fileRewardKindOf(
  kind: RewardKind,
): FileRewardKind<TProperties, WithoutKind<RewardProperties>> {
  return FILE_REWARD_KINDS[kind];
}
