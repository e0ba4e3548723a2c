import type { Tx } from '../../core/transaction.ts';
import type { CustomerRow } from '../../customers/customer-row.ts';
import type { Program } from '../../programs/configuration.ts';
import { refundClaim } from '../end-claim.ts';
import { contentsOf, linesByRedemption, type PlatformCart } from './cart.ts';
import { planCart, type RequestedCartAction } from './plan-cart.ts';
import { deleteOldCarts, linkToCart, listCartClaims, markSeenInCart, putCart } from './store.ts';

/** A cart that was not sent for so long is deleted when the customer begins another. */
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Takes in a cart of the locked customer as it is at `at`, and brings its redemptions in line with it. A redemption
 * that left the cart, or whose requirements the cart no longer meets, is refunded. Returns the customer as it is after,
 * and the actions for its storefront.
 */
export async function takeCart(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  cart: PlatformCart,
  at: number,
): Promise<{ customer: CustomerRow; actions: RequestedCartAction[] }> {
  const claims = await listCartClaims(tx, customer, cart.id, [...linesByRedemption(cart).keys()]);
  const contents = contentsOf(cart, claims);
  const isNew = await putCart(tx, customer, cart.id, contents, at);
  if (isNew) await deleteOldCarts(tx, customer, at - KEPT_MS);
  const plan = planCart(cart, claims, at);
  const ids = (planned: readonly { id: number }[]) => planned.map(({ id }) => id);
  if (plan.link.length > 0) await linkToCart(tx, customer, ids(plan.link), cart.id, at);
  if (plan.seen.length > 0) await markSeenInCart(tx, customer, ids(plan.seen), at);
  let after = customer;
  for (const claim of plan.refund) after = await refundClaim(tx, program, after, claim, at);
  return { customer: after, actions: plan.actions };
}
