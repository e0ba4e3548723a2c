import { type Static, Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../domain/programs/rule-kinds.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { CompletionLimitSchema, LimitSchema } from './limit-schemas.ts';
import { ruleUnion } from './rule-kinds.ts';

export const RuleReferenceSchema = Type.Object(
  { id: Type.Integer(), kind: StringEnum(RULE_KINDS) },
  { title: 'RuleReference' },
);

const RuleResultSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('points'),
        points: Type.Integer(),
        per_currency_unit: Nullable(
          Type.Number({
            description:
              'The number of currency units for which the points are given. Null: the points do not depend on the amount.',
          }),
        ),
      },
      { title: 'PointsResult' },
    ),
    Type.Object(
      {
        kind: Type.Literal('reward'),
        reward: Type.Object({ kind: StringEnum(REWARD_KINDS), title: Type.String() }),
      },
      { title: 'RewardResult' },
    ),
  ],
  { title: 'RuleResult' },
);

export const RuleVariantSchema = Type.Object(
  {
    tier_id: Nullable(Type.Integer({ description: 'Null for a customer without a tier.' })),
    enabled: Type.Boolean(),
    title: Type.String(),
    description: Nullable(Type.String()),
    result: RuleResultSchema,
    result_short_text: Type.String({ examples: ['5 points per $1', '50 points'] }),
  },
  { title: 'RuleVariant', description: 'The rule as customers of one tier see it.' },
);

export const AvailableRuleSchema = ruleUnion('Available', {
  id: Type.Integer(),
  limit: Nullable(LimitSchema),
  variant: RuleVariantSchema,
  context: Type.Object(
    {
      last_completed_at: Nullable(Timestamp()),
      completion_count: Type.Integer(),
      completion_limit: CompletionLimitSchema,
    },
    { title: 'RuleContext', description: 'The state of the rule for this customer.' },
  ),
});
export type AvailableRuleBody = Static<typeof AvailableRuleSchema>;
