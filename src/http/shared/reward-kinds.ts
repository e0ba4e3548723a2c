import type {
  ClaimTerms,
  Discount,
  KindForFriends,
  PropertiesOf,
  RewardKind,
  RewardProperties,
  TermsOf,
} from '../../domain/programs/reward-kinds.ts';
import { platformInteger } from './platform-integer.ts';
import { discountIncentive, type RefereeIncentive, shippingIncentive } from './referee-incentives.ts';
import type { DiscountTerms } from './reward-definition-schema.ts';
import type { VoucherConditions } from './voucher-terms-schemas.ts';

/** Converts an amount in minor units to a decimal; null becomes 0. */
type Decimal = (minor: number | null) => number;

/** The discount that a checkout gives for a code. `given_minor`: the amount in the currency in which the claim was given. */
export type TakenOff =
  | { kind: 'amount'; minor: number; given_minor?: number | undefined }
  | { kind: 'percentage'; percentage: number }
  | { kind: 'free_shipping'; max_shipping_minor: number | null }
  | { kind: 'balance' }
  | { kind: 'custom' };

/** A kind of reward as back ends see it. */
interface RewardInBackEnds<P, T> {
  /** The discount of a reward. A field that is absent here has the value of a reward without a discount. */
  discountTerms(properties: P, decimal: Decimal): Pick<DiscountTerms, 'method'> & Partial<DiscountTerms>;
  /** Absent: claims of the kind have no code. */
  takenOff?(terms: T): TakenOff;
  /** The orders for which a code is valid; by default all. Amounts are in minor units until `orNull` converts them. */
  conditions?(terms: T, orNull: (minor: number | null) => number | null): Partial<VoucherConditions>;
}

type OfKind<K extends RewardKind> = RewardInBackEnds<PropertiesOf<K>, TermsOf<K>> &
  (K extends KindForFriends ? { incentive: RefereeIncentive<PropertiesOf<K>> } : { incentive?: undefined });

const termsOfDiscount = (
  discount: Discount,
  decimal: Decimal,
): Pick<DiscountTerms, 'discount_type' | 'discount_amount'> =>
  discount.discount_type === 'fixed'
    ? { discount_type: 'flat', discount_amount: decimal(discount.amount_minor) }
    : { discount_type: 'percentage', discount_amount: discount.percentage };

const off = (discount: Discount): TakenOff =>
  discount.discount_type === 'fixed'
    ? { kind: 'amount', minor: discount.amount_minor }
    : { kind: 'percentage', percentage: discount.percentage };

const KINDS = {
  gift_card: {
    discountTerms: ({ initial_balance_minor }, decimal) => ({
      method: 'gift_card',
      discount_type: 'flat',
      discount_amount: decimal(initial_balance_minor),
    }),
    takenOff: () => ({ kind: 'balance' }),
  },
  cart_discount_voucher: {
    discountTerms: (properties, decimal) => ({
      method: 'voucher',
      ...termsOfDiscount(properties.discount, decimal),
      minimum_spend: decimal(properties.minimum_spend_minor),
      order_type: properties.applies_to_order_type,
      target_type: properties.target_collections.length > 0 ? 'collection' : 'all',
      target_collections: properties.target_collections,
      recurring_cycle_limit: properties.recurring_cycle_limit ?? 0,
    }),
    takenOff: ({ discount }) => off(discount),
    conditions: (terms, orNull) => ({
      minimum_spend: orNull(terms.minimum_spend_minor),
      order_type: terms.applies_to_order_type,
      recurring_cycle_limit: terms.recurring_cycle_limit,
      collection_ids: terms.target_collections.map(({ id }) => String(id)),
    }),
    incentive: discountIncentive('cart_discount_voucher'),
  },
  cart_variable_discount_voucher: {
    discountTerms: (properties, decimal) => ({
      method: 'voucher',
      discount_type: 'flat',
      minimum_spend: decimal(properties.minimum_spend_before_discount_minor),
      min_redemption_amount: decimal(properties.minimum_discount_minor),
      max_redemption_amount: decimal(properties.maximum_discount_minor),
      order_type: properties.applies_to_order_type,
    }),
    takenOff: ({ discount_minor: minor, asked_minor: given_minor }) => ({
      kind: 'amount',
      minor,
      given_minor,
    }),
    conditions: (terms, orNull) => ({
      minimum_spend: orNull(terms.minimum_spend_before_discount_minor),
      minimum_spend_after_discount: orNull(terms.minimum_spend_after_discount_minor),
      order_type: terms.applies_to_order_type,
    }),
  },
  free_shipping_voucher: {
    discountTerms: ({ max_shipping_minor }, decimal) => ({
      method: 'voucher',
      target_type: 'shipping',
      max_free_shipping: max_shipping_minor === null ? null : decimal(max_shipping_minor),
    }),
    takenOff: ({ max_shipping_minor }) => ({ kind: 'free_shipping', max_shipping_minor }),
    incentive: shippingIncentive('free_shipping_voucher'),
  },
  product_discount_voucher: {
    discountTerms: ({ percentage }) => ({
      method: 'voucher',
      discount_type: 'percentage',
      discount_amount: percentage,
      target_type: 'product',
    }),
    takenOff: ({ percentage }) => ({ kind: 'percentage', percentage }),
    conditions: ({ product: { id, variant_id } }) => ({ product: { id, variant_id } }),
  },
  collection_discount_voucher: {
    discountTerms: ({ discount, minimum_spend_minor, collection: { id, title, url } }, decimal) => ({
      method: 'voucher',
      ...termsOfDiscount(discount, decimal),
      minimum_spend: decimal(minimum_spend_minor),
      target_type: 'collection',
      target_collections: [{ id: platformInteger(id), url: url ?? '', restriction_text: title ?? '' }],
    }),
    takenOff: ({ discount }) => off(discount),
    conditions: ({ minimum_spend_minor, collection }, orNull) => ({
      minimum_spend: orNull(minimum_spend_minor),
      collection_ids: [collection.id],
    }),
  },
  product_cart: {
    discountTerms: ({ cart_requirements }, decimal) => ({
      method: 'store_fulfilment',
      minimum_spend: decimal(cart_requirements.minimum_cart_total_minor),
      target_type: 'product',
    }),
  },
  active_subscription_discount_voucher: {
    discountTerms: ({ discount, recurring_cycle_limit }, decimal) => ({
      method: 'voucher',
      ...termsOfDiscount(discount, decimal),
      order_type: 'subscription',
      recurring_cycle_limit: recurring_cycle_limit ?? 0,
    }),
  },
  active_subscription_product: {
    discountTerms: () => ({ method: 'store_fulfilment', order_type: 'subscription', target_type: 'product' }),
  },
  custom: {
    discountTerms: () => ({ method: 'store_fulfilment', target_type: 'custom' }),
    takenOff: () => ({ kind: 'custom' }),
  },
} satisfies { [K in RewardKind]: OfKind<K> };

/** The functions of a kind take properties and terms of the same kind. */
export function rewardInBackEnds(kind: RewardKind): RewardInBackEnds<RewardProperties, ClaimTerms> {
  return KINDS[kind];
}

/** The incentive of a friend who gets a reward of a kind. Its functions take properties of the same kind. */
export function incentiveOf(kind: KindForFriends): RefereeIncentive<PropertiesOf<KindForFriends>> {
  return KINDS[kind].incentive;
}

export type IncentiveSchemas = (typeof KINDS)[KindForFriends]['incentive']['schemas'];
