import { Type } from '@sinclair/typebox';
import { checkAmount } from '../check-values.ts';
import { unless } from '../definition-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import { orderType, variableCostReward, withCodes } from '../reward-properties.ts';
import { minorOrNull } from '../reward-values.ts';
import { amount } from '../schema-values.ts';

export const CART_VARIABLE_DISCOUNT_VOUCHER = fileRewardKind({
  is: 'A voucher code that discounts the cart by an amount that the customer chooses.',
  title: 'A cart discount voucher of a chosen amount',
  description: 'A reward that gives a voucher code for a discount. The customer chooses the amount.',
  keys: {
    ...variableCostReward,
    ...withCodes,
    minimum_discount: amount('The smallest discount that a customer can choose.', { exclusiveMinimum: 0 }),
    maximum_discount: amount('The largest discount that a customer can choose.', { exclusiveMinimum: 0 }),
    minimum_spend_before_discount: Type.Optional(
      amount('The minimum total of the cart before the discount.', { exclusiveMinimum: 0 }),
    ),
    minimum_spend_after_discount: Type.Optional(
      amount('The minimum total of the cart after the discount.', { exclusiveMinimum: 0 }),
    ),
    ...orderType,
  },
  properties: (reward, minor) => ({
    minimum_discount_minor: minor(reward.minimum_discount),
    maximum_discount_minor: minor(reward.maximum_discount),
    minimum_spend_before_discount_minor: minorOrNull(reward.minimum_spend_before_discount, minor),
    minimum_spend_after_discount_minor: minorOrNull(reward.minimum_spend_after_discount, minor),
    applies_to_order_type: reward.applies_to_order_type ?? 'all',
  }),
  write: (reward, major) => ({
    minimum_discount: major(reward.minimum_discount_minor),
    maximum_discount: major(reward.maximum_discount_minor),
    minimum_spend_before_discount: major(reward.minimum_spend_before_discount_minor),
    minimum_spend_after_discount: major(reward.minimum_spend_after_discount_minor),
    applies_to_order_type: unless(reward.applies_to_order_type, 'all'),
  }),
  hasAmount: () => true,
  hasMinimumSpend: (reward) => 'minimum_spend_before_discount' in reward,
  neverGiven: 'is a voucher whose amount the customer chooses',
  check(file, reward, path, report) {
    const amountAt = (amount: number | undefined, step: string) =>
      checkAmount(file, amount, [...path, step], report);
    amountAt(reward.minimum_spend_before_discount, 'minimum_spend_before_discount');
    amountAt(reward.minimum_spend_after_discount, 'minimum_spend_after_discount');
    amountAt(reward.minimum_discount, 'minimum_discount');
    amountAt(reward.maximum_discount, 'maximum_discount');
    if (Number(reward.maximum_discount) < Number(reward.minimum_discount))
      report([...path, 'maximum_discount'], 'must not be below the minimum_discount');
  },
});
