import type { ClaimRecord, ProductTerms } from '../claims/claim-record.ts';
import { type CartLine, contentsOf, linesByRedemption, type PlatformCart } from './cart.ts';
import { areMet, holdAgainst } from './requirements.ts';

/** So long after redeeming, the line may still be on its way into the cart. */
export const TIME_TO_ADD_MS = 15 * 60 * 1000;

/** What a storefront is asked to do with its cart. */
export interface RequestedCartAction {
  kind: 'remove_cart_line';
  reason: 'redemption_expired' | 'redemption_cart_requirements_not_met';
  line: CartLine;
  redemption_id: string;
}

/** A product claim as a plan needs it. */
export type PlannedClaim = Pick<
  ClaimRecord,
  | 'id'
  | 'redemption_id'
  | 'cart_id'
  | 'state'
  | 'usage_status'
  | 'claimed_at'
  | 'seen_in_cart_at'
  | 'linked_to_cart_at'
  | 'terms'
>;

export interface CartPlan<C> {
  /** Claimed without a cart: this is theirs from now on. */
  link: C[];
  /** In the cart for the first time. */
  seen: C[];
  /** To be taken back. */
  refund: C[];
  actions: RequestedCartAction[];
}

/**
 * What a cart means for product claims of its customer at `at` (ms): those linked to it, those linked to no
 * cart yet, and those that ended and whose line is still in it. Others of `claims` are left alone.
 */
export function planCart<C extends PlannedClaim>(
  cart: PlatformCart,
  claims: readonly C[],
  at: number,
): CartPlan<C> {
  const plan: CartPlan<C> = { link: [], seen: [], refund: [], actions: [] };
  const contents = contentsOf(cart);
  const linesOf = linesByRedemption(cart);
  for (const claim of claims) {
    const lines = linesOf.get(claim.redemption_id!) ?? [];
    const remove = (reason: RequestedCartAction['reason']) => {
      for (const line of lines) {
        plan.actions.push({ kind: 'remove_cart_line', reason, line, redemption_id: claim.redemption_id! });
      }
    };
    if (hasEnded(claim)) remove('redemption_expired');
    else if (!isOfCart(claim, cart)) continue;
    else if (lines.length === 0) {
      if (claim.cart_id === null) plan.link.push(claim);
      else if (isMissed(claim, at)) plan.refund.push(claim);
    } else if (areMet(holdAgainst((claim.terms as ProductTerms).cart_requirements, contents))) {
      if (claim.cart_id === null) plan.link.push(claim);
      if (claim.seen_in_cart_at === null) plan.seen.push(claim);
    } else {
      plan.refund.push(claim);
      remove('redemption_cart_requirements_not_met');
    }
  }
  return plan;
}

export function changesNothing(plan: CartPlan<unknown>): boolean {
  return plan.link.length + plan.seen.length + plan.refund.length === 0;
}

function hasEnded({ state }: PlannedClaim): boolean {
  return state === 'void' || state === 'expired' || state === 'declined';
}

function isOfCart({ state, usage_status, cart_id }: PlannedClaim, cart: PlatformCart): boolean {
  return state === 'approved' && usage_status === 'not_used' && (cart_id === null || cart_id === cart.id);
}

/** The line was there and is gone, or had all the time to come. */
function isMissed({ seen_in_cart_at, linked_to_cart_at, claimed_at }: PlannedClaim, at: number): boolean {
  return seen_in_cart_at !== null || at - (linked_to_cart_at ?? claimed_at) >= TIME_TO_ADD_MS;
}
