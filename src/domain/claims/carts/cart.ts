import { convertBackMinor } from '../../core/money.ts';
import type { Program } from '../../programs/configuration.ts';
import type { ClaimRecord } from '../claim-record.ts';
import { isOwnMerchandise, redemptionOf } from '../redeemed-line.ts';

/** What a cart comes to; the amount in minor units of the program's currency. */
export interface CartContents {
  total_minor: number;
  /** Items, redeemed products aside. */
  item_count: number;
  /** Of the lines that are redeemed products, and say so truly. */
  redemption_ids: string[];
}

export interface CartLine {
  id: string;
  quantity: number;
  /** The store's id of the product's variant. */
  merchandise_id: string;
  attributes: { key: string; value: string | null }[];
}

/** A product claim, as a line is held against it. */
type RedeemedProduct = Pick<ClaimRecord, 'redemption_id' | 'variant_id' | 'quantity'>;

/** A cart as a storefront gives it. An empty one has no id: it stands for no cart that was given before. */
export type GivenCart = { kind: 'empty' } | PlatformCart;

export interface PlatformCart {
  kind: 'platform';
  id: string;
  /** In minor units of the program's currency. */
  total_minor: number;
  lines: CartLine[];
}

/** The redemption that a line says it is. A line of no items is none. */
function redemptionIn({ quantity, attributes }: CartLine): string | undefined {
  return quantity === 0 ? undefined : redemptionOf(attributes);
}

/** The redemptions that a cart's lines name, each with its lines. */
export function linesByRedemption(cart: PlatformCart): Map<string, CartLine[]> {
  const lines = new Map<string, CartLine[]>();
  for (const line of cart.lines) {
    const id = redemptionIn(line);
    if (id !== undefined) lines.set(id, [...(lines.get(id) ?? []), line]);
  }
  return lines;
}

export function totalsOf(cart: PlatformCart): Pick<CartContents, 'total_minor' | 'item_count'> {
  return {
    total_minor: cart.total_minor,
    item_count: cart.lines
      .filter((line) => redemptionIn(line) === undefined)
      .reduce((count, line) => count + line.quantity, 0),
  };
}

/** What a cart comes to, given those of its customer's claims that its lines name. */
export function contentsOf(cart: PlatformCart, claims: readonly RedeemedProduct[]): CartContents {
  const lines = linesByRedemption(cart);
  const isIn = (claim: RedeemedProduct) =>
    (lines.get(claim.redemption_id!) ?? []).some((line) => isOwnMerchandise(claim, line.merchandise_id));
  const held = claims.filter(isIn).map(({ redemption_id }) => redemption_id!);
  return { ...totalsOf(cart), redemption_ids: [...new Set(held)].sort() };
}

export function sameContents(one: CartContents, other: CartContents): boolean {
  return (
    one.total_minor === other.total_minor &&
    one.item_count === other.item_count &&
    one.redemption_ids.length === other.redemption_ids.length &&
    one.redemption_ids.every((id, index) => id === other.redemption_ids[index])
  );
}

/**
 * A cart's total in minor units of the program's currency: the most that reads as no more than the cart's in
 * the cart's own, so that a minimum is met when the total reaches it as it is shown there. undefined where
 * the program has no rate for the currency, or the amount passes the safe integers.
 */
export function totalInProgramCurrency(
  program: Program,
  minor: number,
  currency: string,
): number | undefined {
  if (currency === program.currency) return minor;
  const { currency_rates } = program.settings;
  if (!Object.hasOwn(currency_rates, currency)) return undefined;
  return convertBackMinor(minor, currency, program.currency, currency_rates[currency]!);
}
