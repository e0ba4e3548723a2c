import { Type } from '@sinclair/typebox';
import type { PropertiesOf, TermsOf } from '../../../domain/programs/reward-kinds.ts';
import { AmountInput } from '../../amounts.ts';
import { requestedAmount } from '../../requested-amount.ts';
import { MoneySchema, Nullable } from '../../schema-helpers.ts';
import { givenMoney } from '../../shared/promised-view.ts';
import {
  code,
  ends,
  moneyOrNull,
  OrderTypeSchema,
  presentEnds,
  presentVoucherCode,
  usage_status,
  WITH_VOUCHER_CODE,
} from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

export const CART_VARIABLE_DISCOUNT_VOUCHER = storefrontReward({
  name: 'CartVariableDiscountVoucher',
  properties: Type.Object(
    {
      minimum_discount: MoneySchema,
      maximum_discount: MoneySchema,
      minimum_spend_before_discount: Nullable(MoneySchema),
      minimum_spend_after_discount: Nullable(MoneySchema),
      applies_to_order_type: OrderTypeSchema,
    },
    { title: 'CartVariableDiscount', description: 'The customer chooses the amount, within the bounds.' },
  ),
  presentProperties: (view, properties: PropertiesOf<'cart_variable_discount_voucher'>) => ({
    minimum_discount: view.money(properties.minimum_discount_minor),
    maximum_discount: view.money(properties.maximum_discount_minor),
    minimum_spend_before_discount: moneyOrNull(view, properties.minimum_spend_before_discount_minor),
    minimum_spend_after_discount: moneyOrNull(view, properties.minimum_spend_after_discount_minor),
    applies_to_order_type: properties.applies_to_order_type,
  }),
  redeemables: [
    Type.Object(
      {
        kind: Type.Literal('cart_variable_discount_voucher'),
        usage_status,
        discount: MoneySchema,
        code,
        applies_to_order_type: OrderTypeSchema,
        ...ends,
      },
      { title: 'CartVariableDiscountVoucher' },
    ),
  ],
  presentRedeemable: (view, claim, terms: TermsOf<'cart_variable_discount_voucher'>) => ({
    kind: terms.kind,
    usage_status: claim.usage_status,
    discount:
      terms.asked_minor === undefined
        ? view.money(terms.discount_minor)
        : givenMoney(view, claim, terms.asked_minor),
    code: claim.code!,
    applies_to_order_type: terms.applies_to_order_type,
    ...presentEnds(claim),
  }),
  redemption: {
    operationId: 'redeemCartVariableDiscountVoucher',
    description:
      'Takes the points for the chosen discount and gives the code of a voucher for it. A ' +
      "`discount_amount` outside the reward's bounds is a 400.",
    refusals: ['voucher_allocation_failed'],
    body: {
      title: 'RedeemVariableDiscount',
      fields: {
        discount_amount: AmountInput({
          description:
            "The discount that the customer chooses, in the site's currency and within the reward's bounds. Its cost is rounded up to whole points.",
        }),
      },
    },
    answer: WITH_VOUCHER_CODE,
    ask: ({ discount_amount }, currency) => ({ discount: requestedAmount(discount_amount, currency) }),
    present: presentVoucherCode,
  },
});
