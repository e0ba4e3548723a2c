import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { Name, PlatformId, platformId } from '../schema-helpers.ts';
import { redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { HeadlessParams } from './site.ts';

const RedeemSubscriptionProductSchema = Type.Object(
  {
    ...redeemFields,
    variant_id: PlatformId({
      description: "The product variant to redeem, by its id in the store's platform.",
    }),
    shipping_address: Type.Optional(
      Type.Object(
        { kind: Name(), id: PlatformId() },
        { title: 'ShippingAddress', description: 'Where the subscription integration is to send it.' },
      ),
    ),
  },
  { title: 'RedeemSubscriptionProduct' },
);

const RedeemedSubscriptionProductSchema = Type.Object(redeemedFields, {
  title: 'RedeemedSubscriptionProduct',
});

export function redeemSubscriptionProductRoute(app: App, deps: Deps): void {
  app.post(
    '/rewards/active_subscription_product/redeem',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemActiveSubscriptionProduct',
        tags: ['Customer-facing'],
        summary: 'Redeem a product into a running subscription',
        description:
          'Needs an integration of subscriptions, which no program has yet: what is in order otherwise is refused ' +
          'with `no_subscription_integration_configured`. ' +
          refusedWith('invalid_variant_id', 'no_subscription_integration_configured'),
        params: HeadlessParams,
        body: RedeemSubscriptionProductSchema,
        response: { 201: RedeemedSubscriptionProductSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id, variant_id } = request.body;
      return redeem(
        deps,
        request,
        reply,
        () => ({
          kind: 'active_subscription_product',
          reward_id,
          customer_merchant_id: platformId(customer_merchant_id),
          variant_id: platformId(variant_id),
        }),
        () => ({}),
      );
    },
  );
}
