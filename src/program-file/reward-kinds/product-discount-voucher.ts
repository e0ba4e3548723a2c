import { Type } from '@sinclair/typebox';
import { fileRewardKind } from '../reward-kind.ts';
import { fixedCostReward, PercentageSchema, withCodes } from '../reward-properties.ts';
import { checkPercentage } from '../reward-values.ts';
import { object, text, url } from '../schema-values.ts';

export const PRODUCT_DISCOUNT_VOUCHER = fileRewardKind({
  is: 'A voucher code that discounts a product.',
  title: 'A product discount voucher',
  description: 'A reward that gives a voucher code for one product.',
  keys: {
    ...fixedCostReward,
    ...withCodes,
    product: object(
      {
        id: text("The product's id in the store's platform."),
        variant_id: Type.Optional(text('The only variant that gets the discount. Default: all variants.')),
        image_url: Type.Optional(url('A picture of the product.')),
      },
      { description: 'The product that gets the discount.' },
    ),
    discount: PercentageSchema,
  },
  properties: ({ product: { id, image_url = null, variant_id = null }, discount }) => ({
    product: { id, image_url, variant_id },
    percentage: discount.percentage,
  }),
  write: ({ product, percentage }) => ({ product, discount: { percentage } }),
  hasAmount: () => true,
  check: (_, { discount }, path, report) =>
    checkPercentage(discount?.percentage, [...path, 'discount'], report),
});
