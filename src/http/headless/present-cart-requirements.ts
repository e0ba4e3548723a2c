import { areMet, type CartRequirementsDetail, holdAgainst } from '../../domain/claims/carts/requirements.ts';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { ProductTerms } from '../../domain/programs/reward-kinds.ts';
import type { CanRedeem } from '../../domain/storefront/customer.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ActiveCartRedemptionBody } from './cart-redemption-schemas.ts';
import type { CartRequirementsDetailBody } from './cart-requirements-schemas.ts';
import type { AvailableRewardBody } from './reward-schemas.ts';

const NEVER_GIVEN = { total_minor: 0, item_count: 0, redemption_ids: [] };

/** The state of an active redemption's cart. A cart that was never sent counts as empty. */
export function presentCartState(
  view: StorefrontView,
  { redemption_id, cart }: ClaimView,
  requirements: ProductTerms['cart_requirements'],
): ActiveCartRedemptionBody['current_cart_state'] {
  const contents = cart ?? NEVER_GIVEN;
  const detail = holdAgainst(requirements, contents);
  return {
    in_cart: contents.redemption_ids.includes(redemption_id!),
    cart_requirements_met: areMet(detail),
    cart_requirements_detail: presentDetail(view, detail),
  };
}

export function presentCanRedeem(
  view: StorefrontView,
  can: CanRedeem,
): AvailableRewardBody['context']['can_redeem'] {
  if (can.state !== 'cart_requirements_not_met') return can;
  return { state: can.state, cart_requirements_detail: presentDetail(view, can.cart_requirements_detail) };
}

function presentDetail(view: StorefrontView, detail: CartRequirementsDetail): CartRequirementsDetailBody {
  const { minimum_cart_total: total, minimum_line_item_quantity: quantity } = detail;
  return {
    minimum_cart_total:
      total.state === 'requirement_not_met'
        ? {
            state: total.state,
            additional_amount_required: view.moneyBetween(total.total_minor, total.required_minor),
          }
        : total,
    minimum_line_item_quantity:
      quantity.state === 'requirement_not_met'
        ? { state: quantity.state, additional_quantity_required: quantity.additional_quantity }
        : quantity,
  };
}
