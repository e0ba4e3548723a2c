import {
  type Static,
  type TInteger,
  type TLiteral,
  type TObject,
  type TProperties,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import { REWARD_KINDS, type RewardKind } from '../../domain/programs/reward-kinds.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { ClaimLimitSchema, LimitSchema } from '../shared/limit-schemas.ts';
import { CartRequirementsDetailSchema } from './cart-requirements-schemas.ts';
import { type PropertiesSchemaOf, storefrontRewardOf } from './reward-kinds.ts';

const NullableLimitSchema = Nullable(LimitSchema);

const CanRedeemSchema = Type.Union(
  [
    Type.Object({ state: Type.Literal('redeemable') }, { title: 'CanRedeemNow' }),
    Type.Object(
      { state: Type.Literal('insufficient_points'), additional_points_required: Type.Integer() },
      { title: 'InsufficientPoints' },
    ),
    Type.Object(
      {
        state: Type.Literal('cart_requirements_not_met'),
        cart_requirements_detail: CartRequirementsDetailSchema,
      },
      { title: 'CartRequirementsNotMet' },
    ),
    Type.Object(
      {
        state: StringEnum([
          'claim_limit_reached',
          'out_of_stock',
          'max_redemptions_for_cart_reached',
          'unknown',
        ]),
      },
      {
        title: 'NotRedeemable',
        description: '`unknown`: it depends on a subscription, or on a cart that the request did not name.',
      },
    ),
  ],
  { title: 'CanRedeem' },
);

const CostSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('fixed'), points: Type.Integer() }, { title: 'FixedCost' }),
    Type.Object(
      {
        kind: Type.Literal('variable'),
        unit: Type.Literal('discount_amount'),
        points_per_unit: Type.Number({
          description:
            "The points for each unit of the discount, in the site's currency. The cost is rounded up to whole points.",
        }),
      },
      { title: 'VariableCost' },
    ),
  ],
  { title: 'RewardCost' },
);

const RewardVariantSchema = Type.Object(
  {
    tier_id: Nullable(Type.Integer({ description: 'Null for customers without a tier.' })),
    enabled: Type.Boolean(),
    title: Type.String(),
    description: Nullable(Type.String()),
    cost: CostSchema,
    cost_text: Type.String({ examples: ['500 points', '100 points per $1'] }),
  },
  { title: 'RewardVariant', description: 'The reward as customers of one tier see it.' },
);

const RewardContextSchema = Type.Object(
  {
    can_redeem: CanRedeemSchema,
    last_claimed_at: Nullable(Timestamp()),
    claim_count: Type.Integer(),
    claim_limit: ClaimLimitSchema,
  },
  { title: 'RewardContext', description: 'The state of the reward for this customer.' },
);

type RewardSchema<K extends RewardKind, More extends TProperties> = TObject<
  {
    id: TInteger;
    kind: TLiteral<K>;
    limit: typeof NullableLimitSchema;
    properties: PropertiesSchemaOf<K>;
  } & More
>;

/** A schema for each kind of reward, under a name of its own, with the fields beside its terms. */
function rewardUnion<More extends TProperties>(name: string, more: More) {
  const shapes = REWARD_KINDS.map((kind) => {
    const reward = storefrontRewardOf(kind);
    return Type.Object(
      {
        id: Type.Integer(),
        kind: Type.Literal(kind),
        limit: NullableLimitSchema,
        properties: reward.properties,
        ...more,
      },
      { title: `${name}${reward.name}` },
    );
  });
  return Type.Union(shapes, { title: `${name}Reward` }) as unknown as TUnion<
    { [K in RewardKind]: RewardSchema<K, More> }[RewardKind][]
  >;
}

/** A reward as it is offered to the customer of the request. */
export const AvailableRewardSchema = rewardUnion('Available', {
  variant: RewardVariantSchema,
  context: RewardContextSchema,
});
export type AvailableRewardBody = Static<typeof AvailableRewardSchema>;

/** A reward as the program defines it, for any caller. */
export const ConfiguredRewardSchema = rewardUnion('Configured', {
  variants: Type.Array(RewardVariantSchema),
});
export type ConfiguredRewardBody = Static<typeof ConfiguredRewardSchema>;
