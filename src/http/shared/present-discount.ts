import { presentPercentage } from '../../domain/core/money.ts';
import type { Discount } from '../../domain/programs/reward-kinds.ts';
import type { StorefrontView } from './storefront-view.ts';

export function presentDiscount(view: StorefrontView, discount: Discount) {
  if (discount.discount_type === 'fixed') {
    return { discount_type: discount.discount_type, discount: view.money(discount.amount_minor) };
  }
  return {
    discount_type: discount.discount_type,
    discount: presentPercentage(discount.percentage, view.language),
  };
}
