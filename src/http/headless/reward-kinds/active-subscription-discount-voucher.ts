import { Type } from '@sinclair/typebox';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import { Nullable } from '../../schema-helpers.ts';
import { presentDiscount } from '../../shared/present-discount.ts';
import {
  code,
  fixedDiscount,
  percentageDiscount,
  usage_status,
  voucherRedemption,
} from '../reward-fields.ts';
import { presentNoClaim, storefrontReward } from '../reward-kind.ts';

const fields = { recurring_cycle_limit: Nullable(Type.Integer()) };
const claimedFields = {
  kind: Type.Literal('active_subscription_discount_voucher'),
  usage_status,
  code,
  ...fields,
};

export const ACTIVE_SUBSCRIPTION_DISCOUNT_VOUCHER = storefrontReward({
  name: 'SubscriptionDiscountVoucher',
  properties: Type.Union(
    [
      Type.Object({ ...fixedDiscount, ...fields }, { title: 'FixedSubscriptionDiscount' }),
      Type.Object({ ...percentageDiscount, ...fields }, { title: 'PercentageSubscriptionDiscount' }),
    ],
    { title: 'SubscriptionDiscount' },
  ),
  presentProperties: (
    view,
    { discount, recurring_cycle_limit }: PropertiesOf<'active_subscription_discount_voucher'>,
  ) => ({ ...presentDiscount(view, discount), recurring_cycle_limit }),
  redeemables: [
    Type.Object({ ...claimedFields, ...fixedDiscount }, { title: 'FixedSubscriptionDiscountVoucher' }),
    Type.Object(
      { ...claimedFields, ...percentageDiscount },
      { title: 'PercentageSubscriptionDiscountVoucher' },
    ),
  ],
  presentRedeemable: presentNoClaim,
  redemption: voucherRedemption(
    'redeemActiveSubscriptionDiscountVoucher',
    'a discount on a running subscription',
    ['no_subscription_integration_configured'],
  ),
});
