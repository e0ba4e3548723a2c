import { convertBackMinor } from '../../core/money.ts';
import type { Program } from '../../programs/configuration.ts';
import type { ClaimRecord } from '../claim-record.ts';
import { isOwnMerchandise, redemptionOf } from '../redeemed-line.ts';

/** The contents of a cart; the amount in minor units of the program's currency. */
export interface CartContents {
  total_minor: number;
  /** The number of items without redeemed products. */
  item_count: number;
  /** The redemptions whose lines are really the redeemed products. */
  redemption_ids: string[];
}

export interface CartLine {
  id: string;
  quantity: number;
  /** The store's id of the product's variant. */
  merchandise_id: string;
  attributes: { key: string; value: string | null }[];
}

/** The part of a product claim that a cart line is compared with. */
type RedeemedProduct = Pick<ClaimRecord, 'redemption_id' | 'variant_id' | 'quantity'>;

/** A cart as a storefront sends it. An empty cart has no id, so it stands for no cart that was sent before. */
export type GivenCart = { kind: 'empty' } | PlatformCart;

export interface PlatformCart {
  kind: 'platform';
  id: string;
  /** In minor units of the program's currency. */
  total_minor: number;
  lines: CartLine[];
}

/** The redemption that a line names. A line without items names none. */
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

/** Computes the contents of a cart. `claims` are the customer's claims that its lines name. */
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
 * Converts a cart's total to minor units of the program's currency. The result is the greatest amount that, converted
 * back, is not above the cart's total. So a minimum is met as soon as the cart's total reaches the minimum as shown in
 * the cart's currency. Returns undefined if the program has no rate for the currency, or if the amount is beyond the
 * safe integers.
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
