import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { REDEMPTION_ATTRIBUTE } from '../../domain/claims/redeemed-line.ts';
import { isInForm, type ProductTerms } from '../../domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { timestamp } from '../schema-helpers.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ActiveCartRedemptionBody } from './cart-redemption-schemas.ts';
import { presentCartState } from './present-cart-requirements.ts';

/** The product of a claim, with the rest of its stock. */
export function presentProduct(
  claim: Pick<ClaimView, 'reward_id'>,
  { product, variant }: ProductTerms,
  stock: StockLevels,
) {
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    url: product.url,
    image_url: product.image_url,
    variant: {
      id: variant.id,
      title: variant.title,
      inventory_count: stock.remaining(claim.reward_id, variant.id),
    },
  };
}

/** A product claim that waits in a cart. `isActiveCartRedemption` is true for `claim`. */
export function presentActiveCartRedemption(
  view: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): ActiveCartRedemptionBody {
  const { terms } = claim;
  if (!isInForm(terms, 'cart_line')) throw new Error(`claim ${claim.id} is no product in a cart`);
  return {
    id: claim.redemption_id!,
    claimed_reward_id: claim.id,
    expires_at: timestamp(claim.auto_refund_at!),
    product: presentProduct(claim, terms, stock),
    quantity: claim.quantity,
    cart_id: claim.cart_id!,
    cart_line: {
      kind: 'platform',
      merchandise_id: terms.variant.id,
      product_id: terms.product.id,
      quantity: claim.quantity,
      attributes: [{ key: REDEMPTION_ATTRIBUTE, value: claim.redemption_id! }],
    },
    current_cart_state: presentCartState(view, claim, terms.cart_requirements),
  };
}
