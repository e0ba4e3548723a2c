import { Type } from '@sinclair/typebox';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import { MoneySchema, Nullable } from '../../schema-helpers.ts';
import { code, ends, moneyOrNull, presentEnds, usage_status, voucherRedemption } from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

type Properties = PropertiesOf<'free_shipping_voucher'>;

export const FREE_SHIPPING_VOUCHER = storefrontReward({
  name: 'FreeShippingVoucher',
  properties: Type.Object(
    { max_shipping: Nullable(MoneySchema) },
    {
      title: 'FreeShipping',
      description: 'Free shipping. A null `max_shipping` means that all shipping is free.',
    },
  ),
  presentProperties: (view, { max_shipping_minor }: Properties) => ({
    max_shipping: moneyOrNull(view, max_shipping_minor),
  }),
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('free_shipping_voucher'),
        usage_status,
        code,
        max_shipping: Nullable(MoneySchema),
        ...ends,
      },
      { title: 'FreeShippingVoucher' },
    ),
  ],
  presentRedeemable: (view, claim, { kind, max_shipping_minor }: Properties) => ({
    kind,
    usage_status: claim.usage_status,
    code: claim.code!,
    max_shipping: moneyOrNull(view, max_shipping_minor),
    ...presentEnds(claim),
  }),
  redemption: voucherRedemption('redeemFreeShippingVoucher', 'free shipping'),
});
