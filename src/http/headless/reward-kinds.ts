import type { TProperties, TSchema } from '@sinclair/typebox';
import type {
  ClaimTerms,
  PropertiesOf,
  RewardKind,
  RewardProperties,
  TermsOf,
} from '../../domain/programs/reward-kinds.ts';
import type { StorefrontReward } from './reward-kind.ts';
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

type AnyStorefrontReward<P, T> = StorefrontReward<P, T, TSchema, TSchema, TProperties, TProperties>;

const KINDS = {
  gift_card: GIFT_CARD,
  cart_discount_voucher: CART_DISCOUNT_VOUCHER,
  cart_variable_discount_voucher: CART_VARIABLE_DISCOUNT_VOUCHER,
  free_shipping_voucher: FREE_SHIPPING_VOUCHER,
  product_discount_voucher: PRODUCT_DISCOUNT_VOUCHER,
  collection_discount_voucher: COLLECTION_DISCOUNT_VOUCHER,
  product_cart: PRODUCT_CART,
  active_subscription_discount_voucher: ACTIVE_SUBSCRIPTION_DISCOUNT_VOUCHER,
  active_subscription_product: ACTIVE_SUBSCRIPTION_PRODUCT,
  custom: CUSTOM,
} satisfies { [K in RewardKind]: AnyStorefrontReward<PropertiesOf<K>, TermsOf<K>> };

export type PropertiesSchemaOf<K extends RewardKind> = (typeof KINDS)[K]['properties'];
export type RedeemableSchemaOf<K extends RewardKind> = (typeof KINDS)[K]['redeemables'][number];

/** The functions of a kind take properties and terms of the same kind. */
export function storefrontRewardOf(kind: RewardKind): AnyStorefrontReward<RewardProperties, ClaimTerms> {
  return KINDS[kind];
}
