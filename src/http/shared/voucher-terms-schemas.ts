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
        max_shipping: Nullable(
          Type.Number({
            description: 'The largest shipping price that is taken off. Null: all of the shipping price.',
          }),
        ),
      },
      { title: 'ShippingOff' },
    ),
    Type.Object(
      {
        kind: Type.Literal('balance'),
        amount: Type.Number({ description: 'The amount that is left on the gift card.' }),
      },
      { title: 'CardBalance' },
    ),
    Type.Object(
      { kind: Type.Literal('custom') },
      {
        title: 'CustomVoucher',
        description: 'A voucher of a custom reward. Only the store knows what it gives.',
      },
    ),
  ],
  { title: 'VoucherDiscount' },
);
export type VoucherDiscount = Static<typeof VoucherDiscountSchema>;

/** The conditions that an order must meet for a code. */
export const VoucherConditionsSchema = Type.Object(
  {
    minimum_spend: Nullable(
      Type.Number({ description: 'The minimum total of the cart before the discount. Null: none.' }),
    ),
    minimum_spend_after_discount: Nullable(Type.Number()),
    order_type: StringEnum(['all', 'one_time', 'subscription']),
    recurring_cycle_limit: Nullable(
      Type.Integer({
        description: 'The number of orders of a subscription that get the discount. Null: all of them.',
      }),
    ),
    collection_ids: Type.Array(Type.String(), {
      description:
        "The collections whose products the voucher is for, by the platform's ids. Empty: all products.",
    }),
    product: Nullable(
      Type.Object(
        {
          id: Type.String(),
          variant_id: Nullable(Type.String({ description: 'Null: every variant.' })),
        },
        { description: "The only product that the voucher is for, by the platform's ids." },
      ),
    ),
  },
  { title: 'VoucherConditions' },
);
export type VoucherConditions = Static<typeof VoucherConditionsSchema>;
