import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { Nullable, PlatformId, platformId, StringEnum } from '../schema-helpers.ts';
import { redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { HeadlessParams } from './site.ts';

const RedeemCustomRewardSchema = Type.Object(
  {
    ...redeemFields,
    fulfill_immediately: Type.Optional(
      Type.Boolean({
        description:
          'The customer has it already. Without effect where a webhook or a voucher fulfils the reward.',
      }),
    ),
    usage: Type.Optional(
      Type.Object(
        {
          kind: StringEnum(['order']),
          merchant_id: PlatformId({
            description: "The order's id in the store's platform; it may come later.",
          }),
        },
        { title: 'RewardUsage', description: 'What the reward is used on at once.' },
      ),
    ),
  },
  { title: 'RedeemCustomReward' },
);

const RedeemedCustomRewardSchema = Type.Object(
  {
    ...redeemedFields,
    fulfillment_explanation: Nullable(
      Type.String({ description: 'What the store says of the fulfilment; null until it does.' }),
    ),
  },
  { title: 'RedeemedCustomReward' },
);

export function redeemCustomRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/rewards/custom/redeem',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemCustomReward',
        tags: ['Customer-facing'],
        summary: 'Redeem a custom reward',
        description:
          'Takes the points for something that the store fulfils itself, or by the code of a voucher. ' +
          refusedWith('voucher_allocation_failed'),
        params: HeadlessParams,
        body: RedeemCustomRewardSchema,
        response: { 201: RedeemedCustomRewardSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id, fulfill_immediately, usage } = request.body;
      return redeem(
        deps,
        request,
        reply,
        () => ({
          kind: 'custom',
          reward_id,
          customer_merchant_id: platformId(customer_merchant_id),
          fulfill_immediately,
          used_on_order: usage && platformId(usage.merchant_id),
        }),
        ({ claim }) => ({ fulfillment_explanation: claim.fulfilment_explanation }),
      );
    },
  );
}
