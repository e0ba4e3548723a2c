import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema-helpers.ts';

/** The discount that a checkout gives. */
export const VoucherDiscountSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('amount'), amount: Type.Number() }, { title: 'AmountOff' }),
    Type.Object({ kind: Type.Literal('percentage'), percentage: Type.Number() }, { title: 'PercentageOff' }),
    Type.Object(
      {
        kind: Type.Literal('free_shipping'),
        max_shipping: Nullable(Type.Number({ description: 'Null: all of it.' })),
      },
      { title: 'ShippingOff' },
    ),
    Type.Object(
      {
        kind: Type.Literal('balance'),
        amount: Type.Number({ description: 'What the gift card still holds.' }),
      },
      { title: 'CardBalance' },
    ),
    Type.Object(
      { kind: Type.Literal('custom') },
      { title: 'CustomVoucher', description: "The store's own." },
    ),
  ],
  { title: 'VoucherDiscount' },
);
export type VoucherDiscount = Static<typeof VoucherDiscountSchema>;

/** The orders that a code is for. */
export const VoucherConditionsSchema = Type.Object(
  {
    minimum_spend: Nullable(Type.Number({ description: 'Before the discount.' })),
    minimum_spend_after_discount: Nullable(Type.Number()),
    order_type: StringEnum(['all', 'one_time', 'subscription']),
    recurring_cycle_limit: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
    collection_ids: Type.Array(Type.String(), {
      description: "The platform's ids; only goods of one of these. Empty: whatever there is.",
    }),
    product: Nullable(
      Type.Object(
        {
          id: Type.String(),
          variant_id: Nullable(Type.String({ description: 'Null: every variant.' })),
        },
        { description: "Only this product, by the platform's ids." },
      ),
    ),
  },
  { title: 'VoucherConditions' },
);
export type VoucherConditions = Static<typeof VoucherConditionsSchema>;
