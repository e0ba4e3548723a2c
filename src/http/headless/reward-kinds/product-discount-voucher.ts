import { Type } from '@sinclair/typebox';
import { presentPercentage } from '../../../domain/core/money.ts';
import type { PropertiesOf } from '../../../domain/programs/reward-kinds.ts';
import { Nullable, PercentageSchema } from '../../schema-helpers.ts';
import { code, ends, presentEnds, usage_status, voucherRedemption } from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

type Properties = PropertiesOf<'product_discount_voucher'>;

const DiscountedProductSchema = Type.Object(
  {
    id: Type.String({ description: "The product's id in the store's platform." }),
    image_url: Nullable(Type.String()),
    variant_id: Nullable(
      Type.String({ description: 'The only variant with the discount. Null: all variants have it.' }),
    ),
  },
  { title: 'DiscountedProduct' },
);

export const PRODUCT_DISCOUNT_VOUCHER = storefrontReward({
  name: 'ProductDiscountVoucher',
  properties: Type.Object(
    { product: DiscountedProductSchema, discount: PercentageSchema },
    { title: 'ProductDiscount' },
  ),
  presentProperties: (view, { product, percentage }: Properties) => ({
    product,
    discount: presentPercentage(percentage, view.language),
  }),
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('product_discount_voucher'),
        usage_status,
        code,
        product: DiscountedProductSchema,
        discount: PercentageSchema,
        ...ends,
      },
      { title: 'ProductDiscountVoucher' },
    ),
  ],
  presentRedeemable: (view, claim, { kind, product, percentage }: Properties) => ({
    kind,
    usage_status: claim.usage_status,
    code: claim.code!,
    product,
    discount: presentPercentage(percentage, view.language),
    ...presentEnds(claim),
  }),
  redemption: voucherRedemption('redeemProductDiscountVoucher', 'a discount on a product'),
});
