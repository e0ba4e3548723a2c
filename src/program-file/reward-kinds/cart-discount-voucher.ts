import { Type } from '@sinclair/typebox';
import { checkAmount } from '../check-values.ts';
import { unless } from '../definition-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import {
  cycleLimit,
  DiscountSchema,
  fixedCostReward,
  minimumSpend,
  orderType,
  withCodes,
} from '../reward-properties.ts';
import { checkDiscount, minorOrNull, toDiscount, writeDiscount } from '../reward-values.ts';
import { object, text, url } from '../schema-values.ts';

const TargetCollectionSchema = object(
  {
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The collection's id in the store's platform.",
    }),
    url: url("The collection's address in the store."),
    restriction_text: text('The text about this restriction for customers.'),
  },
  { description: 'A collection of products.' },
);

export const CART_DISCOUNT_VOUCHER = fileRewardKind({
  is: 'A voucher code that discounts the cart.',
  title: 'A cart discount voucher',
  description: 'A reward that gives a voucher code for the cart.',
  keys: {
    ...fixedCostReward,
    ...withCodes,
    discount: DiscountSchema,
    ...minimumSpend,
    ...orderType,
    ...cycleLimit,
    supports_active_subscriptions: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the voucher can be used on a running subscription. Default: false.',
      }),
    ),
    target_collections: Type.Optional(
      Type.Array(TargetCollectionSchema, {
        minItems: 1,
        maxItems: 1_000,
        description: 'The collections that get the discount. Default: the whole cart.',
      }),
    ),
  },
  properties: (reward, minor) => ({
    discount: toDiscount(reward.discount, minor),
    applies_to_order_type: reward.applies_to_order_type ?? 'all',
    recurring_cycle_limit: reward.recurring_cycle_limit ?? null,
    supports_active_subscriptions: reward.supports_active_subscriptions ?? false,
    minimum_spend_minor: minorOrNull(reward.minimum_spend, minor),
    target_collections: reward.target_collections ?? [],
  }),
  write: (reward, major) => ({
    discount: writeDiscount(reward.discount, major),
    minimum_spend: major(reward.minimum_spend_minor),
    applies_to_order_type: unless(reward.applies_to_order_type, 'all'),
    recurring_cycle_limit: reward.recurring_cycle_limit,
    supports_active_subscriptions: unless(reward.supports_active_subscriptions, false),
    target_collections: reward.target_collections,
  }),
  hasAmount: () => true,
  hasMinimumSpend: (reward) => 'minimum_spend' in reward,
  check(file, reward, path, report) {
    checkAmount(file, reward.minimum_spend, [...path, 'minimum_spend'], report);
    checkDiscount(file, reward.discount, [...path, 'discount'], report);
  },
});
