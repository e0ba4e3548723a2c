import {
  type ClaimView,
  isActiveCartRedemption,
  type ProductTerms,
} from '../../domain/claims/claim-record.ts';
import { REDEMPTION_ATTRIBUTE } from '../../domain/orders/order.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import type { ActiveCartRedemptionBody, ClaimedRewardBody } from './claimed-reward-schemas.ts';
import { presentCartDiscount } from './present-available-reward.ts';
import type { StorefrontView } from './storefront-view.ts';

export function presentClaimedReward(
  view: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): ClaimedRewardBody {
  return {
    id: claim.id,
    claimed_at: timestamp(claim.claimed_at),
    auto_refund_at: nullableTimestamp(claim.auto_refund_at),
    reward_id: claim.reward_id,
    title: claimedTitle(view, claim.reward_id, claim.title),
    state: claim.state,
    source: presentSource(claim),
    redeemable: presentRedeemable(view, claim, stock),
  };
}

/**
 * A claim keeps its title in one language. While the reward still has that title, the reward's words in the
 * reader's language say the same.
 */
export function claimedTitle(view: StorefrontView, rewardId: number, title: string): string {
  for (const variant of view.program.reward(rewardId)?.variants.values() ?? []) {
    if (typeof variant.title !== 'string' && Object.values(variant.title).includes(title)) {
      return view.text(variant.title);
    }
  }
  return title;
}

function presentSource(claim: ClaimView): ClaimedRewardBody['source'] {
  switch (claim.source_kind) {
    case 'points_redemption':
      return { kind: claim.source_kind, points_cost: claim.points_cost };
    case 'rule_completion':
      return { kind: claim.source_kind, rule_id: claim.source_id! };
    case 'tier_entry':
      return { kind: claim.source_kind, tier_id: claim.source_id! };
  }
}

function presentRedeemable(
  view: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): ClaimedRewardBody['redeemable'] {
  const { terms, usage_status } = claim;
  switch (terms.kind) {
    case 'cart_discount_voucher':
      return {
        kind: terms.kind,
        usage_status,
        code: claim.code!,
        ...presentCartDiscount(view, terms),
        expires_at: nullableTimestamp(claim.expires_at),
        used_at: nullableTimestamp(claim.used_at),
      };
    case 'gift_card':
      return {
        kind: terms.kind,
        usage_status,
        code_last_characters: claim.code_last_characters!,
        initial_balance: view.money(claim.initial_balance_minor!),
        current_balance: view.money(claim.current_balance_minor!),
        expires_at: nullableTimestamp(claim.expires_at),
      };
    case 'product_cart':
      return {
        kind: terms.kind,
        usage_status,
        product: presentProduct(claim, terms, stock),
        quantity: claim.quantity,
        used_at: nullableTimestamp(claim.used_at),
        cart_line_identifier: claim.redemption_id!,
        active_cart_redemption: isActiveCartRedemption(claim)
          ? presentActiveCartRedemption(view, claim, stock)
          : null,
      };
  }
}

function presentProduct(claim: ClaimView, { product, variant }: ProductTerms, stock: StockLevels) {
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

/** A product claim that waits in a cart. `claim` is one by `isActiveCartRedemption`. */
export function presentActiveCartRedemption(
  view: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): ActiveCartRedemptionBody {
  const terms = claim.terms as ProductTerms;
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
    current_cart_state: emptyCartState(view, terms.cart_requirements),
  };
}

/** How an empty cart stands against a reward's requirements: no cart was given yet for the redemption's cart_id. */
function emptyCartState(
  view: StorefrontView,
  { minimum_cart_total_minor, minimum_line_item_count }: ProductTerms['cart_requirements'],
): ActiveCartRedemptionBody['current_cart_state'] {
  return {
    in_cart: false,
    cart_requirements_met: !minimum_cart_total_minor && !minimum_line_item_count,
    cart_requirements_detail: {
      minimum_cart_total:
        minimum_cart_total_minor === null
          ? { state: 'no_requirement' }
          : minimum_cart_total_minor === 0
            ? { state: 'requirement_met' }
            : {
                state: 'requirement_not_met',
                additional_amount_required: view.money(minimum_cart_total_minor),
              },
      minimum_line_item_quantity:
        minimum_line_item_count === null
          ? { state: 'no_requirement' }
          : minimum_line_item_count === 0
            ? { state: 'requirement_met' }
            : { state: 'requirement_not_met', additional_quantity_required: minimum_line_item_count },
    },
  };
}
