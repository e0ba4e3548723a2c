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
  percentageDiscount,
  presentEnds,
  usage_status,
  voucherRedemption,
} from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

type Properties = PropertiesOf<'collection_discount_voucher'>;

const DiscountedCollectionSchema = Type.Object(
  {
    id: Type.String({ description: "The collection's id in the store's platform." }),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
  },
  { title: 'DiscountedCollection' },
);

const fields = { collection: DiscountedCollectionSchema, minimum_spend: Nullable(MoneySchema) };
const claimedFields = {
  kind: Type.Literal('collection_discount_voucher'),
  usage_status,
  code,
  ...fields,
  ...ends,
};

/** The terms of a voucher, offered or claimed. */
function presentTerms(view: StorefrontView, { collection, discount, minimum_spend_minor }: Properties) {
  const minimum_spend = moneyOrNull(view, minimum_spend_minor);
  return { collection, ...presentDiscount(view, discount), minimum_spend };
}

export const COLLECTION_DISCOUNT_VOUCHER = storefrontReward({
  name: 'CollectionDiscountVoucher',
  properties: Type.Union(
    [
      Type.Object({ ...fields, ...fixedDiscount }, { title: 'FixedCollectionDiscount' }),
      Type.Object({ ...fields, ...percentageDiscount }, { title: 'PercentageCollectionDiscount' }),
    ],
    { title: 'CollectionDiscount' },
  ),
  presentProperties: presentTerms,
  redeemables: [
    Type.Object({ ...claimedFields, ...fixedDiscount }, { title: 'FixedCollectionDiscountVoucher' }),
    Type.Object(
      { ...claimedFields, ...percentageDiscount },
      { title: 'PercentageCollectionDiscountVoucher' },
    ),
  ],
  presentRedeemable: (view, claim, terms: Properties) => ({
    kind: terms.kind,
    usage_status: claim.usage_status,
    code: claim.code!,
    ...presentTerms(view, terms),
    ...presentEnds(claim),
  }),
  redemption: voucherRedemption(
    'redeemCollectionDiscountVoucher',
    'a discount on the products of a collection',
  ),
});
