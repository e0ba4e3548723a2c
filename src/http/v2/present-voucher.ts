import type { ClaimRecord } from '../../domain/claims/claim-record.ts';
import { givenAmount, type Promised, promisedAmount } from '../../domain/claims/promised-amounts.ts';
import { toDecimal } from '../../domain/core/money.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { FriendsVoucher } from '../../domain/operations/get-voucher.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Discount } from '../../domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { presentCustomerSummary } from '../shared/present-customer-summary.ts';
import { presentProgramClaimedReward } from '../shared/present-program-claimed-reward.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { Voucher } from './voucher-schema.ts';

/**
 * A claim with a code, as a checkout needs it at `now` (ms): the discount, its conditions, and whether it is still
 * valid.
 */
export function presentVoucher(
  view: StorefrontView,
  currency: string,
  customer: CustomerRow,
  claim: ClaimRecord,
  stock: StockLevels,
  now: number,
): Voucher {
  const { program } = view;
  return {
    code: claim.code,
    state: stateOf(claim, now),
    currency,
    ...presentTerms(program, currency, claim),
    customer: presentCustomerSummary(customer),
    claimed_reward: presentProgramClaimedReward(view, customer, claim, stock),
    referral: null,
  };
}

/** The same for the voucher of a referred friend. */
export function presentFriendsVoucher(
  program: Program,
  currency: string,
  { referral, referrer, terms }: FriendsVoucher,
): Voucher {
  return {
    code: referral.code,
    state: referral.used_at === null ? 'usable' : 'used',
    currency,
    ...presentTerms(program, currency, { ...referral, terms, current_balance_minor: null }),
    customer: null,
    claimed_reward: null,
    referral: { id: referral.id, referrer: presentCustomerSummary(referrer) },
  };
}

/** A gift card that was used in part keeps the state approved when its date has passed. */
function stateOf({ state, usage_status, expires_at }: ClaimRecord, now: number): Voucher['state'] {
  if (state === 'void' || state === 'declined') return 'refunded';
  if (usage_status === 'used') return 'used';
  return state === 'expired' || (expires_at !== null && expires_at <= now) ? 'expired' : 'usable';
}

const UNCONDITIONAL: Voucher['conditions'] = {
  minimum_spend: null,
  minimum_spend_after_discount: null,
  order_type: 'all',
  recurring_cycle_limit: null,
  collection_ids: [],
  product: null,
};

function presentTerms(
  program: Program,
  currency: string,
  claim: Promised & Pick<ClaimRecord, 'terms' | 'current_balance_minor'>,
): Pick<Voucher, 'discount' | 'conditions'> {
  const { terms, current_balance_minor } = claim;
  const decimal = (minor: number) => toDecimal(promisedAmount(program, claim, minor, currency), currency);
  const given = (minor: number) => toDecimal(givenAmount(program, claim, minor, currency), currency);
  const orNull = (minor: number | null) => (minor === null ? null : decimal(minor));
  const off = (discount: Discount): Voucher['discount'] =>
    discount.discount_type === 'fixed'
      ? { kind: 'amount', amount: decimal(discount.amount_minor) }
      : { kind: 'percentage', percentage: discount.percentage };
  const voucher = (discount: Voucher['discount'], conditions: Partial<Voucher['conditions']> = {}) => ({
    discount,
    conditions: { ...UNCONDITIONAL, ...conditions },
  });
  switch (terms.kind) {
    case 'cart_discount_voucher':
      return voucher(off(terms.discount), {
        minimum_spend: orNull(terms.minimum_spend_minor),
        order_type: terms.applies_to_order_type,
        recurring_cycle_limit: terms.recurring_cycle_limit,
        collection_ids: terms.target_collections.map(({ id }) => String(id)),
      });
    case 'cart_variable_discount_voucher':
      return voucher(
        {
          kind: 'amount',
          amount: terms.asked_minor === undefined ? decimal(terms.discount_minor) : given(terms.asked_minor),
        },
        {
          minimum_spend: orNull(terms.minimum_spend_before_discount_minor),
          minimum_spend_after_discount: orNull(terms.minimum_spend_after_discount_minor),
          order_type: terms.applies_to_order_type,
        },
      );
    case 'free_shipping_voucher':
      return voucher({ kind: 'free_shipping', max_shipping: orNull(terms.max_shipping_minor) });
    case 'product_discount_voucher': {
      const { id, variant_id } = terms.product;
      return voucher({ kind: 'percentage', percentage: terms.percentage }, { product: { id, variant_id } });
    }
    case 'collection_discount_voucher':
      return voucher(off(terms.discount), {
        minimum_spend: orNull(terms.minimum_spend_minor),
        collection_ids: [terms.collection.id],
      });
    case 'gift_card':
      return voucher({ kind: 'balance', amount: given(current_balance_minor!) });
    case 'custom':
      return voucher({ kind: 'custom' });
    case 'product_cart':
      throw new Error('a product reward has no code');
  }
}
