import { type Static, Type } from '@sinclair/typebox';
import { toDecimalString } from '../../domain/core/money.ts';
import type { WholeOrder } from '../../domain/listings/order-store.ts';
import { REWARD_KINDS, type RewardKind } from '../../domain/programs/reward-kinds.ts';
import { Nullable, StringEnum } from '../schema-helpers.ts';
import { presentActivity } from '../shared/present-transaction.ts';
import { ActivitySchema, ClaimStateSchema } from '../shared/record-schemas.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { OrderSchema, presentOrder } from './present-order.ts';

const UsedClaimSchema = Type.Object(
  {
    id: Type.Integer(),
    customer_id: Type.Integer({
      description: "The server's number of the customer who claimed the reward.",
    }),
    reward_id: Type.Integer(),
    kind: StringEnum(REWARD_KINDS),
    state: ClaimStateSchema,
    usage_status: StringEnum(['not_used', 'partially_used', 'used']),
    amount: Nullable(
      Type.String({
        description:
          "The amount that the order took from a gift card, in the card's currency. Null for other rewards.",
        examples: ['10.00'],
      }),
    ),
  },
  { title: 'ClaimOfOrder' },
);

export const WholeOrderSchema = Type.Object(
  {
    ...OrderSchema.properties,
    points_earned: Type.Integer({
      description: 'The points that the customer earned, before anything was taken back.',
    }),
    points_pending: Type.Integer({ description: 'The part of these points that waits for approval.' }),
    points_taken_back: Type.Integer({
      description: 'The part of these points that refunds or a cancellation took back.',
    }),
    activities: Type.Array(ActivitySchema, {
      description:
        'All activities that the order caused, oldest first. An activity of the customer who referred the buyer is among them.',
    }),
    claimed_rewards: Type.Array(UsedClaimSchema, {
      description: 'The claimed rewards that were used on the order.',
    }),
  },
  { title: 'WholeOrder' },
);

export function presentWholeOrder(view: StorefrontView, order: WholeOrder): Static<typeof WholeOrderSchema> {
  const { program } = view;
  const { points } = order;
  return {
    ...presentOrder(program, order),
    points_earned: points.earned,
    points_pending: points.pending,
    points_taken_back: points.taken_back,
    activities: order.activities.map((activity) => presentActivity(view, activity)),
    claimed_rewards: order.claims.map(({ amount_minor, currency, ...claim }) => ({
      ...claim,
      kind: claim.kind as RewardKind,
      amount: amount_minor === null ? null : toDecimalString(amount_minor, currency ?? program.currency),
    })),
  };
}
