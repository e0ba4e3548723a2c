import { type Static, Type } from '@sinclair/typebox';
import type { CartDiscountProperties, FreeShippingProperties } from '../../domain/programs/reward-kinds.ts';
import { findIncentiveReward } from '../../domain/referrals/incentive-reward.ts';
import { freeShippingText, incentiveText } from '../../texts/incentive-text.ts';
import { MoneySchema, Nullable, PercentageSchema } from '../schema-helpers.ts';
import { presentDiscount } from './present-discount.ts';
import type { StorefrontView } from './storefront-view.ts';

const incentiveFields = {
  kind: Type.Literal('cart_discount_voucher'),
  minimum_spend: Nullable(MoneySchema),
  incentive_text: Type.String({ examples: ['$5 off orders of $25 or more'] }),
  collection_restriction_text: Type.Optional(
    Type.String({ description: 'Where the store restricts the discount to some collections: to which.' }),
  ),
};

export const RefereeIncentiveSchema = Type.Union(
  [
    Type.Object(
      { ...incentiveFields, discount_kind: Type.Literal('fixed'), discount: MoneySchema },
      { title: 'FixedRefereeIncentive' },
    ),
    Type.Object(
      {
        ...incentiveFields,
        discount_kind: Type.Literal('percentage'),
        discount: PercentageSchema,
        maximum_discount: Type.Optional(MoneySchema),
      },
      { title: 'PercentageRefereeIncentive' },
    ),
    Type.Object(
      {
        kind: Type.Literal('free_shipping_voucher'),
        minimum_spend: Nullable(MoneySchema),
        incentive_text: Type.String({ examples: ['Free shipping'] }),
        discount_kind: Type.Literal('free_shipping'),
        max_shipping: Nullable(MoneySchema),
      },
      { title: 'FreeShippingRefereeIncentive' },
    ),
  ],
  { title: 'RefereeIncentive', description: 'What a friend who follows a referral link is given.' },
);
type RefereeIncentiveBody = Static<typeof RefereeIncentiveSchema>;

/** undefined if the program has no incentive for referred friends. */
export function presentRefereeIncentive(view: StorefrontView): RefereeIncentiveBody | undefined {
  const reward = findIncentiveReward(view.program);
  if (!reward) return undefined;
  return reward.properties.kind === 'free_shipping_voucher'
    ? presentFreeShipping(view, reward.properties)
    : presentCartDiscount(view, reward.properties);
}

function presentFreeShipping(
  view: StorefrontView,
  { kind, max_shipping_minor }: FreeShippingProperties,
): RefereeIncentiveBody {
  const max_shipping = max_shipping_minor === null ? null : view.money(max_shipping_minor);
  return {
    kind,
    minimum_spend: null,
    incentive_text: freeShippingText(max_shipping?.formatted ?? null, view.wording),
    discount_kind: 'free_shipping',
    max_shipping,
  };
}

function presentCartDiscount(
  view: StorefrontView,
  { kind, discount, minimum_spend_minor, target_collections }: CartDiscountProperties,
): RefereeIncentiveBody {
  const minimum_spend = minimum_spend_minor === null ? null : view.money(minimum_spend_minor);
  const presented = presentDiscount(view, discount);
  const restrictions = target_collections.map((collection) => collection.restriction_text).filter(Boolean);
  const common = {
    kind,
    minimum_spend,
    incentive_text: incentiveText(
      presented.discount.formatted,
      minimum_spend?.formatted ?? null,
      view.wording,
    ),
    ...(restrictions.length > 0 && { collection_restriction_text: restrictions.join(' ') }),
  };
  return presented.discount_type === 'fixed'
    ? { ...common, discount_kind: 'fixed', discount: presented.discount }
    : { ...common, discount_kind: 'percentage', discount: presented.discount };
}
