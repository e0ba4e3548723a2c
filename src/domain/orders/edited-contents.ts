import type { OrderInput, OrderLine, OrderRow } from './order.ts';
import type { OrderState } from './order-state.ts';

const AMOUNTS = ['total_minor', 'shipping_minor', 'tax_minor', 'discounts_minor'] as const;

/**
 * Whether an order that is told once more consists of other things than those that it was recorded with. What it
 * leaves out it does not say.
 */
export function isEdited(known: OrderRow, told: OrderInput): boolean {
  if (AMOUNTS.some((amount) => told[amount] !== undefined && told[amount] !== known[amount])) return true;
  return told.line_items.length > 0 && boughtIn(told.line_items) !== boughtIn(known.line_items);
}

/** What was bought, as a text that is the same for the same. */
function boughtIn(lines: readonly OrderLine[]): string {
  return JSON.stringify(
    lines.map(({ product_id, variant_id, quantity, price_minor }) => [
      product_id,
      variant_id,
      quantity,
      price_minor,
    ]),
  );
}

/**
 * What an edited order says of its payment, for the order as it was recorded, whose total stays: no more was paid for
 * that than it comes to.
 */
export function paidForKnown(known: OrderRow, told: OrderState): OrderState {
  const most = Math.max(known.total_minor, known.paid_minor);
  return { ...told, paid_minor: Math.min(told.paid_minor, most) };
}
