import { type Static, Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/configuration.ts';
import { MoneySchema, Nullable, PercentageSchema, StringEnum, Timestamp } from '../schema-helpers.ts';
import { ClaimLimitSchema, LimitSchema } from './limit-schemas.ts';

export const RewardReferenceSchema = Type.Object(
  { id: Type.Integer(), kind: StringEnum(REWARD_KINDS) },
  { title: 'RewardReference' },
);

export const OrderTypeSchema = StringEnum(['all', 'one_time', 'subscription']);

export const fixedDiscount = { discount_type: Type.Literal('fixed'), discount: MoneySchema };
export const percentageDiscount = { discount_type: Type.Literal('percentage'), discount: PercentageSchema };

const voucherFields = {
  applies_to_order_type: OrderTypeSchema,
  recurring_cycle_limit: Nullable(Type.Integer()),
  supports_active_subscriptions: Type.Boolean(),
  minimum_spend: Nullable(MoneySchema),
};

const CartDiscountPropertiesSchema = Type.Union(
  [
    Type.Object({ ...fixedDiscount, ...voucherFields }, { title: 'FixedCartDiscount' }),
    Type.Object({ ...percentageDiscount, ...voucherFields }, { title: 'PercentageCartDiscount' }),
  ],
  { title: 'CartDiscount' },
);

export const productFields = {
  id: Type.String({ description: "The product's id in the store's platform." }),
  handle: Nullable(Type.String()),
  title: Nullable(Type.String()),
  url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
};

const ProductCartPropertiesSchema = Type.Object(
  {
    product: Type.Object(
      {
        ...productFields,
        variants: Type.Array(
          Type.Object(
            {
              id: Type.String({ description: "The variant's id in the store's platform." }),
              title: Nullable(Type.String()),
              inventory_count: Nullable(
                Type.Integer({ description: 'What is left; null where it is not tracked.' }),
              ),
              sort_key: Type.Integer(),
            },
            { title: 'RewardProductVariant' },
          ),
        ),
      },
      { title: 'RewardProduct' },
    ),
    max_redemptions_per_cart: Nullable(Type.Integer()),
    cart_requirements: Type.Object(
      { minimum_cart_total: Nullable(MoneySchema), minimum_line_item_count: Nullable(Type.Integer()) },
      { title: 'CartRequirements' },
    ),
  },
  { title: 'ProductCartProperties' },
);

const CanRedeemSchema = Type.Union(
  [
    Type.Object({ state: Type.Literal('redeemable') }, { title: 'CanRedeemNow' }),
    Type.Object(
      { state: Type.Literal('insufficient_points'), additional_points_required: Type.Integer() },
      { title: 'InsufficientPoints' },
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
        description: '`unknown`: the reward has cart requirements and the request brought no cart.',
      },
    ),
  ],
  { title: 'CanRedeem' },
);

const rewardFields = {
  id: Type.Integer(),
  limit: Nullable(LimitSchema),
  variant: Type.Object(
    {
      tier_id: Nullable(Type.Integer({ description: 'Null for a customer without a tier.' })),
      enabled: Type.Boolean(),
      title: Type.String(),
      description: Nullable(Type.String()),
      cost: Type.Object({ kind: Type.Literal('fixed'), points: Type.Integer() }, { title: 'FixedCost' }),
      cost_text: Type.String({ examples: ['500 points'] }),
    },
    { title: 'RewardVariant', description: "What the reward is for the customer's tier." },
  ),
  context: Type.Object(
    {
      can_redeem: CanRedeemSchema,
      last_claimed_at: Nullable(Timestamp()),
      claim_count: Type.Integer(),
      claim_limit: ClaimLimitSchema,
    },
    { title: 'RewardContext', description: 'Where the customer stands with the reward.' },
  ),
};

export const AvailableRewardSchema = Type.Union(
  [
    Type.Object(
      {
        ...rewardFields,
        kind: Type.Literal('cart_discount_voucher'),
        properties: CartDiscountPropertiesSchema,
      },
      { title: 'AvailableCartDiscountVoucher' },
    ),
    Type.Object(
      {
        ...rewardFields,
        kind: Type.Literal('gift_card'),
        properties: Type.Object({ initial_balance: MoneySchema }, { title: 'GiftCardProperties' }),
      },
      { title: 'AvailableGiftCard' },
    ),
    Type.Object(
      { ...rewardFields, kind: Type.Literal('product_cart'), properties: ProductCartPropertiesSchema },
      { title: 'AvailableProduct' },
    ),
  ],
  { title: 'AvailableReward' },
);
export type AvailableRewardBody = Static<typeof AvailableRewardSchema>;
