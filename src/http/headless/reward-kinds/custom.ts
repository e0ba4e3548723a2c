import { Type } from '@sinclair/typebox';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import {
  Nullable,
  nullableTimestamp,
  PlatformId,
  platformId,
  StringEnum,
  Timestamp,
} from '../../schema-helpers.ts';
import { usage_status } from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

type Properties = PropertiesOf<'custom'>;

export const CUSTOM = storefrontReward({
  name: 'CustomReward',
  properties: Type.Union(
    [
      Type.Object(
        {
          fulfillment_type: Type.Literal('store_fulfillment'),
          fulfillment_method: StringEnum(['manual', 'webhook']),
          fulfillment_webhook_url: Nullable(Type.String()),
        },
        { title: 'StoreFulfillment' },
      ),
      Type.Object({ fulfillment_type: Type.Literal('voucher') }, { title: 'VoucherFulfillment' }),
    ],
    { title: 'CustomProperties' },
  ),
  presentProperties(_, properties: Properties) {
    const { kind: _kind, ...terms } = properties;
    return terms;
  },
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('custom'),
        usage_status,
        fulfilment_explanation: Nullable(Type.String()),
        fulfilled_at: Nullable(Timestamp()),
        code: Type.Optional(
          Type.String({ description: 'The voucher code. Absent: no voucher fulfils the reward.' }),
        ),
      },
      { title: 'CustomRedemption' },
    ),
  ],
  presentRedeemable: (_, claim, { kind }: Properties) => ({
    kind,
    usage_status: claim.usage_status,
    fulfilment_explanation: claim.fulfilment_explanation,
    fulfilled_at: nullableTimestamp(claim.fulfilled_at),
    ...(claim.code !== null && { code: claim.code }),
  }),
  redemption: {
    operationId: 'redeemCustomReward',
    description:
      'Takes the points for a reward that the store hands over itself, or that gives a voucher code.',
    refusals: ['voucher_allocation_failed'],
    body: {
      title: 'RedeemCustomReward',
      fields: {
        fulfill_immediately: Type.Optional(
          Type.Boolean({
            description:
              'Whether the reward was handed over already. It has no effect if the reward is fulfilled by a webhook or gives a voucher code.',
          }),
        ),
        usage: Type.Optional(
          Type.Object(
            {
              kind: StringEnum(['order']),
              merchant_id: PlatformId({
                description: "The order's id in the store's platform. The order may be recorded later.",
              }),
            },
            { title: 'RewardUsage', description: 'The order that uses the reward at once.' },
          ),
        ),
      },
    },
    answer: {
      title: 'RedeemedCustomReward',
      fields: {
        fulfillment_explanation: Nullable(
          Type.String({
            description:
              "The store's explanation of the fulfilment. Null: the store has not fulfilled the reward yet.",
          }),
        ),
      },
    },
    ask: ({ fulfill_immediately, usage }) => ({
      fulfill_immediately,
      used_on_order: usage && platformId(usage.merchant_id),
    }),
    present: ({ claim }) => ({ fulfillment_explanation: claim.fulfilment_explanation }),
  },
});
