import type { OrderRow } from '../../../domain/orders/order.ts';
import type { Mood } from '../design/badge.tsx';
import type { ConsoleMessage } from '../language/en.ts';

/** The state of an order: paid, refunded, cancelled. */
export function orderState(
  order: Pick<OrderRow, 'cancelled_at' | 'refund_status' | 'payment_status'>,
): [words: ConsoleMessage, mood?: Mood] {
  if (order.cancelled_at !== null) return ['order_cancelled', 'bad'];
  if (order.refund_status === 'refunded') return ['order_refunded', 'bad'];
  if (order.refund_status === 'partially_refunded') return ['order_refunded_in_part', 'warn'];
  return order.payment_status === 'paid' ? ['order_paid', 'good'] : ['order_not_paid', 'warn'];
}

/** The path of an order's screen. */
export function orderPath(place: string, merchantId: string): string {
  return `${place}/orders/${encodeURIComponent(merchantId)}`;
}
