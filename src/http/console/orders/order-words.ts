import type { OrderRow } from '../../../domain/orders/order.ts';
import type { Mood } from '../design/badge.tsx';

/** How an order stands: paid, taken back, cancelled. */
export function orderState(
  order: Pick<OrderRow, 'cancelled_at' | 'refund_status' | 'payment_status'>,
): [words: string, mood?: Mood] {
  if (order.cancelled_at !== null) return ['Cancelled', 'bad'];
  if (order.refund_status === 'refunded') return ['Refunded', 'bad'];
  if (order.refund_status === 'partially_refunded') return ['Refunded in part', 'warn'];
  return order.payment_status === 'paid' ? ['Paid', 'good'] : ['Not paid yet', 'warn'];
}

/** The path of an order's screen. */
export function orderPath(place: string, merchantId: string): string {
  return `${place}/orders/${encodeURIComponent(merchantId)}`;
}
