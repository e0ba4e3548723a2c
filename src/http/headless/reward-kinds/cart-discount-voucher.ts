import { Type } from '@sinclair/typebox';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import { MoneySchema, Nullable } from '../../schema-helpers.ts';
import { presentDiscount } from '../../shared/present-discount.ts';
import type { StorefrontView } from '../../shared/storefront-view.ts';
import {
  code,
  ends,
  fixedDiscount,
  moneyOrNull,
  OrderTypeSchema,
  percentageDiscount,
  presentEnds,
  usage_status,
  voucherRedemption,
} from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

type Properties = PropertiesOf<'cart_discount_voucher'>;

const orders = {
  applies_to_order_type: OrderTypeSchema,
  recurring_cycle_limit: Nullable(Type.Integer()),
  supports_active_subscriptions: Type.Boolean(),
};
const fields = { ...orders, minimum_spend: Nullable(MoneySchema) };
const claimedFields = {
  kind: Type.Literal('cart_discount_voucher'),
  usage_status,
  ...orders,
  code,
  minimum_spend: Nullable(MoneySchema),
  ...ends,
};

/** The terms of a voucher, offered or claimed. */
function presentTerms(view: StorefrontView, terms: Properties) {
  return {
    ...presentDiscount(view, terms.discount),
    applies_to_order_type: terms.applies_to_order_type,
    recurring_cycle_limit: terms.recurring_cycle_limit,
    supports_active_subscriptions: terms.supports_active_subscriptions,
    minimum_spend: moneyOrNull(view, terms.minimum_spend_minor),
  };
}

export const CART_DISCOUNT_VOUCHER = storefrontReward({
  name: 'CartDiscountVoucher',
  properties: Type.Union(
    [
      Type.Object({ ...fixedDiscount, ...fields }, { title: 'FixedCartDiscount' }),
      Type.Object({ ...percentageDiscount, ...fields }, { title: 'PercentageCartDiscount' }),
    ],
    { title: 'CartDiscount' },
  ),
  presentProperties: presentTerms,
  redeemables: [
    Type.Object({ ...claimedFields, ...fixedDiscount }, { title: 'FixedCartDiscountVoucher' }),
    Type.Object({ ...claimedFields, ...percentageDiscount }, { title: 'PercentageCartDiscountVoucher' }),
  ],
  presentRedeemable: (view, claim, terms: Properties) => ({
    kind: terms.kind,
    usage_status: claim.usage_status,
    code: claim.code!,
    ...presentTerms(view, terms),
    ...presentEnds(claim),
  }),
  redemption: voucherRedemption('redeemCartDiscountVoucher', 'a discount on a cart'),
});
