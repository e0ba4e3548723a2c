import { Type } from '@sinclair/typebox';
import { checkAmount } from '../check-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import { fixedCostReward, ProductSchema } from '../reward-properties.ts';
import { checkVariants, minorOrNull, toProduct } from '../reward-values.ts';
import { amount, count, object } from '../schema-values.ts';

export const PRODUCT_CART = fileRewardKind({
  is: 'A product put into the cart.',
  title: 'A product',
  description: 'A reward that puts a product into the cart.',
  keys: {
    ...fixedCostReward,
    product: ProductSchema,
    max_redemptions_per_cart: Type.Optional(
      count('How many of this reward one cart may contain. Default: no limit.', {
        minimum: 1,
        maximum: 1000,
      }),
    ),
    cart_requirements: Type.Optional(
      object(
        {
          minimum_cart_total: Type.Optional(
            amount('The minimum total of the cart.', { exclusiveMinimum: 0 }),
          ),
          minimum_line_item_count: Type.Optional(
            count('The minimum number of items in the cart.', { minimum: 1, maximum: 1000 }),
          ),
        },
        {
          minProperties: 1,
          description: 'What the cart must contain, or else the product is taken out of it.',
        },
      ),
    ),
  },
  properties: ({ product, max_redemptions_per_cart = null, cart_requirements }, minor) => ({
    product: toProduct(product),
    max_redemptions_per_cart,
    cart_requirements: {
      minimum_cart_total_minor: minorOrNull(cart_requirements?.minimum_cart_total, minor),
      minimum_line_item_count: cart_requirements?.minimum_line_item_count ?? null,
    },
  }),
  write({ product, max_redemptions_per_cart, cart_requirements: needed }, major) {
    const minimum_cart_total = major(needed.minimum_cart_total_minor);
    const { minimum_line_item_count } = needed;
    const needsNothing = minimum_cart_total === null && minimum_line_item_count === null;
    const cart_requirements = needsNothing ? null : { minimum_cart_total, minimum_line_item_count };
    return { product, max_redemptions_per_cart, cart_requirements };
  },
  hasAmount: () => false,
  hasMinimumSpend: ({ cart_requirements: needed }) => needed !== undefined && 'minimum_cart_total' in needed,
  neverGiven: 'is a product, which needs a cart',
  check(file, { product, cart_requirements }, path, report) {
    const total = [...path, 'cart_requirements', 'minimum_cart_total'];
    checkAmount(file, cart_requirements?.minimum_cart_total, total, report);
    checkVariants(product, [...path, 'product'], report);
  },
});
