import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { PlatformId, platformId } from '../schema-helpers.ts';
import { ActiveCartRedemptionSchema } from './cart-redemption-schemas.ts';
import { presentActiveCartRedemption } from './present-cart-redemption.ts';
import { redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { HeadlessParams } from './site.ts';

const RedeemProductSchema = Type.Object(
  {
    ...redeemFields,
    variant_id: PlatformId({
      description: "The product variant to redeem, by its id in the store's platform.",
    }),
    cart_id: PlatformId({ description: 'The current cart, to which the redemption is linked.' }),
  },
  { title: 'RedeemProduct' },
);

const RedeemedProductSchema = Type.Object(
  { ...redeemedFields, active_cart_redemption: ActiveCartRedemptionSchema },
  { title: 'RedeemedProduct' },
);

export function redeemProductRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/rewards/product_cart/redeem',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemProductReward',
        tags: ['Customer-facing'],
        summary: 'Redeem a product reward into a cart',
        description:
          'Takes the points and reserves the product. The storefront puts `cart_line` of the answer into its cart, ' +
          'attributes included. Unused, the redemption lapses at `expires_at` and everything returns. ' +
          'What the cart lacks of its requirements refuses nothing; `current_cart_state` tells it. ' +
          'The `limit` of `max_cart_redemptions_reached` says how many a cart may hold. ' +
          refusedWith('invalid_variant_id', 'max_cart_redemptions_reached'),
        params: HeadlessParams,
        body: RedeemProductSchema,
        response: { 201: RedeemedProductSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id, variant_id, cart_id } = request.body;
      return redeem(
        deps,
        request,
        reply,
        () => ({
          kind: 'product_cart',
          reward_id,
          customer_merchant_id: platformId(customer_merchant_id),
          variant_id: platformId(variant_id),
          cart_id: platformId(cart_id),
        }),
        ({ view, claim, stock }) => ({
          active_cart_redemption: presentActiveCartRedemption(view, claim, stock),
        }),
      );
    },
  );
}
