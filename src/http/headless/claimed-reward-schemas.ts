import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../schema-helpers.ts';
import { ClaimStateSchema } from '../shared/record-schemas.ts';
import { RedeemableSchema } from './redeemable-schemas.ts';

const SourceSchema = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('points_redemption'), points_cost: Type.Integer() },
      { title: 'PointsRedemption' },
    ),
    Type.Object(
      { kind: Type.Literal('rule_completion'), rule_id: Type.Integer() },
      { title: 'RuleCompletion' },
    ),
    Type.Object({ kind: Type.Literal('tier_entry'), tier_id: Type.Integer() }, { title: 'TierEntry' }),
  ],
  { title: 'ClaimSource' },
);

export const ClaimedRewardSchema = Type.Object(
  {
    id: Type.Integer(),
    claimed_at: Timestamp(),
    auto_refund_at: Nullable(
      Timestamp({
        description:
          'The moment when the claim lapses if it is still unused. Its points are then returned. Null: never.',
      }),
    ),
    reward_id: Type.Integer(),
    title: Type.String(),
    state: ClaimStateSchema,
    source: SourceSchema,
    redeemable: RedeemableSchema,
  },
  { title: 'ClaimedReward' },
);
export type ClaimedRewardBody = Static<typeof ClaimedRewardSchema>;
