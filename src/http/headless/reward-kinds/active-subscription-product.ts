import { Type } from '@sinclair/typebox';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import { Name, PlatformId, platformId, Timestamp } from '../../schema-helpers.ts';
import { ProductSchema } from '../cart-redemption-schemas.ts';
import { presentRewardProduct, RewardProductSchema, usage_status } from '../reward-fields.ts';
import { presentNoClaim, storefrontReward } from '../reward-kind.ts';

export const ACTIVE_SUBSCRIPTION_PRODUCT = storefrontReward({
  name: 'SubscriptionProduct',
  properties: Type.Object({ product: RewardProductSchema }, { title: 'SubscriptionProduct' }),
  presentProperties: (_, { product }: PropertiesOf<'active_subscription_product'>) => ({
    product: presentRewardProduct(product),
  }),
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('active_subscription_product'),
        usage_status,
        product: ProductSchema,
        quantity: Type.Integer(),
        subscription_details: Type.Object(
          {
            kind: Type.String(),
            address_id: Type.String(),
            onetime_id: Type.String(),
            next_subscription_scheduled_at: Timestamp(),
          },
          { title: 'SubscriptionDetails' },
        ),
      },
      { title: 'SubscriptionProductRedemption' },
    ),
  ],
  presentRedeemable: presentNoClaim,
  redemption: {
    operationId: 'redeemActiveSubscriptionProduct',
    summary: 'Redeem a product into a running subscription',
    description:
      'Needs an integration with a subscription service, which no program has yet. So every valid request is refused.',
    refusals: ['invalid_variant_id', 'no_subscription_integration_configured'],
    body: {
      title: 'RedeemSubscriptionProduct',
      fields: {
        variant_id: PlatformId({
          description: "The product variant to redeem, by its id in the store's platform.",
        }),
        shipping_address: Type.Optional(
          Type.Object(
            { kind: Name(), id: PlatformId() },
            {
              title: 'ShippingAddress',
              description: 'The address to which the subscription integration sends the product.',
            },
          ),
        ),
      },
    },
    answer: { title: 'RedeemedSubscriptionProduct', fields: {} },
    ask: ({ variant_id }) => ({ variant_id: platformId(variant_id) }),
    present: () => ({}),
  },
});
