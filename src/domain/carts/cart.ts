import { convertBackMinor } from '../money.ts';
import { REDEMPTION_ATTRIBUTE } from '../orders/order.ts';
import type { Program } from '../programs/configuration.ts';

/** What a cart comes to; the amount in minor units of the program's currency. */
export interface CartContents {
  total_minor: number;
  /** Items, redeemed products aside. */
  item_count: number;
  /** Of the lines that are redeemed products. */
  redemption_ids: string[];
}

export interface CartLine {
  id: string;
  quantity: number;
  /** The store's id of the product's variant. */
  merchandise_id: string;
  attributes: { key: string; value: string | null }[];
}

/** A cart as a storefront gives it. An empty one has no id: it stands for no cart that was given before. */
export type GivenCart = { kind: 'empty' } | PlatformCart;

export interface PlatformCart {
  kind: 'platform';
  id: string;
  /** In minor units of the program's currency. */
  total_minor: number;
  lines: CartLine[];
}

/** Longer than any redemption's id: what carries more is none of ours. */
const MAX_REDEMPTION_ID = 64;

/** The redemptions that a line stands for. A line of no items stands for none. */
export function redemptionsOf(line: CartLine): string[] {
  if (line.quantity === 0) return [];
  return line.attributes.flatMap(({ key, value }) =>
    key === REDEMPTION_ATTRIBUTE && value !== null && value !== '' && value.length <= MAX_REDEMPTION_ID
      ? [value]
      : [],
  );
}

/** The redemptions that a cart holds, each with its lines. */
export function linesByRedemption(cart: PlatformCart): Map<string, CartLine[]> {
  const lines = new Map<string, CartLine[]>();
  for (const line of cart.lines) {
    for (const id of redemptionsOf(line)) lines.set(id, [...(lines.get(id) ?? []), line]);
  }
  return lines;
}

export function contentsOf(cart: PlatformCart): CartContents {
  return {
    total_minor: cart.total_minor,
    item_count: cart.lines
      .filter((line) => redemptionsOf(line).length === 0)
      .reduce((count, line) => count + line.quantity, 0),
    redemption_ids: [...linesByRedemption(cart).keys()].sort(),
  };
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
