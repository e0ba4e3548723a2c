import { type TSchema, Type } from '@sinclair/typebox';
import {
  amount,
  country,
  duration,
  EnabledSchema,
  entries,
  LimitSchema,
  localizedText,
  object,
  text,
  textEnum,
  url,
} from './schema-values.ts';

const title = localizedText(
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it.',
);
const description = localizedText(
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title.',
  2000,
);
const costPoints = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'What a claim costs, in points.',
});
const costPointsPerUnit = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "What each unit of the program's currency of the discount asked for costs, in points.",
});

const stock = (of: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: `${of} A later change of this number adds to or takes from what is left.`,
  });

function commonProperties<Cost extends Record<string, TSchema>, C extends Record<string, TSchema>>(
  cost: Cost,
  ownCost: C,
) {
  return {
    title,
    description: Type.Optional(description),
    image: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40_000,
        description:
          'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.',
        examples: ['pictures/tea-tin.webp'],
      }),
    ),
    image_url: Type.Optional(
      url(
        "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.",
      ),
    ),
    enabled: Type.Optional(EnabledSchema),
    ...cost,
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
    auto_refund_after: Type.Optional(
      duration(
        'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h.',
      ),
    ),
    expires_after: Type.Optional(
      duration(
        'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever.',
      ),
    ),
    variants: Type.Optional(
      entries(
        object(
          {
            enabled: Type.Optional(EnabledSchema),
            title: Type.Optional(title),
            description: Type.Optional(description),
            ...ownCost,
          },
          { description: 'What differs for customers of one tier; everything else stays as in the reward.' },
        ),
        { description: 'By tier key: what differs for customers of that tier.' },
      ),
    ),
  };
}

/** The properties of rewards whose claims all cost the same. */
export const fixedCostReward = commonProperties(
  { cost_points: costPoints },
  { cost_points: Type.Optional(costPoints) },
);

/** The properties of rewards whose cost depends on the requested discount. */
export const variableCostReward = commonProperties(
  { cost_points_per_unit: costPointsPerUnit },
  { cost_points_per_unit: Type.Optional(costPointsPerUnit) },
);

/** The properties of rewards that give a voucher code. */
export const withCodes = {
  codes: Type.Optional(
    Type.Unsafe<'pool' | { pattern: string }>({
      anyOf: [
        textEnum(['pool'], { description: 'Those that were imported for it by "loyaltyd codes import".' }),
        object(
          {
            pattern: text(
              'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.',
            ),
          },
          { description: 'Codes made by a pattern.' },
        ),
      ],
      description: 'Where voucher codes come from. Without it: twelve random characters.',
    }),
  ),
};

const percentage = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description: 'A discount in percent: 10 for 10%.',
});

export const PercentageSchema = object({ percentage }, { description: 'What is taken off.' });

export const DiscountSchema = object(
  {
    amount: Type.Optional(amount('A fixed discount.', { exclusiveMinimum: 0 })),
    percentage: Type.Optional(percentage),
  },
  { description: 'Either an amount or a percentage.' },
);

export const minimumSpend = {
  minimum_spend: Type.Optional(amount('What must be spent to use the voucher.')),
};

export const orderType = {
  applies_to_order_type: Type.Optional(
    textEnum(['all', 'one_time', 'subscription'], {
      default: 'all',
      description: 'Orders that the voucher discounts; all unless said otherwise.',
    }),
  ),
};

export const cycleLimit = {
  recurring_cycle_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'How many orders of a subscription are discounted. Without it: all.',
    }),
  ),
};

const ProductVariantSchema = object(
  {
    id: text("The variant's id in the store's platform."),
    title: Type.Optional(text('The name of the variant.')),
    sku: Type.Optional(text("The store's stock keeping unit.")),
    inventory_count: Type.Optional(stock('How many can be redeemed. Without it the stock is not tracked.')),
  },
  { description: 'A variant that customers may choose.' },
);

export const ProductSchema = object(
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
