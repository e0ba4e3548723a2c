import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema-helpers.ts';
import { CustomerSummarySchema, ProgramClaimedRewardSchema } from '../shared/record-schemas.ts';

const VoucherDiscountSchema = Type.Union(
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

const VoucherConditionsSchema = Type.Object(
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

/** Everything that a checkout needs to honour a code; amounts are decimals of `currency`. */
export const VoucherSchema = Type.Object(
  {
    code: Nullable(
      Type.String({ description: "As it was given; null of a gift card's, which is not kept." }),
    ),
    state: StringEnum(['usable', 'used', 'refunded', 'expired'], {
      description: '`refunded`: the claim was taken back, or has lapsed.',
    }),
    currency: Type.String({ examples: ['USD'] }),
    discount: VoucherDiscountSchema,
    conditions: VoucherConditionsSchema,
    customer: Nullable(CustomerSummarySchema),
    claimed_reward: Nullable(ProgramClaimedRewardSchema),
    referral: Nullable(
      Type.Object(
        { id: Type.Integer(), referrer: CustomerSummarySchema },
        {
          title: 'VoucherReferral',
          description:
            'Of the voucher that a referred friend was given: who referred it. `customer` and `claimed_reward` are null then, for such a voucher belongs to no customer; else this is.',
        },
      ),
    ),
  },
  { title: 'VoucherLookup' },
);
export type Voucher = Static<typeof VoucherSchema>;

export const VoucherAnswerSchema = Type.Object({ voucher: VoucherSchema });
