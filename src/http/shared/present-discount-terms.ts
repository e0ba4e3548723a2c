import { toDecimal } from '../../domain/core/money.ts';
import type {
  CollectionDiscountProperties,
  Discount,
  RewardProperties,
} from '../../domain/programs/reward-kinds.ts';
import { platformInteger } from './platform-integer.ts';
import type { RewardDefinition } from './reward-definition-schema.ts';

type DiscountTerms = Pick<
  RewardDefinition,
  | 'method'
  | 'discount_type'
  | 'discount_amount'
  | 'minimum_spend'
  | 'min_redemption_amount'
  | 'max_redemption_amount'
  | 'max_free_shipping'
  | 'order_type'
  | 'target_type'
  | 'target_collections'
  | 'recurring_cycle_limit'
>;

/** The terms of a reward without a discount. */
const NOTHING: Omit<DiscountTerms, 'method'> = {
  discount_type: 'custom',
  discount_amount: 0,
  minimum_spend: 0,
  min_redemption_amount: 0,
  max_redemption_amount: 0,
  max_free_shipping: null,
  order_type: 'all',
  target_type: 'all',
  target_collections: [],
  recurring_cycle_limit: 0,
};

/**
 * The discount of a reward, the goods it applies to, and its conditions for orders; amounts as decimals of `currency`.
 */
export function presentDiscountTerms(properties: RewardProperties, currency: string): DiscountTerms {
  const decimal = (minor: number | null) => toDecimal(minor ?? 0, currency);
  switch (properties.kind) {
    case 'gift_card':
      return {
        ...NOTHING,
        method: 'gift_card',
        discount_type: 'flat',
        discount_amount: decimal(properties.initial_balance_minor),
      };
    case 'cart_discount_voucher':
      return {
        ...NOTHING,
        method: 'voucher',
        ...discountPart(properties.discount, currency),
        minimum_spend: decimal(properties.minimum_spend_minor),
        order_type: properties.applies_to_order_type,
        target_type: properties.target_collections.length > 0 ? 'collection' : 'all',
        target_collections: properties.target_collections,
        recurring_cycle_limit: properties.recurring_cycle_limit ?? 0,
      };
    case 'cart_variable_discount_voucher':
      return {
        ...NOTHING,
        method: 'voucher',
        discount_type: 'flat',
        minimum_spend: decimal(properties.minimum_spend_before_discount_minor),
        min_redemption_amount: decimal(properties.minimum_discount_minor),
        max_redemption_amount: decimal(properties.maximum_discount_minor),
        order_type: properties.applies_to_order_type,
      };
    case 'free_shipping_voucher': {
      const { max_shipping_minor } = properties;
      const max_free_shipping = max_shipping_minor === null ? null : decimal(max_shipping_minor);
      return { ...NOTHING, method: 'voucher', target_type: 'shipping', max_free_shipping };
    }
    case 'product_discount_voucher':
      return {
        ...NOTHING,
        method: 'voucher',
        discount_type: 'percentage',
        discount_amount: properties.percentage,
        target_type: 'product',
      };
    case 'collection_discount_voucher':
      return {
        ...NOTHING,
        method: 'voucher',
        ...discountPart(properties.discount, currency),
        minimum_spend: decimal(properties.minimum_spend_minor),
        target_type: 'collection',
        target_collections: [targetCollection(properties)],
      };
    case 'product_cart':
      return {
        ...NOTHING,
        method: 'store_fulfilment',
        minimum_spend: decimal(properties.cart_requirements.minimum_cart_total_minor),
        target_type: 'product',
      };
    case 'active_subscription_discount_voucher':
      return {
        ...NOTHING,
        method: 'voucher',
        ...discountPart(properties.discount, currency),
        order_type: 'subscription',
        recurring_cycle_limit: properties.recurring_cycle_limit ?? 0,
      };
    case 'active_subscription_product':
      return { ...NOTHING, method: 'store_fulfilment', order_type: 'subscription', target_type: 'product' };
    case 'custom':
      return { ...NOTHING, method: 'store_fulfilment', target_type: 'custom' };
  }
}

function discountPart(
  discount: Discount,
  currency: string,
): Pick<DiscountTerms, 'discount_type' | 'discount_amount'> {
  return discount.discount_type === 'fixed'
    ? { discount_type: 'flat', discount_amount: toDecimal(discount.amount_minor, currency) }
    : { discount_type: 'percentage', discount_amount: discount.percentage };
}

function targetCollection({ collection }: CollectionDiscountProperties) {
  return {
    id: platformInteger(collection.id),
    url: collection.url ?? '',
    restriction_text: collection.title ?? '',
  };
}
