import { Type } from '@sinclair/typebox';
import {
  cycleLimit,
  DiscountSchema,
  fixedCostReward,
  orderType,
  PercentageSchema,
  variableCostReward,
  withCodes,
} from './reward-properties.ts';
import { amount, object, text, textEnum, url } from './schema-values.ts';

const minimumSpend = Type.Optional(amount('What must be spent to use the voucher.'));

const TargetCollectionSchema = object(
  {
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The collection's id in the store's platform.",
    }),
    url: url('Where the store shows the collection.'),
    restriction_text: text('How the restriction reads to customers.'),
  },
  { description: 'A collection of products.' },
);

export const CartDiscountSchema = object(
  {
    kind: textEnum(['cart_discount_voucher'], { description: 'A voucher code that discounts the cart.' }),
    ...fixedCostReward,
    ...withCodes,
    discount: DiscountSchema,
    minimum_spend: minimumSpend,
    ...orderType,
    ...cycleLimit,
    supports_active_subscriptions: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether a running subscription can take the voucher; false unless said otherwise.',
      }),
    ),
    target_collections: Type.Optional(
      Type.Array(TargetCollectionSchema, {
        minItems: 1,
        description: 'Collections that the discount is restricted to. Without it: the whole cart.',
      }),
    ),
  },
  { title: 'A cart discount voucher', description: 'A reward that gives a voucher code for the cart.' },
);

export const CartVariableDiscountSchema = object(
  {
    kind: textEnum(['cart_variable_discount_voucher'], {
      description: 'A voucher code that discounts the cart by as much as the customer chooses.',
    }),
    ...variableCostReward,
    ...withCodes,
    minimum_discount: amount('The least discount that can be asked for.', { exclusiveMinimum: 0 }),
    maximum_discount: amount('The greatest discount that can be asked for.', { exclusiveMinimum: 0 }),
    minimum_spend_before_discount: Type.Optional(
      amount('What the cart must come to before the discount.', { exclusiveMinimum: 0 }),
    ),
    minimum_spend_after_discount: Type.Optional(
      amount('What the cart must still come to after the discount.', { exclusiveMinimum: 0 }),
    ),
    ...orderType,
  },
  {
    title: 'A cart discount voucher of a chosen amount',
    description: 'A reward that turns as many points as the customer likes into a discount.',
  },
);

export const FreeShippingSchema = object(
  {
    kind: textEnum(['free_shipping_voucher'], { description: 'A voucher code for free shipping.' }),
    ...fixedCostReward,
    ...withCodes,
    max_shipping: Type.Optional(
      amount('The shipping that is free at most. Without it: all of it.', { exclusiveMinimum: 0 }),
    ),
  },
  { title: 'Free shipping', description: 'A reward that gives a voucher code for free shipping.' },
);

export const ProductDiscountSchema = object(
  {
    kind: textEnum(['product_discount_voucher'], { description: 'A voucher code that discounts a product.' }),
    ...fixedCostReward,
    ...withCodes,
    product: object(
      {
        id: text("The product's id in the store's platform."),
        variant_id: Type.Optional(text('The one variant that is discounted. Without it: all.')),
        image_url: Type.Optional(url('A picture of the product.')),
      },
      { description: 'The product discounted.' },
    ),
    discount: PercentageSchema,
  },
  { title: 'A product discount voucher', description: 'A reward that gives a voucher code for one product.' },
);

export const CollectionDiscountSchema = object(
  {
    kind: textEnum(['collection_discount_voucher'], {
      description: 'A voucher code that discounts the products of a collection.',
    }),
    ...fixedCostReward,
    ...withCodes,
    collection: object(
      {
        id: text("The collection's id in the store's platform."),
        title: Type.Optional(text('The name of the collection.')),
        url: Type.Optional(url('Where the store shows the collection.')),
      },
      { description: 'The collection discounted.' },
    ),
    discount: DiscountSchema,
    minimum_spend: minimumSpend,
  },
  {
    title: 'A collection discount voucher',
    description: 'A reward that gives a voucher code for the products of one collection.',
  },
);
