import { Type } from '@sinclair/typebox';
import { checkAmount } from '../check-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import { DiscountSchema, fixedCostReward, minimumSpend, withCodes } from '../reward-properties.ts';
import { checkDiscount, minorOrNull, toDiscount, writeDiscount } from '../reward-values.ts';
import { object, text, url } from '../schema-values.ts';

export const COLLECTION_DISCOUNT_VOUCHER = fileRewardKind({
  is: 'A voucher code that discounts the products of a collection.',
  title: 'A collection discount voucher',
  description: 'A reward that gives a voucher code for the products of one collection.',
  keys: {
    ...fixedCostReward,
    ...withCodes,
    collection: object(
      {
        id: text("The collection's id in the store's platform."),
        title: Type.Optional(text('The name of the collection.')),
        url: Type.Optional(url("The collection's address in the store.")),
      },
      { description: 'The collection that gets the discount.' },
    ),
    discount: DiscountSchema,
    ...minimumSpend,
  },
  properties: ({ collection: { id, title = null, url = null }, discount, minimum_spend }, minor) => ({
    collection: { id, title, url },
    discount: toDiscount(discount, minor),
    minimum_spend_minor: minorOrNull(minimum_spend, minor),
  }),
  write: ({ collection, discount, minimum_spend_minor }, major) => ({
    collection,
    discount: writeDiscount(discount, major),
    minimum_spend: major(minimum_spend_minor),
  }),
  hasAmount: () => true,
  hasMinimumSpend: (reward) => 'minimum_spend' in reward,
  check(file, reward, path, report) {
    checkAmount(file, reward.minimum_spend, [...path, 'minimum_spend'], report);
    checkDiscount(file, reward.discount, [...path, 'discount'], report);
  },
});
