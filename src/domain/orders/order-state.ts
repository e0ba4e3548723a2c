import type { PaymentStatus, RefundStatus } from '../../db/order-tables.ts';
import { type OrderRow, spendMinor } from './order.ts';

/** How far an order has come; amounts in minor units of the program's currency. */
export interface OrderState {
  payment_status: PaymentStatus;
  paid_minor: number;
  refund_status: RefundStatus;
  refunded_minor: number;
  cancelled: boolean;
}

const PAYMENT = ['not_paid', 'partially_paid', 'paid'] as const satisfies readonly PaymentStatus[];
const REFUND = ['not_refunded', 'partially_refunded', 'refunded'] as const satisfies readonly RefundStatus[];

/** Of an order of which nothing was told yet. */
const NEW: OrderState = {
  payment_status: 'not_paid',
  paid_minor: 0,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};

/** What an order says of how far it has come; of what it leaves out there is nothing yet. */
export function toldState({
  payment_status,
  paid_minor,
  refund_status = NEW.refund_status,
  refunded_minor = NEW.refunded_minor,
  cancelled = NEW.cancelled,
}: Pick<OrderState, 'payment_status' | 'paid_minor'> & Partial<OrderState>): OrderState {
  return { payment_status, paid_minor, refund_status, refunded_minor, cancelled };
}

/** Where an order stands that is told for the first time. */
export function firstState(order: Parameters<typeof toldState>[0] & { total_minor: number }): OrderState {
  return furthest(NEW, toldState(order), order.total_minor);
}

export function stateOf(order: OrderRow): OrderState {
  const { payment_status, paid_minor, refund_status, refunded_minor, cancelled_at } = order;
  return { payment_status, paid_minor, refund_status, refunded_minor, cancelled: cancelled_at !== null };
}

/**
 * Where an order stands that is known in one state and told in another: as far as either says, each part by
 * itself. So it does not matter in which order states arrive, nor how often. An order of `totalMinor` of which
 * all is refunded is refunded, whatever it is called.
 */
export function furthest(known: OrderState, told: OrderState, totalMinor: number): OrderState {
  const refunded_minor = Math.max(known.refunded_minor, told.refunded_minor);
  const byAmount =
    refunded_minor === 0
      ? 'not_refunded'
      : totalMinor > 0 && refunded_minor >= totalMinor
        ? 'refunded'
        : 'partially_refunded';
  return {
    payment_status: later(PAYMENT, known.payment_status, told.payment_status),
    paid_minor: Math.max(known.paid_minor, told.paid_minor),
    refund_status: later(REFUND, byAmount, later(REFUND, known.refund_status, told.refund_status)),
    refunded_minor,
    cancelled: known.cancelled || told.cancelled,
  };
}

/** Where an order stands that is corrected: as it is told, but that a payment which was told stays told. */
export function correctedState(known: OrderState, told: OrderState, totalMinor: number): OrderState {
  return furthest({ ...NEW, payment_status: known.payment_status }, told, totalMinor);
}

function later<T>(order: readonly T[], a: T, b: T): T {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

export function isSameState(a: OrderState, b: OrderState): boolean {
  return (Object.keys(a) as (keyof OrderState)[]).every((part) => a[part] === b[part]);
}

/** Refunded whole or cancelled: nothing is left of what it gave. */
export function isUndone(state: Pick<OrderState, 'refund_status' | 'cancelled'>): boolean {
  return state.cancelled || state.refund_status === 'refunded';
}

/** What of an order counts towards spend tiers; nothing of one that was undone. */
export function spendOf(
  state: OrderState,
  { shipping_minor, tax_minor }: Pick<OrderRow, 'shipping_minor' | 'tax_minor'>,
): number {
  return isUndone(state) ? 0 : spendMinor({ ...state, shipping_minor, tax_minor });
}
