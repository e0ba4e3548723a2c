import type { Reward } from '../../domain/programs/configuration.ts';
import type { CartVariableDiscountProperties, ClaimTerms } from '../../domain/programs/reward-kinds.ts';
import type { PageContext } from './page-context.ts';

/** The carts and goods for which a reward is valid. */
export function rewardConditions(page: PageContext, { properties }: Reward): string[] {
  const { say, view } = page;
  switch (properties.kind) {
    case 'cart_discount_voucher':
      return [
        ...cartTotal(page, properties.minimum_spend_minor),
        ...properties.target_collections.map(({ restriction_text }) => restriction_text),
      ];
    case 'cart_variable_discount_voucher': {
      const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
      return [
        `${view.money(least).formatted} – ${view.money(most).formatted}`,
        ...cartTotal(page, leastCart(properties)),
      ];
    }
    case 'free_shipping_voucher': {
      const { max_shipping_minor: most } = properties;
      return most === null ? [] : [`≤ ${view.money(most).formatted}`];
    }
    case 'collection_discount_voucher':
      return [
        ...cartTotal(page, properties.minimum_spend_minor),
        ...(properties.collection.title === null ? [] : [properties.collection.title]),
      ];
    case 'product_cart': {
      const { minimum_cart_total_minor, minimum_line_item_count: count } = properties.cart_requirements;
      return [
        ...cartTotal(page, minimum_cart_total_minor),
        ...(count === null ? [] : [say('page_cart_items', { count })]),
      ];
    }
    case 'gift_card':
    case 'product_discount_voucher':
    case 'active_subscription_discount_voucher':
    case 'active_subscription_product':
    case 'custom':
      return [];
  }
}

/** The carts for which a claim is valid, on its own terms. */
export function claimConditions(page: PageContext, terms: ClaimTerms): string[] {
  switch (terms.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
      return cartTotal(page, terms.minimum_spend_minor);
    case 'cart_variable_discount_voucher':
      return cartTotal(page, leastCart({ ...terms, minimum_discount_minor: terms.discount_minor }));
    case 'product_cart':
      return cartTotal(page, terms.cart_requirements.minimum_cart_total_minor);
    default:
      return [];
  }
}

function cartTotal({ say, view }: PageContext, minor: number | null): string[] {
  return minor === null ? [] : [say('page_cart_total', { amount: view.money(minor).formatted })];
}

/** The smallest cart for a discount of an open amount, in minor units; null: any. */
function leastCart({
  minimum_discount_minor,
  minimum_spend_before_discount_minor: before,
  minimum_spend_after_discount_minor: after,
}: Pick<
  CartVariableDiscountProperties,
  'minimum_discount_minor' | 'minimum_spend_before_discount_minor' | 'minimum_spend_after_discount_minor'
>): number | null {
  if (before === null && after === null) return null;
  return Math.max(before ?? 0, after === null ? 0 : after + minimum_discount_minor);
}
