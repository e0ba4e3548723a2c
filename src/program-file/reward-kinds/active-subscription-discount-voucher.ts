import { fileRewardKind } from '../reward-kind.ts';
import { cycleLimit, DiscountSchema, fixedCostReward, withCodes } from '../reward-properties.ts';
import { checkDiscount, toDiscount, writeDiscount } from '../reward-values.ts';

export const ACTIVE_SUBSCRIPTION_DISCOUNT_VOUCHER = fileRewardKind({
  is: "A discount on the customer's running subscription.",
  title: 'A subscription discount',
  description:
    'A reward that discounts a running subscription. It needs an integration with a subscription service.',
  keys: { ...fixedCostReward, ...withCodes, discount: DiscountSchema, ...cycleLimit },
  properties: ({ discount, recurring_cycle_limit = null }, minor) => ({
    discount: toDiscount(discount, minor),
    recurring_cycle_limit,
  }),
  write: ({ discount, recurring_cycle_limit }, major) => ({
    discount: writeDiscount(discount, major),
    recurring_cycle_limit,
  }),
  hasAmount: () => true,
  neverGiven: 'needs a running subscription',
  check: (file, { discount }, path, report) => checkDiscount(file, discount, [...path, 'discount'], report),
});
