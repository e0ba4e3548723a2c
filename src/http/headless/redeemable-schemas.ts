import { type Static, Type } from '@sinclair/typebox';
import { MoneySchema, Nullable, PercentageSchema, StringEnum, Timestamp } from '../schema-helpers.ts';
import { ActiveCartRedemptionSchema, ProductSchema } from './cart-redemption-schemas.ts';
import {
  DiscountedCollectionSchema,
  DiscountedProductSchema,
  fixedDiscount,
  OrderTypeSchema,
  percentageDiscount,
} from './reward-properties-schemas.ts';

const usage_status = StringEnum(['not_used', 'partially_used', 'used']);
const code = Type.String({ description: 'The voucher code.' });

const ends = {
  expires_at: Nullable(Timestamp()),
  used_at: Nullable(Timestamp()),
};

const cartDiscount = {
  kind: Type.Literal('cart_discount_voucher'),
  usage_status,
  applies_to_order_type: OrderTypeSchema,
  recurring_cycle_limit: Nullable(Type.Integer()),
  supports_active_subscriptions: Type.Boolean(),
  code,
  minimum_spend: Nullable(MoneySchema),
  ...ends,
};

const collectionDiscount = {
  kind: Type.Literal('collection_discount_voucher'),
  usage_status,
  code,
  collection: DiscountedCollectionSchema,
  minimum_spend: Nullable(MoneySchema),
  ...ends,
};

const subscriptionDiscount = {
  kind: Type.Literal('active_subscription_discount_voucher'),
  usage_status,
  code,
  recurring_cycle_limit: Nullable(Type.Integer()),
};

const CartVariableDiscountVoucherSchema = Type.Object(
  {
    kind: Type.Literal('cart_variable_discount_voucher'),
    usage_status,
    discount: MoneySchema,
    code,
    applies_to_order_type: OrderTypeSchema,
    ...ends,
  },
  { title: 'CartVariableDiscountVoucher' },
);

const FreeShippingVoucherSchema = Type.Object(
  {
    kind: Type.Literal('free_shipping_voucher'),
    usage_status,
    code,
    max_shipping: Nullable(MoneySchema),
    ...ends,
  },
  { title: 'FreeShippingVoucher' },
);

const ProductDiscountVoucherSchema = Type.Object(
  {
    kind: Type.Literal('product_discount_voucher'),
    usage_status,
    code,
    product: DiscountedProductSchema,
    discount: PercentageSchema,
    ...ends,
  },
  { title: 'ProductDiscountVoucher' },
);

const GiftCardSchema = Type.Object(
  {
    kind: Type.Literal('gift_card'),
    usage_status,
    code: Type.Optional(
      Type.String({
        description:
          'The whole code of a card that a rule or a tier gave, in the first answer to a key with `write_customers` that shows the card, and in no other: later `…/reveal` tells it.',
      }),
    ),
    code_last_characters: Type.String(),
    initial_balance: MoneySchema,
    current_balance: MoneySchema,
    expires_at: Nullable(Timestamp()),
  },
  { title: 'GiftCard' },
);

const ProductRedemptionSchema = Type.Object(
  {
    kind: Type.Literal('product_cart'),
    usage_status,
    product: ProductSchema,
    quantity: Type.Integer(),
    used_at: Nullable(Timestamp()),
    cart_line_identifier: Type.String({
      description: 'The value of the attribute `_loyalty_redemption_id` of its cart line.',
    }),
    active_cart_redemption: Nullable(ActiveCartRedemptionSchema),
  },
  { title: 'ProductRedemption' },
);

const SubscriptionProductSchema = Type.Object(
  {
    kind: Type.Literal('active_subscription_product'),
    usage_status,
    product: ProductSchema,
    quantity: Type.Integer(),
    subscription_details: Type.Object(
      {
        kind: Type.String(),
        address_id: Type.String(),
        onetime_id: Type.String(),
        next_subscription_scheduled_at: Timestamp(),
      },
      { title: 'SubscriptionDetails' },
    ),
  },
  { title: 'SubscriptionProductRedemption' },
);

const CustomRedemptionSchema = Type.Object(
  {
    kind: Type.Literal('custom'),
    usage_status,
    fulfilment_explanation: Nullable(Type.String()),
    fulfilled_at: Nullable(Timestamp()),
    code: Type.Optional(Type.String({ description: 'Where the reward is fulfilled by a voucher.' })),
  },
  { title: 'CustomRedemption' },
);

/** The redeemable of a claim. */
export const RedeemableSchema = Type.Union(
  [
    GiftCardSchema,
    Type.Object({ ...cartDiscount, ...fixedDiscount }, { title: 'FixedCartDiscountVoucher' }),
    Type.Object({ ...cartDiscount, ...percentageDiscount }, { title: 'PercentageCartDiscountVoucher' }),
    CartVariableDiscountVoucherSchema,
    FreeShippingVoucherSchema,
    ProductDiscountVoucherSchema,
    Type.Object({ ...collectionDiscount, ...fixedDiscount }, { title: 'FixedCollectionDiscountVoucher' }),
    Type.Object(
      { ...collectionDiscount, ...percentageDiscount },
      { title: 'PercentageCollectionDiscountVoucher' },
    ),
    ProductRedemptionSchema,
    Type.Object({ ...subscriptionDiscount, ...fixedDiscount }, { title: 'FixedSubscriptionDiscountVoucher' }),
    Type.Object(
      { ...subscriptionDiscount, ...percentageDiscount },
      { title: 'PercentageSubscriptionDiscountVoucher' },
    ),
    SubscriptionProductSchema,
    CustomRedemptionSchema,
  ],
  { title: 'Redeemable' },
);
export type RedeemableBody = Static<typeof RedeemableSchema>;
