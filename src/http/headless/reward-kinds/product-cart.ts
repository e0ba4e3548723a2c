import { Type } from '@sinclair/typebox';
import { isActiveCartRedemption } from '../../../domain/claims/claim-record.ts';
import type { PropertiesOf, TermsOf } from '../../../domain/programs/reward-kinds.ts';
import {
  MoneySchema,
  Nullable,
  nullableTimestamp,
  PlatformId,
  platformId,
  Timestamp,
} from '../../schema-helpers.ts';
import { ActiveCartRedemptionSchema, ProductSchema } from '../cart-redemption-schemas.ts';
import { presentActiveCartRedemption, presentProduct } from '../present-cart-redemption.ts';
import { moneyOrNull, presentRewardProduct, RewardProductSchema, usage_status } from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

export const PRODUCT_CART = storefrontReward({
  name: 'Product',
  properties: Type.Object(
    {
      product: RewardProductSchema,
      max_redemptions_per_cart: Nullable(Type.Integer()),
      cart_requirements: Type.Object(
        { minimum_cart_total: Nullable(MoneySchema), minimum_line_item_count: Nullable(Type.Integer()) },
        { title: 'CartRequirements' },
      ),
    },
    { title: 'ProductCartProperties' },
  ),
  presentProperties(view, { product, ...terms }: PropertiesOf<'product_cart'>) {
    const { minimum_cart_total_minor, minimum_line_item_count } = terms.cart_requirements;
    return {
      product: presentRewardProduct(product),
      max_redemptions_per_cart: terms.max_redemptions_per_cart,
      cart_requirements: {
        minimum_cart_total: moneyOrNull(view, minimum_cart_total_minor),
        minimum_line_item_count,
      },
    };
  },
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('product_cart'),
        usage_status,
        product: ProductSchema,
        quantity: Type.Integer(),
        used_at: Nullable(Timestamp()),
        cart_line_identifier: Type.String({
          description: 'The value of the attribute `_loyalty_redemption_id` of its cart line.',
        }),
        active_cart_redemption: Nullable(ActiveCartRedemptionSchema),
      },
      { title: 'ProductRedemption' },
    ),
  ],
  presentRedeemable: (view, claim, terms: TermsOf<'product_cart'>, stock) => ({
    kind: terms.kind,
    usage_status: claim.usage_status,
    product: presentProduct(claim, terms, stock),
    quantity: claim.quantity,
    used_at: nullableTimestamp(claim.used_at),
    cart_line_identifier: claim.redemption_id!,
    active_cart_redemption: isActiveCartRedemption(claim)
      ? presentActiveCartRedemption(view, claim, stock)
      : null,
  }),
  redemption: {
    operationId: 'redeemProductReward',
    summary: 'Redeem a product reward into a cart',
    description:
      'Takes the points and reserves the product. The storefront must put `cart_line` of the answer into its cart, with the attributes. An unused redemption lapses at `expires_at`; its points, stock and place in the limit are then returned. A cart that does not meet the requirements is not refused; `current_cart_state` shows it. The `limit` of `max_cart_redemptions_reached` is the number of redemptions that one cart may contain.',
    refusals: ['invalid_variant_id', 'max_cart_redemptions_reached'],
    body: {
      title: 'RedeemProduct',
      fields: {
        variant_id: PlatformId({
          description: "The product variant to redeem, by its id in the store's platform.",
        }),
        cart_id: PlatformId({
          description: "The id of the customer's cart. The redemption belongs to this cart.",
        }),
      },
    },
    answer: {
      title: 'RedeemedProduct',
      fields: { active_cart_redemption: ActiveCartRedemptionSchema },
    },
    ask: ({ variant_id, cart_id }) => ({
      variant_id: platformId(variant_id),
      cart_id: platformId(cart_id),
    }),
    present: ({ view, claim, stock }) => ({
      active_cart_redemption: presentActiveCartRedemption(view, claim, stock),
    }),
  },
});
