import { presentPercentage } from '../../domain/core/money.ts';
import type { Reward } from '../../domain/programs/configuration.ts';
import type {
  CartDiscountProperties,
  ProductCartProperties,
  RewardProduct,
} from '../../domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { presentDiscount } from '../shared/present-discount.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { AvailableRewardBody } from './reward-schemas.ts';

type Terms<Body> = Body extends unknown ? Omit<Body, 'variant' | 'context'> : never;
/** The part of a reward that is the same for all customers, except its stock. */
type RewardTermsBody = Terms<AvailableRewardBody>;

/** The terms of a reward. Its stock is the initial one of the program file. */
export function presentRewardTerms(view: StorefrontView, reward: Reward): RewardTermsBody {
  const { properties } = reward;
  const common = {
    id: reward.id,
    limit: reward.limit && { count: reward.limit.count, interval: reward.limit.interval },
  };
  switch (properties.kind) {
    case 'gift_card': {
      const initial_balance = view.money(properties.initial_balance_minor);
      return { ...common, kind: properties.kind, properties: { initial_balance } };
    }
    case 'cart_discount_voucher':
      return { ...common, kind: properties.kind, properties: presentCartDiscount(view, properties) };
    case 'cart_variable_discount_voucher':
      return {
        ...common,
        kind: properties.kind,
        properties: {
          minimum_discount: view.money(properties.minimum_discount_minor),
          maximum_discount: view.money(properties.maximum_discount_minor),
          minimum_spend_before_discount: money(view, properties.minimum_spend_before_discount_minor),
          minimum_spend_after_discount: money(view, properties.minimum_spend_after_discount_minor),
          applies_to_order_type: properties.applies_to_order_type,
        },
      };
    case 'free_shipping_voucher': {
      const max_shipping = money(view, properties.max_shipping_minor);
      return { ...common, kind: properties.kind, properties: { max_shipping } };
    }
    case 'product_discount_voucher': {
      const { kind, product, percentage } = properties;
      const discount = presentPercentage(percentage, view.language);
      return { ...common, kind, properties: { product, discount } };
    }
    case 'collection_discount_voucher': {
      const { kind, collection, discount, minimum_spend_minor } = properties;
      const minimum_spend = money(view, minimum_spend_minor);
      return {
        ...common,
        kind,
        properties: { collection, ...presentDiscount(view, discount), minimum_spend },
      };
    }
    case 'product_cart':
      return { ...common, kind: properties.kind, properties: presentProductCart(view, properties) };
    case 'active_subscription_discount_voucher': {
      const { kind, discount, recurring_cycle_limit } = properties;
      return { ...common, kind, properties: { ...presentDiscount(view, discount), recurring_cycle_limit } };
    }
    case 'active_subscription_product': {
      const product = presentRewardProduct(properties.product);
      return { ...common, kind: properties.kind, properties: { product } };
    }
    case 'custom': {
      const { kind, ...terms } = properties;
      return { ...common, kind, properties: terms };
    }
  }
}

/** The same terms with the rest of each variant's stock. */
export function withStock<Body extends RewardTermsBody>(body: Body, stock: StockLevels): Body {
  if (body.kind !== 'product_cart' && body.kind !== 'active_subscription_product') return body;
  const { product } = body.properties;
  if (product.variants.every((variant) => variant.inventory_count === null)) return body;
  const variants = product.variants.map((variant) => ({
    ...variant,
    inventory_count: variant.inventory_count === null ? null : stock.remaining(body.id, variant.id),
  }));
  return { ...body, properties: { ...body.properties, product: { ...product, variants } } };
}

/** The terms of a voucher, offered or claimed. */
export function presentCartDiscount(view: StorefrontView, terms: CartDiscountProperties) {
  return {
    ...presentDiscount(view, terms.discount),
    applies_to_order_type: terms.applies_to_order_type,
    recurring_cycle_limit: terms.recurring_cycle_limit,
    supports_active_subscriptions: terms.supports_active_subscriptions,
    minimum_spend: money(view, terms.minimum_spend_minor),
  };
}

function presentProductCart(view: StorefrontView, { product, ...terms }: ProductCartProperties) {
  const { minimum_cart_total_minor, minimum_line_item_count } = terms.cart_requirements;
  return {
    product: presentRewardProduct(product),
    max_redemptions_per_cart: terms.max_redemptions_per_cart,
    cart_requirements: {
      minimum_cart_total: money(view, minimum_cart_total_minor),
      minimum_line_item_count,
    },
  };
}

function presentRewardProduct(product: RewardProduct) {
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    url: product.url,
    image_url: product.image_url,
    variants: product.variants.map((variant, index) => ({
      id: variant.id,
      title: variant.title,
      inventory_count: variant.inventory_count,
      sort_key: index + 1,
    })),
  };
}

function money(view: StorefrontView, minor: number | null) {
  return minor === null ? null : view.money(minor);
}
