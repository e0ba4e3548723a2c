import { Type } from '@sinclair/typebox';
import { checkAmount } from '../check-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import { fixedCostReward, withCodes } from '../reward-properties.ts';
import { minorOrNull } from '../reward-values.ts';
import { amount } from '../schema-values.ts';

export const FREE_SHIPPING_VOUCHER = fileRewardKind({
  is: 'A voucher code for free shipping.',
  title: 'Free shipping',
  description: 'A reward that gives a voucher code for free shipping.',
  keys: {
    ...fixedCostReward,
    ...withCodes,
    max_shipping: Type.Optional(
      amount('The largest shipping price that is taken off. Default: all of it.', { exclusiveMinimum: 0 }),
    ),
  },
  properties: ({ max_shipping }, minor) => ({ max_shipping_minor: minorOrNull(max_shipping, minor) }),
  write: ({ max_shipping_minor }, major) => ({ max_shipping: major(max_shipping_minor) }),
  hasAmount: (reward) => 'max_shipping' in reward,
  check: (file, { max_shipping }, path, report) =>
    checkAmount(file, max_shipping, [...path, 'max_shipping'], report),
});
