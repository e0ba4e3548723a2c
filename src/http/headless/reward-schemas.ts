import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { RewardKind } from '../../domain/programs/reward-kinds.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { ClaimLimitSchema, LimitSchema } from '../shared/limit-schemas.ts';
import { CartRequirementsDetailSchema } from './cart-requirements-schemas.ts';
import { REWARD_PROPERTIES } from './reward-properties-schemas.ts';

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
        description: '`unknown`: it depends on a cart and the request brought none, or on a subscription.',
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
          description: "Points for each unit of the site's currency of the discount asked for, rounded up.",
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
  { title: 'RewardVariant', description: 'What the reward is for customers of one tier.' },
);

const RewardContextSchema = Type.Object(
  {
    can_redeem: CanRedeemSchema,
    last_claimed_at: Nullable(Timestamp()),
    claim_count: Type.Integer(),
    claim_limit: ClaimLimitSchema,
  },
  { title: 'RewardContext', description: 'Where the customer stands with the reward.' },
);

/** A reward of a kind, with the fields beside its terms. */
function rewardOf<K extends RewardKind, More extends TProperties>(kind: K, more: More, title: string) {
  return Type.Object(
    {
      id: Type.Integer(),
      kind: Type.Literal(kind),
      limit: Nullable(LimitSchema),
      properties: REWARD_PROPERTIES[kind],
      ...more,
    },
    { title },
  );
}

function available<K extends RewardKind>(kind: K, title: string) {
  return rewardOf(kind, { variant: RewardVariantSchema, context: RewardContextSchema }, title);
}

/** A reward as it is offered to the customer of the request. */
export const AvailableRewardSchema = Type.Union(
  [
    available('gift_card', 'AvailableGiftCard'),
    available('cart_discount_voucher', 'AvailableCartDiscountVoucher'),
    available('cart_variable_discount_voucher', 'AvailableCartVariableDiscountVoucher'),
    available('free_shipping_voucher', 'AvailableFreeShippingVoucher'),
    available('product_discount_voucher', 'AvailableProductDiscountVoucher'),
    available('collection_discount_voucher', 'AvailableCollectionDiscountVoucher'),
    available('product_cart', 'AvailableProduct'),
    available('active_subscription_discount_voucher', 'AvailableSubscriptionDiscountVoucher'),
    available('active_subscription_product', 'AvailableSubscriptionProduct'),
    available('custom', 'AvailableCustomReward'),
  ],
  { title: 'AvailableReward' },
);
export type AvailableRewardBody = Static<typeof AvailableRewardSchema>;

function configured<K extends RewardKind>(kind: K, title: string) {
  return rewardOf(kind, { variants: Type.Array(RewardVariantSchema) }, title);
}

/** A reward as the program defines it, for any caller. */
export const ConfiguredRewardSchema = Type.Union(
  [
    configured('gift_card', 'ConfiguredGiftCard'),
    configured('cart_discount_voucher', 'ConfiguredCartDiscountVoucher'),
    configured('cart_variable_discount_voucher', 'ConfiguredCartVariableDiscountVoucher'),
    configured('free_shipping_voucher', 'ConfiguredFreeShippingVoucher'),
    configured('product_discount_voucher', 'ConfiguredProductDiscountVoucher'),
    configured('collection_discount_voucher', 'ConfiguredCollectionDiscountVoucher'),
    configured('product_cart', 'ConfiguredProduct'),
    configured('active_subscription_discount_voucher', 'ConfiguredSubscriptionDiscountVoucher'),
    configured('active_subscription_product', 'ConfiguredSubscriptionProduct'),
    configured('custom', 'ConfiguredCustomReward'),
  ],
  { title: 'ConfiguredReward' },
);
export type ConfiguredRewardBody = Static<typeof ConfiguredRewardSchema>;
