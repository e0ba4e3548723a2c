import { Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../domain/programs/rule-kinds.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { TierNameSchema } from '../shared/present-tier.ts';

const LimitSchema = Type.Object({
  count: Type.Integer(),
  interval: Nullable(
    StringEnum(['day', 'week', 'month', 'year'], { description: 'Null: the limit is for ever.' }),
  ),
  used: Type.Integer({ description: 'The number of times within the present interval.' }),
});

/** Each member after the first three comes with the codes that its description names. */
const ObstacleSchema = Type.Object(
  {
    code: Type.String({
      description: 'The code with which the operation would refuse if this were the only obstacle.',
      examples: ['rule_limit_reached'],
    }),
    message: Type.String({ description: 'The cause, for people. Its wording may change.' }),
    lifts_at: Nullable(
      Timestamp({
        description:
          'The moment when the obstacle ends by itself. A limit ends with its interval. Insufficient points end when enough pending points are approved, if none are spent until then. Null: it does not end by itself.',
      }),
    ),
    cause: Type.Optional(
      StringEnum(['disabled', 'tier', 'channel', 'country'], {
        description:
          'The cause of `rule_not_enabled_for_customer` and `reward_not_enabled_for_customer`. If it is `tier`, the member `tier` names the lowest tier in which it is enabled, or is null if only hidden tiers have it.',
      }),
    ),
    tier: Type.Optional(Nullable(TierNameSchema)),
    limit: Type.Optional(LimitSchema),
    variants_out_of_stock: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'With `reward_out_of_stock`: the variants of the product of which too few are left. Empty: too few are left of the reward as a whole, or of its codes.',
      }),
    ),
    max_redemptions_per_cart: Type.Optional(Type.Integer()),
    points_missing: Type.Optional(Type.Integer()),
  },
  {
    title: 'Obstacle',
    description:
      'One reason why it is not possible. `limit` is present with the codes of limits, `max_redemptions_per_cart` with `max_cart_redemptions_reached`, and `points_missing` with `insufficient_points`.',
  },
);

export const ExplanationSchema = Type.Object(
  {
    possible: Type.Boolean(),
    rule: Nullable(
      Type.Object(
        { id: Type.Integer(), kind: StringEnum(RULE_KINDS), title: Type.String() },
        { title: 'ExplainedRule' },
      ),
    ),
    reward: Nullable(
      Type.Object(
        {
          id: Type.Integer(),
          kind: StringEnum(REWARD_KINDS),
          title: Type.String(),
          points_cost: Type.Integer({ description: 'The points that this claim would cost.' }),
        },
        { title: 'ExplainedReward' },
      ),
    ),
    obstacles: Type.Array(ObstacleSchema, {
      description:
        'All obstacles, in the order in which the operation checks them. The operation would refuse with the code of the first one. Empty: it is possible.',
    }),
  },
  { title: 'Explanation' },
);
