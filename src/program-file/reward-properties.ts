import { type TSchema, Type } from '@sinclair/typebox';
import {
  amount,
  country,
  duration,
  EnabledSchema,
  entries,
  LimitSchema,
  localizedText,
  MOST_TIERS,
  object,
  text,
  textEnum,
  url,
} from './schema-values.ts';

const title = localizedText(
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language.",
);
const description = localizedText(
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title.',
  2000,
);
const costPoints = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'The cost of a claim in points.',
});
const costPointsPerUnit = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "The cost in points for each unit of the discount, in the program's currency.",
});

const stock = (of: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: `${of} A later change of this number changes the number that is left by the same difference.`,
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
        "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.",
      ),
    ),
    enabled: Type.Optional(EnabledSchema),
    ...cost,
    limit: Type.Optional(LimitSchema),
    stock: Type.Optional(stock('How many claims all customers together can have. Default: no limit.')),
    channels: Type.Optional(
      Type.Array(textEnum(['web', 'pos', 'mobile'], { description: 'A sales channel.' }), {
        minItems: 1,
        uniqueItems: true,
        description: 'The sales channels in which the reward is offered. Default: all.',
      }),
    ),
    countries: Type.Optional(
      Type.Array(country('A country.'), {
        minItems: 1,
        maxItems: 250,
        uniqueItems: true,
        description: 'The countries in which the reward is offered. Default: all.',
      }),
    ),
    auto_refund_after: Type.Optional(
      duration(
        'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h.',
      ),
    ),
    expires_after: Type.Optional(
      duration(
        'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever.',
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
          {
            description:
              'The values that differ for customers of one tier. All other values are those of the reward.',
          },
        ),
        { maxProperties: MOST_TIERS, description: 'Values that differ by tier, by the key of the tier.' },
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
        textEnum(['pool'], {
          description: 'pool: codes that were imported for this reward by "loyaltyd codes import".',
        }),
        object(
          {
            pattern: text(
              'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.',
            ),
          },
          { description: 'Codes that the server generates by a pattern.' },
        ),
      ],
      description: 'The source of voucher codes. Default: the server generates twelve random characters.',
    }),
  ),
};

const percentage = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description: 'A discount in percent: 10 for 10%.',
});

export const PercentageSchema = object({ percentage }, { description: 'The discount.' });

export const DiscountSchema = object(
  {
    amount: Type.Optional(amount('A fixed discount.', { exclusiveMinimum: 0 })),
    percentage: Type.Optional(percentage),
  },
  { description: 'Either an amount or a percentage.' },
);

export const minimumSpend = {
  minimum_spend: Type.Optional(amount('The minimum spend for the voucher.')),
};

export const orderType = {
  applies_to_order_type: Type.Optional(
    textEnum(['all', 'one_time', 'subscription'], {
      default: 'all',
      description: 'The orders that the voucher discounts. Default: all.',
    }),
  ),
};

export const cycleLimit = {
  recurring_cycle_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'How many orders of a subscription get the discount. Default: all.',
    }),
  ),
};

const ProductVariantSchema = object(
  {
    id: text("The variant's id in the store's platform."),
    title: Type.Optional(text('The name of the variant.')),
    sku: Type.Optional(text("The store's stock keeping unit.")),
    inventory_count: Type.Optional(stock('How many can be redeemed. Default: the stock is not tracked.')),
  },
  { description: 'A variant that customers may choose.' },
);

export const ProductSchema = object(
  {
    id: text("The product's id in the store's platform."),
    handle: Type.Optional(text("The product's handle in the store's addresses.")),
    title: Type.Optional(text('The name of the product.')),
    url: Type.Optional(url("The product's address in the store.")),
    image_url: Type.Optional(url('A picture of the product.')),
    variants: Type.Array(ProductVariantSchema, {
      minItems: 1,
      maxItems: 250,
      description: 'The variants that customers can choose from; at least one.',
    }),
  },
  { description: 'The product that the customer gets.' },
);
