import { type Static, Type } from '@sinclair/typebox';
import {
  cycleLimit,
  DiscountSchema,
  fixedCostReward,
  ProductSchema,
  withCodes,
} from './reward-properties.ts';
import { amount, count, object, oneOfBy, textEnum, url } from './schema-values.ts';
import {
  CartDiscountSchema,
  CartVariableDiscountSchema,
  CollectionDiscountSchema,
  FreeShippingSchema,
  ProductDiscountSchema,
} from './voucher-schemas.ts';

const GiftCardSchema = object(
  {
    kind: textEnum(['gift_card'], { description: 'A code with a balance.' }),
    ...fixedCostReward,
    initial_balance: amount('The balance of a new card.', { exclusiveMinimum: 0 }),
  },
  { title: 'A gift card', description: 'A reward that gives a code with a balance.' },
);

const ProductCartSchema = object(
  {
    kind: textEnum(['product_cart'], { description: 'A product put into the cart.' }),
    ...fixedCostReward,
    product: ProductSchema,
    max_redemptions_per_cart: Type.Optional(
      count('How many of this reward one cart may hold. Without it: no maximum.', {
        minimum: 1,
        maximum: 1000,
      }),
    ),
    cart_requirements: Type.Optional(
      object(
        {
          minimum_cart_total: Type.Optional(amount('What the cart must come to.', { exclusiveMinimum: 0 })),
          minimum_line_item_count: Type.Optional(
            count('How many items the cart must hold.', { minimum: 1, maximum: 1000 }),
          ),
        },
        { minProperties: 1, description: 'What the cart must hold for the product to stay in it.' },
      ),
    ),
  },
  { title: 'A product', description: 'A reward that puts a product into the cart.' },
);

const SubscriptionDiscountSchema = object(
  {
    kind: textEnum(['active_subscription_discount_voucher'], {
      description: "A discount on the customer's running subscription.",
    }),
    ...fixedCostReward,
    ...withCodes,
    discount: DiscountSchema,
    ...cycleLimit,
  },
  {
    title: 'A subscription discount',
    description: 'A reward that discounts a running subscription; it needs an integration of subscriptions.',
  },
);

const SubscriptionProductSchema = object(
  {
    kind: textEnum(['active_subscription_product'], {
      description: "A product added to the next delivery of the customer's running subscription.",
    }),
    ...fixedCostReward,
    product: ProductSchema,
  },
  {
    title: 'A product in a subscription',
    description: 'A reward that adds a product to a subscription; it needs an integration of subscriptions.',
  },
);

const CustomRewardSchema = object(
  {
    kind: textEnum(['custom'], { description: 'Whatever the store fulfils itself.' }),
    ...fixedCostReward,
    ...withCodes,
    fulfillment_type: Type.Optional(
      textEnum(['store_fulfillment', 'voucher'], {
        default: 'store_fulfillment',
        description:
          'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.',
      }),
    ),
    fulfillment_method: Type.Optional(
      textEnum(['manual', 'webhook'], {
        default: 'manual',
        description:
          'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.',
      }),
    ),
    fulfillment_webhook_url: Type.Optional(url('Where the webhook is sent; for the method webhook.')),
  },
  { title: 'Something of your own', description: 'A reward that the store fulfils.' },
);

export const RewardSchema = oneOfBy(
  'kind',
  [
    CartDiscountSchema,
    CartVariableDiscountSchema,
    FreeShippingSchema,
    ProductDiscountSchema,
    CollectionDiscountSchema,
    GiftCardSchema,
    ProductCartSchema,
    SubscriptionDiscountSchema,
    SubscriptionProductSchema,
    CustomRewardSchema,
  ],
  { description: 'A reward that points buy.' },
);
export type FileReward = Static<typeof RewardSchema>;
