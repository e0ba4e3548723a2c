import type { Selectable } from 'kysely';
import type { OrdersTable, PaymentStatus, RefundStatus } from '../../db/order-tables.ts';

type KeptOrder = Selectable<OrdersTable>;

/** The state of an order; amounts in minor units of the program's currency. */
export interface OrderState {
  payment_status: PaymentStatus;
  paid_minor: number;
  refund_status: RefundStatus;
  refunded_minor: number;
  cancelled: boolean;
}

const PAYMENT = ['not_paid', 'partially_paid', 'paid'] as const satisfies readonly PaymentStatus[];
const REFUND = ['not_refunded', 'partially_refunded', 'refunded'] as const satisfies readonly RefundStatus[];

/** The state of an order before the first report of it. */
const NEW: OrderState = {
  payment_status: 'not_paid',
  paid_minor: 0,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};

/** The state in a report of an order. A part that the report leaves out has not happened yet. */
export function reportedState({
  payment_status,
  paid_minor,
  refund_status = NEW.refund_status,
  refunded_minor = NEW.refunded_minor,
  cancelled = NEW.cancelled,
}: Pick<OrderState, 'payment_status' | 'paid_minor'> & Partial<OrderState>): OrderState {
  return { payment_status, paid_minor, refund_status, refunded_minor, cancelled };
}

/** The state of an order that is sent for the first time. */
export function firstState(order: Parameters<typeof reportedState>[0] & { total_minor: number }): OrderState {
  return furthest(NEW, reportedState(order), order.total_minor);
}

export function stateOf(
  order: Pick<KeptOrder, Exclude<keyof OrderState, 'cancelled'> | 'cancelled_at'>,
): OrderState {
  const { payment_status, paid_minor, refund_status, refunded_minor, cancelled_at } = order;
  return { payment_status, paid_minor, refund_status, refunded_minor, cancelled: cancelled_at !== null };
}

/**
 * Combines the known and the reported state of an order: for each part, the further advanced one counts. So repetition
 * and the order of arrival do not matter. An order of `totalMinor` whose whole amount is refunded counts as refunded,
 * whatever status was reported.
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

/** The state of a corrected order: the reported state, but a payment that was reported before stays. */
export function correctedState(known: OrderState, told: OrderState, totalMinor: number): OrderState {
  return furthest({ ...NEW, payment_status: known.payment_status }, told, totalMinor);
}

function later<T>(order: readonly T[], a: T, b: T): T {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

export function isSameState(a: OrderState, b: OrderState): boolean {
  return (Object.keys(a) as (keyof OrderState)[]).every((part) => a[part] === b[part]);
}

/** Whether an order is wholly refunded or cancelled. Nothing that it gave remains. */
export function isUndone(state: Pick<OrderState, 'refund_status' | 'cancelled'>): boolean {
  return state.cancelled || state.refund_status === 'refunded';
}

/** The amount that counts towards spend tiers: paid less refunded, without shipping and tax, never below 0. */
export function spendMinor(order: {
  paid_minor: number;
  refunded_minor: number;
  shipping_minor: number;
  tax_minor?: number;
}): number {
  const { paid_minor, refunded_minor, shipping_minor, tax_minor = 0 } = order;
  return Math.max(0, paid_minor - refunded_minor - shipping_minor - tax_minor);
}

/** The amount of an order that counts towards spend tiers; 0 for an undone order. */
export function spendOf(
  state: OrderState,
  { shipping_minor, tax_minor }: Pick<KeptOrder, 'shipping_minor' | 'tax_minor'>,
): number {
  return isUndone(state) ? 0 : spendMinor({ ...state, shipping_minor, tax_minor });
}
