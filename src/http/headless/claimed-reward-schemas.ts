import { type Static, Type } from '@sinclair/typebox';
import { MoneySchema, Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { fixedDiscount, OrderTypeSchema, percentageDiscount, productFields } from './reward-schemas.ts';

export const ProductSchema = Type.Object(
  {
    ...productFields,
    variant: Type.Object(
      {
        id: Type.String({ description: "The variant's id in the store's platform." }),
        title: Nullable(Type.String()),
        inventory_count: Nullable(
          Type.Integer({ description: 'What is left; null where it is not tracked.' }),
        ),
      },
      { title: 'ProductVariant' },
    ),
  },
  { title: 'Product' },
);

const NoRequirementSchema = Type.Object(
  { state: Type.Literal('no_requirement') },
  { title: 'NoRequirement' },
);
const RequirementMetSchema = Type.Object(
  { state: Type.Literal('requirement_met') },
  { title: 'RequirementMet' },
);

const CartRequirementsDetailSchema = Type.Object(
  {
    minimum_cart_total: Type.Union([
      NoRequirementSchema,
      RequirementMetSchema,
      Type.Object(
        { state: Type.Literal('requirement_not_met'), additional_amount_required: MoneySchema },
        { title: 'CartTotalNotMet' },
      ),
    ]),
    minimum_line_item_quantity: Type.Union([
      NoRequirementSchema,
      RequirementMetSchema,
      Type.Object(
        { state: Type.Literal('requirement_not_met'), additional_quantity_required: Type.Integer() },
        { title: 'LineItemQuantityNotMet' },
      ),
    ]),
  },
  { title: 'CartRequirementsDetail' },
);

export const ActiveCartRedemptionSchema = Type.Object(
  {
    id: Type.String(),
    claimed_reward_id: Type.Integer(),
    expires_at: Timestamp({ description: 'When it lapses unused and its points return.' }),
    product: ProductSchema,
    quantity: Type.Integer(),
    cart_id: Type.String(),
    cart_line: Type.Object(
      {
        kind: Type.Literal('platform'),
        merchandise_id: Type.String(),
        product_id: Type.String(),
        quantity: Type.Integer(),
        attributes: Type.Array(
          Type.Object({ key: Type.String(), value: Type.String() }, { title: 'CartLineAttribute' }),
        ),
      },
      {
        title: 'CartLine',
        description: 'The line that the storefront puts into its cart, attributes included.',
      },
    ),
    current_cart_state: Type.Object(
      {
        in_cart: Type.Boolean(),
        cart_requirements_met: Type.Boolean(),
        cart_requirements_detail: CartRequirementsDetailSchema,
      },
      {
        title: 'CurrentCartState',
        description: 'Against the cart last given for the cart_id; one never given counts as empty.',
      },
    ),
  },
  { title: 'ActiveCartRedemption' },
);
export type ActiveCartRedemptionBody = Static<typeof ActiveCartRedemptionSchema>;

const UsageStatusSchema = StringEnum(['not_used', 'partially_used', 'used']);

const voucherFields = {
  kind: Type.Literal('cart_discount_voucher'),
  usage_status: UsageStatusSchema,
  applies_to_order_type: OrderTypeSchema,
  recurring_cycle_limit: Nullable(Type.Integer()),
  supports_active_subscriptions: Type.Boolean(),
  code: Type.String({ description: 'The voucher code.' }),
  minimum_spend: Nullable(MoneySchema),
  expires_at: Nullable(Timestamp()),
  used_at: Nullable(Timestamp()),
};

const RedeemableSchema = Type.Union(
  [
    Type.Object({ ...voucherFields, ...fixedDiscount }, { title: 'FixedCartDiscountVoucher' }),
    Type.Object({ ...voucherFields, ...percentageDiscount }, { title: 'PercentageCartDiscountVoucher' }),
    Type.Object(
      {
        kind: Type.Literal('gift_card'),
        usage_status: UsageStatusSchema,
        code_last_characters: Type.String(),
        initial_balance: MoneySchema,
        current_balance: MoneySchema,
        expires_at: Nullable(Timestamp()),
      },
      { title: 'GiftCard' },
    ),
    Type.Object(
      {
        kind: Type.Literal('product_cart'),
        usage_status: UsageStatusSchema,
        product: ProductSchema,
        quantity: Type.Integer(),
        used_at: Nullable(Timestamp()),
        cart_line_identifier: Type.String({
          description: 'The value of the attribute `_loyalty_redemption_id` of its cart line.',
        }),
        active_cart_redemption: Nullable(ActiveCartRedemptionSchema),
      },
      { title: 'ProductRedemption' },
    ),
  ],
  { title: 'Redeemable' },
);

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
      Timestamp({ description: 'When the unused claim lapses and its points return.' }),
    ),
    reward_id: Type.Integer(),
    title: Type.String(),
    state: StringEnum(['pending', 'approved', 'declined', 'void', 'expired']),
    source: SourceSchema,
    redeemable: RedeemableSchema,
  },
  { title: 'ClaimedReward' },
);
export type ClaimedRewardBody = Static<typeof ClaimedRewardSchema>;
