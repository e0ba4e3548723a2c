import { type TSchema, Type } from '@sinclair/typebox';
import type { RewardKind, RewardProperties } from '../../domain/programs/reward-kinds.ts';
import { freeShippingText, incentiveText } from '../../texts/incentive-text.ts';
import { MoneySchema, Nullable, PercentageSchema } from '../schema-helpers.ts';
import { presentDiscount } from './present-discount.ts';
import type { StorefrontView } from './storefront-view.ts';

/** A reward as storefronts show it to a referred friend: one of the shapes, with its values. */
export interface RefereeIncentive<P> {
  schemas: TSchema[];
  /** The fields beside `kind`. */
  present(view: StorefrontView, properties: P): object;
}

type DiscountProperties = Extract<RewardProperties, { target_collections: unknown }>;
type ShippingProperties = Extract<RewardProperties, { max_shipping_minor: unknown }>;

/** A discount on a whole cart, or on the goods of some collections. */
export function discountIncentive<K extends RewardKind>(kind: K) {
  const fields = {
    kind: Type.Literal(kind),
    minimum_spend: Nullable(MoneySchema),
    incentive_text: Type.String({ examples: ['$5 off orders of $25 or more'] }),
    collection_restriction_text: Type.Optional(
      Type.String({
        description: 'The text about the collections that the discount is for.',
      }),
    ),
  };
  const fixed = Type.Object(
    { ...fields, discount_kind: Type.Literal('fixed'), discount: MoneySchema },
    { title: 'FixedRefereeIncentive' },
  );
  const percentage = Type.Object(
    {
      ...fields,
      discount_kind: Type.Literal('percentage'),
      discount: PercentageSchema,
      maximum_discount: Type.Optional(MoneySchema),
    },
    { title: 'PercentageRefereeIncentive' },
  );
  return { schemas: [fixed, percentage], present: presentCartDiscount };
}

/** Free shipping, up to a cost or without a limit. */
export function shippingIncentive<K extends RewardKind>(kind: K) {
  const shipping = Type.Object(
    {
      kind: Type.Literal(kind),
      minimum_spend: Nullable(MoneySchema),
      incentive_text: Type.String({ examples: ['Free shipping'] }),
      discount_kind: Type.Literal('free_shipping'),
      max_shipping: Nullable(MoneySchema),
    },
    { title: 'FreeShippingRefereeIncentive' },
  );
  return { schemas: [shipping], present: presentFreeShipping };
}

function presentFreeShipping(view: StorefrontView, { max_shipping_minor }: ShippingProperties) {
  const max_shipping = max_shipping_minor === null ? null : view.money(max_shipping_minor);
  return {
    minimum_spend: null,
    incentive_text: freeShippingText(max_shipping?.formatted ?? null, view.wording),
    discount_kind: 'free_shipping' as const,
    max_shipping,
  };
}

function presentCartDiscount(
  view: StorefrontView,
  { discount, minimum_spend_minor, target_collections }: DiscountProperties,
) {
  const minimum_spend = minimum_spend_minor === null ? null : view.money(minimum_spend_minor);
  const presented = presentDiscount(view, discount);
  const restrictions = target_collections.map((collection) => collection.restriction_text).filter(Boolean);
  return {
    minimum_spend,
    incentive_text: incentiveText(
      presented.discount.formatted,
      minimum_spend?.formatted ?? null,
      view.wording,
    ),
    ...(restrictions.length > 0 && { collection_restriction_text: restrictions.join(' ') }),
    discount_kind: presented.discount_type,
    discount: presented.discount,
  };
}
