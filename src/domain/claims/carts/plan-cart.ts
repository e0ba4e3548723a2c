import type { ProductTerms } from '../../programs/reward-kinds.ts';
import type { ClaimRecord } from '../claim-record.ts';
import { isOwnMerchandise } from '../redeemed-line.ts';
import { type CartLine, linesByRedemption, type PlatformCart, totalsOf } from './cart.ts';
import { areMet, holdAgainst } from './requirements.ts';

/** For this long after a redemption, its line may still be on its way into the cart. */
export const TIME_TO_ADD_MS = 15 * 60 * 1000;

/** A storefront is asked to remove a line of its cart, or to set it to the quantity that was redeemed. */
export type RequestedCartAction = { line: CartLine; redemption_id: string } & (
  | { kind: 'remove_cart_line'; reason: RemovalReason }
  | { kind: 'set_cart_line'; reason: 'redemption_quantity_mismatch'; quantity: number }
);

export const REMOVAL_REASONS = [
  'redemption_expired',
  'redemption_cart_requirements_not_met',
  'redemption_merchandise_mismatch',
  'redemption_repeated',
] as const;
type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** A product claim as a plan needs it. */
export type PlannedClaim = Pick<
  ClaimRecord,
  | 'id'
  | 'redemption_id'
  | 'variant_id'
  | 'quantity'
  | 'cart_id'
  | 'state'
  | 'usage_status'
  | 'claimed_at'
  | 'seen_in_cart_at'
  | 'linked_to_cart_at'
  | 'terms'
>;

interface CartPlan<C> {
  /** Claims made without a cart. From now on they belong to this cart. */
  link: C[];
  /** Claims that are in the cart for the first time. */
  seen: C[];
  /** Claims to refund. */
  refund: C[];
  actions: RequestedCartAction[];
}

/**
 * Plans the consequences of a cart for product claims of its customer at `at` (ms): claims linked to it, claims linked
 * to no cart yet, and ended claims whose line is still in it. Other `claims` stay as they are. Each redemption has one
 * line of its own: a line of its merchandise, and among those rather one with its quantity. Other lines that name it
 * must be removed.
 */
export function planCart<C extends PlannedClaim>(
  cart: PlatformCart,
  claims: readonly C[],
  at: number,
): CartPlan<C> {
  const plan: CartPlan<C> = { link: [], seen: [], refund: [], actions: [] };
  const totals = totalsOf(cart);
  const linesOf = linesByRedemption(cart);
  for (const claim of claims) {
    const lines = linesOf.get(claim.redemption_id!) ?? [];
    if (hasEnded(claim)) {
      plan.actions.push(...removing(claim, lines, () => 'redemption_expired'));
      continue;
    }
    if (!isOfCart(claim, cart)) continue;
    const own = ownLine(claim, lines);
    if (own && !areMet(holdAgainst((claim.terms as ProductTerms).cart_requirements, totals))) {
      plan.refund.push(claim);
      plan.actions.push(...removing(claim, lines, () => 'redemption_cart_requirements_not_met'));
      continue;
    }
    if (claim.cart_id === null) plan.link.push(claim);
    else if (!own && isMissed(claim, at)) plan.refund.push(claim);
    if (own && claim.seen_in_cart_at === null) plan.seen.push(claim);
    plan.actions.push(...correcting(claim, lines, own));
  }
  return plan;
}

/** The line of the redeemed product; its quantity may still be wrong. undefined: there is none. */
function ownLine(claim: PlannedClaim, lines: readonly CartLine[]): CartLine | undefined {
  const ofMerchandise = lines.filter((line) => isOwnMerchandise(claim, line.merchandise_id));
  return ofMerchandise.find(({ quantity }) => quantity === claim.quantity) ?? ofMerchandise[0];
}

function removing(
  { redemption_id }: PlannedClaim,
  lines: readonly CartLine[],
  why: (line: CartLine) => RemovalReason,
): RequestedCartAction[] {
  return lines.map((line) => ({
    kind: 'remove_cart_line',
    reason: why(line),
    line,
    redemption_id: redemption_id!,
  }));
}

/** The actions that leave only the redemption's own line, of all lines that name it. */
function correcting(
  claim: PlannedClaim,
  lines: readonly CartLine[],
  own: CartLine | undefined,
): RequestedCartAction[] {
  const others = lines.filter((line) => line !== own);
  const actions = removing(claim, others, (line) =>
    isOwnMerchandise(claim, line.merchandise_id) ? 'redemption_repeated' : 'redemption_merchandise_mismatch',
  );
  const { quantity } = claim;
  if (own && own.quantity !== quantity) {
    const set = { kind: 'set_cart_line', reason: 'redemption_quantity_mismatch', quantity } as const;
    actions.push({ ...set, line: own, redemption_id: claim.redemption_id! });
  }
  return actions;
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

/** The line was in the cart and has left it, or had enough time to come and did not. */
function isMissed({ seen_in_cart_at, linked_to_cart_at, claimed_at }: PlannedClaim, at: number): boolean {
  return seen_in_cart_at !== null || at - (linked_to_cart_at ?? claimed_at) >= TIME_TO_ADD_MS;
}
