import { Type } from '@sinclair/typebox';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { RewardProduct } from '../../domain/programs/reward-kinds.ts';
import {
  MoneySchema,
  Nullable,
  nullableTimestamp,
  PercentageSchema,
  StringEnum,
  Timestamp,
} from '../schema-helpers.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { Redemption } from './reward-kind.ts';

export const OrderTypeSchema = StringEnum(['all', 'one_time', 'subscription']);

export const fixedDiscount = { discount_type: Type.Literal('fixed'), discount: MoneySchema };
export const percentageDiscount = { discount_type: Type.Literal('percentage'), discount: PercentageSchema };

/** The fields of every product. */
export const productFields = {
  id: Type.String({ description: "The product's id in the store's platform." }),
  handle: Nullable(Type.String()),
  title: Nullable(Type.String()),
  url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
};

export const RewardProductSchema = Type.Object(
  {
    ...productFields,
    variants: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "The variant's id in the store's platform." }),
          title: Nullable(Type.String()),
          inventory_count: Nullable(
            Type.Integer({ description: 'The number of pieces that are left. Null: stock is not tracked.' }),
          ),
          sort_key: Type.Integer(),
        },
        { title: 'RewardProductVariant' },
      ),
    ),
  },
  { title: 'RewardProduct' },
);

/** A product that is offered. Its stock is the initial one of the program file. */
export function presentRewardProduct({ id, handle, title, url, image_url, variants }: RewardProduct) {
  return {
    id,
    handle,
    title,
    url,
    image_url,
    variants: variants.map((variant, index) => ({
      id: variant.id,
      title: variant.title,
      inventory_count: variant.inventory_count,
      sort_key: index + 1,
    })),
  };
}

export const usage_status = StringEnum(['not_used', 'partially_used', 'used']);

/** The code of a voucher, and its expiry. */
export const code = Type.String({ description: 'The voucher code.' });
export const ends = {
  expires_at: Nullable(Timestamp()),
  used_at: Nullable(Timestamp()),
};

export function presentEnds({ expires_at, used_at }: ClaimView) {
  return { expires_at: nullableTimestamp(expires_at), used_at: nullableTimestamp(used_at) };
}

export function moneyOrNull(view: StorefrontView, minor: number | null) {
  return minor === null ? null : view.money(minor);
}

export const NO_MORE_TO_ASK = { title: 'RedeemReward', fields: {} };

const codeOfVoucher = {
  voucher_code: Type.String({ description: 'The code that the customer types at the checkout.' }),
};

/** The answer to the redemption of a voucher. */
export const WITH_VOUCHER_CODE = { title: 'RedeemedVoucher', fields: codeOfVoucher };

export function presentVoucherCode({ claim }: { claim: ClaimView }) {
  return { voucher_code: claim.code! };
}

/** The redemption of a voucher for which the customer chooses nothing. `gives`: the benefit of the voucher. */
export function voucherRedemption(
  operationId: string,
  gives: string,
  refusals: string[] = [],
): Redemption<Record<never, never>, typeof codeOfVoucher> {
  return {
    operationId,
    description: `Takes the points and gives the code of a voucher for ${gives}.`,
    refusals: ['voucher_allocation_failed', ...refusals],
    body: NO_MORE_TO_ASK,
    answer: WITH_VOUCHER_CODE,
    ask: () => ({}),
    present: presentVoucherCode,
  };
}
