import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema-helpers.ts';
import { CustomerSummarySchema, ProgramClaimedRewardSchema } from '../shared/record-schemas.ts';
import { VoucherConditionsSchema, VoucherDiscountSchema } from '../shared/voucher-terms-schemas.ts';

/** Everything that a checkout needs to honour a code; amounts are decimals of `currency`. */
export const VoucherSchema = Type.Object(
  {
    code: Nullable(
      Type.String({
        description:
          'The code in the form in which the server gave it. Null for a gift card: answers do not show its code.',
      }),
    ),
    state: StringEnum(['usable', 'used', 'refunded', 'expired'], {
      description: '`refunded`: the claim was taken back or has lapsed.',
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
            "The customer who referred the friend, for a friend's voucher. Such a voucher belongs to no customer, so `customer` and `claimed_reward` are null. For other vouchers this member is null.",
        },
      ),
    ),
  },
  { title: 'VoucherLookup' },
);
export type Voucher = Static<typeof VoucherSchema>;

export const VoucherAnswerSchema = Type.Object({ voucher: VoucherSchema });
