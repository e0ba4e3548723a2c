import { type Static, Type } from '@sinclair/typebox';
import {
  amount,
  country,
  duration,
  EnabledSchema,
  entries,
  LimitSchema,
  localizedText,
  object,
  oneOfBy,
  text,
  textEnum,
  url,
} from './schema-values.ts';

const title = localizedText('What customers read.');
const description = localizedText('A longer text for customers.', 2000);
const costPoints = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'What a claim costs, in points.',
});
const stock = (of: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: `${of} A later change of this number adds to or takes from what is left.`,
  });

const commonProperties = {
  title,
  description: Type.Optional(description),
  enabled: Type.Optional(EnabledSchema),
  cost_points: costPoints,
  limit: Type.Optional(LimitSchema),
  stock: Type.Optional(
    stock('How many claims there are in all, of all customers. Without it: no end of them.'),
  ),
  channels: Type.Optional(
    Type.Array(textEnum(['web', 'pos', 'mobile'], { description: 'A sales channel.' }), {
      minItems: 1,
      uniqueItems: true,
      description: 'Sales channels in which it is offered. Without it: all.',
    }),
  ),
  countries: Type.Optional(
    Type.Array(country('A country.'), {
      minItems: 1,
      uniqueItems: true,
      description: 'Countries in which it is offered. Without it: all.',
    }),
  ),
  auto_refund_after: Type.Optional(duration('An unused claim lapses after so long and its points return.')),
  expires_after: Type.Optional(
    duration('What was claimed can be used for so long; the points of what expires stay spent.'),
  ),
  variants: Type.Optional(
    entries(
      object(
        {
          enabled: Type.Optional(EnabledSchema),
          title: Type.Optional(title),
          description: Type.Optional(description),
          cost_points: Type.Optional(costPoints),
        },
        { description: 'What differs for customers of one tier; everything else stays as in the reward.' },
      ),
      { description: 'By tier key: what differs for customers of that tier.' },
    ),
  ),
};

const DiscountSchema = object(
  {
    amount: Type.Optional(amount('A fixed discount.', { exclusiveMinimum: 0 })),
    percentage: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'A discount in percent: 10 for 10%.' }),
    ),
  },
  { description: 'Either an amount or a percentage.' },
);

const CollectionSchema = object(
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

const CartDiscountSchema = object(
  {
    kind: textEnum(['cart_discount_voucher'], { description: 'A voucher code that discounts the cart.' }),
    ...commonProperties,
    discount: DiscountSchema,
    minimum_spend: Type.Optional(amount('What must be spent to use the voucher.')),
    applies_to_order_type: Type.Optional(
      textEnum(['all', 'one_time', 'subscription'], {
        default: 'all',
        description: 'Orders that the voucher discounts; all unless said otherwise.',
      }),
    ),
    recurring_cycle_limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'How many orders of a subscription are discounted. Without it: all.',
      }),
    ),
    supports_active_subscriptions: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether a running subscription can take the voucher; false unless said otherwise.',
      }),
    ),
    target_collections: Type.Optional(
      Type.Array(CollectionSchema, {
        minItems: 1,
        description: 'Collections that the discount is restricted to. Without it: the whole cart.',
      }),
    ),
  },
  { title: 'A cart discount voucher', description: 'A reward that gives a voucher code for the cart.' },
);

const GiftCardSchema = object(
  {
    kind: textEnum(['gift_card'], { description: 'A code with a balance.' }),
    ...commonProperties,
    initial_balance: amount('The balance of a new card.', { exclusiveMinimum: 0 }),
  },
  { title: 'A gift card', description: 'A reward that gives a code with a balance.' },
);

const ProductVariantSchema = object(
  {
    id: text("The variant's id in the store's platform."),
    title: Type.Optional(text('The name of the variant.')),
    sku: Type.Optional(text("The store's stock keeping unit.")),
    inventory_count: Type.Optional(stock('How many can be redeemed. Without it the stock is not tracked.')),
  },
  { description: 'A variant that customers may choose.' },
);

const ProductSchema = object(
  {
    id: text("The product's id in the store's platform."),
    handle: Type.Optional(text("The product's handle in the store's addresses.")),
    title: Type.Optional(text('The name of the product.')),
    url: Type.Optional(url('Where the store shows the product.')),
    image_url: Type.Optional(url('A picture of the product.')),
    variants: Type.Array(ProductVariantSchema, {
      minItems: 1,
      maxItems: 250,
      description: 'Variants to choose from; at least one.',
    }),
  },
  { description: 'The product given.' },
);

const ProductCartSchema = object(
  {
    kind: textEnum(['product_cart'], { description: 'A product put into the cart.' }),
    ...commonProperties,
    product: ProductSchema,
    max_redemptions_per_cart: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'How many of this reward one cart may hold. Without it: no maximum.',
      }),
    ),
    cart_requirements: Type.Optional(
      object(
        {
          minimum_cart_total: Type.Optional(amount('What the cart must come to.', { exclusiveMinimum: 0 })),
          minimum_line_item_count: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 1000, description: 'How many items the cart must hold.' }),
          ),
        },
        { minProperties: 1, description: 'What the cart must hold for the product to stay in it.' },
      ),
    ),
  },
  { title: 'A product', description: 'A reward that puts a product into the cart.' },
);

export const RewardSchema = oneOfBy('kind', [CartDiscountSchema, GiftCardSchema, ProductCartSchema], {
  description: 'A reward that points buy.',
});
export type FileReward = Static<typeof RewardSchema>;
