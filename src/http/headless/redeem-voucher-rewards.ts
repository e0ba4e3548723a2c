import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { RewardKind } from '../../domain/programs/reward-kinds.ts';
import { AmountInput } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { requestedAmount } from '../requested-amount.ts';
import { platformId } from '../schema-helpers.ts';
import { type Redeemed, redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { HeadlessParams } from './site.ts';

const RedeemRewardSchema = Type.Object(redeemFields, { title: 'RedeemReward' });

const RedeemVariableDiscountSchema = Type.Object(
  {
    ...redeemFields,
    discount_amount: AmountInput({
      description:
        "The discount wanted, in the site's currency, within the reward's bounds. Its cost is rounded up to whole points.",
    }),
  },
  { title: 'RedeemVariableDiscount' },
);

const RedeemedVoucherSchema = Type.Object(
  {
    ...redeemedFields,
    voucher_code: Type.String({ description: 'What the customer types at the checkout.' }),
  },
  { title: 'RedeemedVoucher' },
);

interface VoucherKind {
  kind: RewardKind;
  operationId: string;
  /** The benefit of the voucher. */
  gives: string;
  refusals?: string[];
}

const VOUCHER_KINDS: readonly VoucherKind[] = [
  {
    kind: 'cart_discount_voucher',
    operationId: 'redeemCartDiscountVoucher',
    gives: 'a discount on a cart',
  },
  {
    kind: 'free_shipping_voucher',
    operationId: 'redeemFreeShippingVoucher',
    gives: 'free shipping',
  },
  {
    kind: 'product_discount_voucher',
    operationId: 'redeemProductDiscountVoucher',
    gives: 'a discount on a product',
  },
  {
    kind: 'collection_discount_voucher',
    operationId: 'redeemCollectionDiscountVoucher',
    gives: 'a discount on the products of a collection',
  },
  {
    kind: 'active_subscription_discount_voucher',
    operationId: 'redeemActiveSubscriptionDiscountVoucher',
    gives: 'a discount on a running subscription',
    refusals: ['no_subscription_integration_configured'],
  },
];

export function redeemVoucherRewardRoutes(app: App, deps: Deps): void {
  for (const voucher of VOUCHER_KINDS) redeemVoucherRoute(app, deps, voucher);
}

function redeemVoucherRoute(app: App, deps: Deps, { kind, operationId, gives, refusals = [] }: VoucherKind) {
  app.post(
    `/rewards/${kind}/redeem`,
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId,
        tags: ['Customer-facing'],
        summary: `Redeem a ${kind} reward`,
        description: `Takes the points and gives the code of a voucher for ${gives}. ${refusedWith('voucher_allocation_failed', ...refusals)}`,
        params: HeadlessParams,
        body: RedeemRewardSchema,
        response: { 201: RedeemedVoucherSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id } = request.body;
      return redeem(
        deps,
        request,
        reply,
        () => ({ kind, reward_id, customer_merchant_id: platformId(customer_merchant_id) }),
        presentCode,
      );
    },
  );
}

export function redeemVariableDiscountRoute(app: App, deps: Deps): void {
  const kind = 'cart_variable_discount_voucher';
  app.post(
    `/rewards/${kind}/redeem`,
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemCartVariableDiscountVoucher',
        tags: ['Customer-facing'],
        summary: `Redeem a ${kind} reward`,
        description:
          'Takes as many points as the discount asked for costs and gives the code of a voucher for it. ' +
          `A \`discount_amount\` out of the reward's bounds is a 400. ${refusedWith('voucher_allocation_failed')}`,
        params: HeadlessParams,
        body: RedeemVariableDiscountSchema,
        response: { 201: RedeemedVoucherSchema },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id, discount_amount } = request.body;
      return redeem(
        deps,
        request,
        reply,
        ({ currency }) => ({
          kind,
          reward_id,
          customer_merchant_id: platformId(customer_merchant_id),
          discount: requestedAmount(discount_amount, currency),
        }),
        presentCode,
      );
    },
  );
}

function presentCode({ claim }: Redeemed): { voucher_code: string } {
  return { voucher_code: claim.code! };
}
