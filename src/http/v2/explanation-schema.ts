import { Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../domain/programs/rule-kinds.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { TierNameSchema } from '../shared/present-tier.ts';

const LimitSchema = Type.Object({
  count: Type.Integer(),
  interval: Nullable(StringEnum(['day', 'week', 'month', 'year'], { description: 'Null: for ever.' })),
  used: Type.Integer({ description: 'How often within the present interval.' }),
});

/** Each member after the first three comes with the codes that its description names. */
const ObstacleSchema = Type.Object(
  {
    code: Type.String({
      description: 'With which the operation would refuse, were this the only obstacle.',
      examples: ['rule_limit_reached'],
    }),
    message: Type.String({ description: 'The same for people. Its wording may change.' }),
    lifts_at: Nullable(
      Timestamp({
        description:
          'When it lifts by itself: a limit with its interval; insufficient points once enough of those that wait are approved, if none are spent until then. Null: not by itself.',
      }),
    ),
    cause: Type.Optional(
      StringEnum(['disabled', 'tier', 'channel', 'country'], {
        description:
          'With `rule_not_enabled_for_customer` and `reward_not_enabled_for_customer`. With `tier`, the member `tier` is the lowest in which it is enabled, null where only hidden ones have it.',
      }),
    ),
    tier: Type.Optional(Nullable(TierNameSchema)),
    limit: Type.Optional(LimitSchema),
    variants_out_of_stock: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "With `reward_out_of_stock`: the product's variants of which too few are left. Empty: of the reward as a whole, or of its codes.",
      }),
    ),
    max_redemptions_per_cart: Type.Optional(Type.Integer()),
    points_missing: Type.Optional(Type.Integer()),
  },
  {
    title: 'Obstacle',
    description:
      '`limit` stands with the limit codes, the last two with `max_cart_redemptions_reached` and `insufficient_points`.',
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
          points_cost: Type.Integer({ description: 'What this claim would cost.' }),
        },
        { title: 'ExplainedReward' },
      ),
    ),
    obstacles: Type.Array(ObstacleSchema, {
      description:
        'All that stands in the way, in the order in which the operation looks: it would refuse with the code of the first. Empty where it is possible.',
    }),
  },
  { title: 'Explanation' },
);
