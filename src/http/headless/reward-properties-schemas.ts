import { Type } from '@sinclair/typebox';
import { MoneySchema, Nullable, PercentageSchema, StringEnum } from '../schema-helpers.ts';

export const OrderTypeSchema = StringEnum(['all', 'one_time', 'subscription']);

export const fixedDiscount = { discount_type: Type.Literal('fixed'), discount: MoneySchema };
export const percentageDiscount = { discount_type: Type.Literal('percentage'), discount: PercentageSchema };

const cartDiscountFields = {
  applies_to_order_type: OrderTypeSchema,
  recurring_cycle_limit: Nullable(Type.Integer()),
  supports_active_subscriptions: Type.Boolean(),
  minimum_spend: Nullable(MoneySchema),
};

const CartDiscountPropertiesSchema = Type.Union(
  [
    Type.Object({ ...fixedDiscount, ...cartDiscountFields }, { title: 'FixedCartDiscount' }),
    Type.Object({ ...percentageDiscount, ...cartDiscountFields }, { title: 'PercentageCartDiscount' }),
  ],
  { title: 'CartDiscount' },
);

const CartVariableDiscountPropertiesSchema = Type.Object(
  {
    minimum_discount: MoneySchema,
    maximum_discount: MoneySchema,
    minimum_spend_before_discount: Nullable(MoneySchema),
    minimum_spend_after_discount: Nullable(MoneySchema),
    applies_to_order_type: OrderTypeSchema,
  },
  { title: 'CartVariableDiscount', description: 'The customer says how much, within the bounds.' },
);

const FreeShippingPropertiesSchema = Type.Object(
  { max_shipping: Nullable(MoneySchema) },
  { title: 'FreeShipping', description: 'A null max_shipping: all of it is free.' },
);

/** The product that a voucher discounts. */
export const DiscountedProductSchema = Type.Object(
  {
    id: Type.String({ description: "The product's id in the store's platform." }),
    image_url: Nullable(Type.String()),
    variant_id: Nullable(Type.String({ description: 'The one variant; null: all of them.' })),
  },
  { title: 'DiscountedProduct' },
);

/** The collection whose products a voucher discounts. */
export const DiscountedCollectionSchema = Type.Object(
  {
    id: Type.String({ description: "The collection's id in the store's platform." }),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
  },
  { title: 'DiscountedCollection' },
);

const collectionFields = { collection: DiscountedCollectionSchema, minimum_spend: Nullable(MoneySchema) };

const CollectionDiscountPropertiesSchema = Type.Union(
  [
    Type.Object({ ...collectionFields, ...fixedDiscount }, { title: 'FixedCollectionDiscount' }),
    Type.Object({ ...collectionFields, ...percentageDiscount }, { title: 'PercentageCollectionDiscount' }),
  ],
  { title: 'CollectionDiscount' },
);

export const productFields = {
  id: Type.String({ description: "The product's id in the store's platform." }),
  handle: Nullable(Type.String()),
  title: Nullable(Type.String()),
  url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
};

const RewardProductSchema = Type.Object(
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
);

const ProductCartPropertiesSchema = Type.Object(
  {
    product: RewardProductSchema,
    max_redemptions_per_cart: Nullable(Type.Integer()),
    cart_requirements: Type.Object(
      { minimum_cart_total: Nullable(MoneySchema), minimum_line_item_count: Nullable(Type.Integer()) },
      { title: 'CartRequirements' },
    ),
  },
  { title: 'ProductCartProperties' },
);

const subscriptionFields = { recurring_cycle_limit: Nullable(Type.Integer()) };

const SubscriptionDiscountPropertiesSchema = Type.Union(
  [
    Type.Object({ ...fixedDiscount, ...subscriptionFields }, { title: 'FixedSubscriptionDiscount' }),
    Type.Object(
      { ...percentageDiscount, ...subscriptionFields },
      { title: 'PercentageSubscriptionDiscount' },
    ),
  ],
  { title: 'SubscriptionDiscount' },
);

const CustomPropertiesSchema = Type.Union(
  [
    Type.Object(
      {
        fulfillment_type: Type.Literal('store_fulfillment'),
        fulfillment_method: StringEnum(['manual', 'webhook']),
        fulfillment_webhook_url: Nullable(Type.String()),
      },
      { title: 'StoreFulfillment' },
    ),
    Type.Object({ fulfillment_type: Type.Literal('voucher') }, { title: 'VoucherFulfillment' }),
  ],
  { title: 'CustomProperties' },
);

/** The properties of each kind of reward, by kind. */
export const REWARD_PROPERTIES = {
  gift_card: Type.Object({ initial_balance: MoneySchema }, { title: 'GiftCardProperties' }),
  cart_discount_voucher: CartDiscountPropertiesSchema,
  cart_variable_discount_voucher: CartVariableDiscountPropertiesSchema,
  free_shipping_voucher: FreeShippingPropertiesSchema,
  product_discount_voucher: Type.Object(
    { product: DiscountedProductSchema, discount: PercentageSchema },
    { title: 'ProductDiscount' },
  ),
  collection_discount_voucher: CollectionDiscountPropertiesSchema,
  product_cart: ProductCartPropertiesSchema,
  active_subscription_discount_voucher: SubscriptionDiscountPropertiesSchema,
  active_subscription_product: Type.Object(
    { product: RewardProductSchema },
    { title: 'SubscriptionProduct' },
  ),
  custom: CustomPropertiesSchema,
};
