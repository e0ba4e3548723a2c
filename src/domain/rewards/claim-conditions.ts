// The conditions of a claim, each decided in one place. A claim is refused by the first, an explanation lists them all,
// and a storefront uses them to show which rewards can be redeemed. None allocates memory, because a storefront asks
// for every reward at once.
import { drawsFromPool, stockVariants } from '../claims/reserve-inventory.ts';
import type { Reward } from '../programs/configuration.ts';
import { hasVariants, isInForm } from '../programs/reward-kinds.ts';

/** Whether a stock holds fewer than `quantity`. null: the stock is not tracked. */
export function holdsFewer(remaining: number | null, quantity: number): boolean {
  return remaining !== null && remaining < quantity;
}

/** How many of a reward a cart may hold; null: any number, or the reward does not go into a cart. */
export function cartMaximum({ properties }: Reward): number | null {
  return isInForm(properties, 'cart_line') ? properties.max_redemptions_per_cart : null;
}

/** Whether a cart that holds `inCart` unused redemptions of a reward takes no more of them. */
export function isCartFull(reward: Reward, inCart: number): boolean {
  const most = cartMaximum(reward);
  return most !== null && inCart >= most;
}

/** The points that a customer lacks for a claim of this cost; 0: none. */
export function pointsMissing(cost: number, customer: { points_approved: number }): number {
  return Math.max(0, cost - customer.points_approved);
}

const choices = new WeakMap<Reward, string[][]>();

/**
 * The stocks that a claim of a reward would take from, once for each possible variant. '' is the stock of the whole
 * reward, or its pool of codes.
 */
export function stockChoices(reward: Reward): readonly (readonly string[])[] {
  let held = choices.get(reward);
  if (!held) {
    const pool = drawsFromPool(reward) && reward.stock === null ? [''] : [];
    held = (productVariantIds(reward) ?? [null]).map((id) => [...pool, ...stockVariants(reward, id)]);
    choices.set(reward, held);
  }
  return held;
}

/** The variants of a product reward; undefined for other kinds. */
export function productVariantIds({ properties }: Reward): string[] | undefined {
  return hasVariants(properties) ? properties.product.variants.map(({ id }) => id) : undefined;
}
