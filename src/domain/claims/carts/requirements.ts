import type { ProductCartProperties } from '../../programs/reward-kinds.ts';
import type { CartContents } from './cart.ts';

export type CartRequirements = ProductCartProperties['cart_requirements'];

type Fulfilled = { state: 'no_requirement' } | { state: 'requirement_met' };

/** A cart compared with a reward's requirements; amounts in minor units of the program's currency. */
export interface CartRequirementsDetail {
  minimum_cart_total:
    | Fulfilled
    | { state: 'requirement_not_met'; required_minor: number; total_minor: number };
  minimum_line_item_quantity: Fulfilled | { state: 'requirement_not_met'; additional_quantity: number };
}

export function hasRequirements(requirements: CartRequirements): boolean {
  return requirements.minimum_cart_total_minor !== null || requirements.minimum_line_item_count !== null;
}

/** Redeemed products do not count as items of the cart. */
export function holdAgainst(
  { minimum_cart_total_minor: total, minimum_line_item_count: count }: CartRequirements,
  cart: Pick<CartContents, 'total_minor' | 'item_count'>,
): CartRequirementsDetail {
  return {
    minimum_cart_total:
      total === null
        ? { state: 'no_requirement' }
        : cart.total_minor >= total
          ? { state: 'requirement_met' }
          : { state: 'requirement_not_met', required_minor: total, total_minor: cart.total_minor },
    minimum_line_item_quantity:
      count === null
        ? { state: 'no_requirement' }
        : cart.item_count >= count
          ? { state: 'requirement_met' }
          : { state: 'requirement_not_met', additional_quantity: count - cart.item_count },
  };
}

export function areMet(detail: CartRequirementsDetail): boolean {
  return (
    detail.minimum_cart_total.state !== 'requirement_not_met' &&
    detail.minimum_line_item_quantity.state !== 'requirement_not_met'
  );
}
