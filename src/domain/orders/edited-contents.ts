import type { OrderInput, OrderLine, OrderRow } from './order.ts';
import type { OrderState } from './order-state.ts';

const AMOUNTS = ['total_minor', 'shipping_minor', 'tax_minor', 'discounts_minor'] as const;

/**
 * Whether an order that is sent again has other contents than the recorded one. Contents that it leaves out do not
 * count.
 */
export function isEdited(known: OrderRow, told: OrderInput): boolean {
  if (AMOUNTS.some((amount) => told[amount] !== undefined && told[amount] !== known[amount])) return true;
  return told.line_items.length > 0 && boughtIn(told.line_items) !== boughtIn(known.line_items);
}

/** The lines as a text. The same lines give the same text. */
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
 * The payment state of an edited order, fitted to the order as recorded, whose total stays: the paid amount is at most
 * that total.
 */
export function paidForKnown(known: OrderRow, told: OrderState): OrderState {
  const most = Math.max(known.total_minor, known.paid_minor);
  return { ...told, paid_minor: Math.min(told.paid_minor, most) };
}
