import type { OrderState } from '../../src/domain/orders/order-state.ts';

/** The state of an order that nobody has paid. */
export const NEW_ORDER: OrderState = {
  payment_status: 'not_paid',
  paid_minor: 0,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};
