import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { platformId } from '../schema-helpers.ts';
import { redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { HeadlessParams } from './site.ts';

const RedeemedGiftCardSchema = Type.Object(
  {
    ...redeemedFields,
    gift_card_code: Type.String({ description: 'The whole code, told in this answer only.' }),
  },
  { title: 'RedeemedGiftCard' },
);

export function redeemGiftCardRoute(app: App, deps: Deps): void {
  app.post(
    '/rewards/gift_card/redeem',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemGiftCard',
        tags: ['Customer-facing'],
        summary: 'Redeem a gift_card reward',
        description:
          'Takes the points and gives a gift card. Its whole code is told in this answer only: a repeat with ' +
          `the same Idempotency-Key tells it again, nothing else does. ${refusedWith()}`,
        params: HeadlessParams,
        body: Type.Object(redeemFields, { title: 'RedeemReward' }),
        response: { 201: RedeemedGiftCardSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id } = request.body;
      return redeem(
        deps,
        request,
        reply,
        () => ({ kind: 'gift_card', reward_id, customer_merchant_id: platformId(customer_merchant_id) }),
        ({ full_code }) => ({ gift_card_code: full_code! }),
      );
    },
  );
}
