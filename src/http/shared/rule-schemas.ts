import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/reward-definition.ts';
import { RULE_KINDS, type RuleKind } from '../../domain/programs/rule-definition.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { CompletionLimitSchema, LimitSchema } from './limit-schemas.ts';

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
          Type.Number({ description: 'The points are given for so many currency units; null: flat.' }),
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
  { title: 'RuleVariant', description: "What the rule is for the customer's tier." },
);

const plain = () => Type.Object({});

/**
 * A schema for each kind of rule, under a name of its own, told apart by `kind`: with the properties of the kind, and
 * the fields that all kinds have in this place.
 */
export function ruleUnion<F extends TProperties, N extends string>(name: N, fields: F) {
  const of = <K extends RuleKind, P extends TSchema>(title: string, kind: K, properties: P) =>
    Type.Object({ ...fields, kind: Type.Literal(kind), properties }, { title: `${name}${title}Rule` });
  const network = Type.String({ description: 'The social network.' });
  return Type.Union(
    [
      of('Birthday', 'birthday', plain()),
      of('LoyaltyPassInstall', 'loyalty_pass_install', plain()),
      of('CollectionPurchase', 'collection_purchase', plain()),
      of('NewsletterSignup', 'newsletter_signup', plain()),
      of('Pageview', 'pageview', plain()),
      of('ProductPurchase', 'product_purchase', plain()),
      of('Purchase', 'purchase', plain()),
      of('JoinProgram', 'join_program', plain()),
      of('Review', 'review', plain()),
      of(
        'Custom',
        'custom',
        Type.Object({ name: Type.String({ description: 'The name of its activities.' }) }),
      ),
      of(
        'SocialLike',
        'social_like',
        Type.Object({ social_like_url: Type.String({ description: 'What to like.' }) }),
      ),
      of(
        'SocialFollow',
        'social_follow',
        Type.Object({ social_handle: Type.String({ description: 'The profile to follow.' }), network }),
      ),
      of(
        'SocialMention',
        'social_mention',
        Type.Object({ social_handle: Type.String({ description: 'The profile to mention.' }), network }),
      ),
      of(
        'SocialPostHashtag',
        'social_post_hashtag',
        Type.Object({ hashtag: Type.String({ description: 'What to post with.' }), network }),
      ),
      of(
        'Referral',
        'referral',
        Type.Object({
          trigger: StringEnum(['any_purchase', 'qualifying_purchase'], {
            description: "Which purchase of a friend's completes it.",
          }),
        }),
      ),
      of(
        'Clickthrough',
        'clickthrough',
        Type.Object({ destination_url: Type.String({ description: 'Where the link leads.' }) }),
      ),
      of('RetailPurchase', 'retail_purchase', plain()),
    ],
    { title: `${name}Rule` },
  );
}

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
    { title: 'RuleContext', description: 'Where the customer stands with the rule.' },
  ),
});
export type AvailableRuleBody = Static<typeof AvailableRuleSchema>;
