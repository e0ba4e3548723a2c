import { platformKey } from '../core/platform-key.ts';
import { reportedDate } from '../core/reported-date.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Exchange } from './exchange.ts';
import type { OrderInput, OrderRow } from './order.ts';
import { type OrderState, spendOf } from './order-state.ts';
import { type OrderReport, reportedOrder } from './state-store.ts';

/** An order that is about to be written. */
export type NewOrder = Omit<OrderRow, 'id' | 'changed_id'>;

/** An order in the program's currency, and in the form in which it was sent. */
export interface FirstReportInput {
  order: Omit<OrderInput, 'currency'> & Exchange;
  told: OrderInput;
  state: OrderState;
  /** The moment at which it is recorded. */
  at: number;
}

/** The row of an order that is recorded for the first time. Moments in ms. */
export function newOrder(
  customer: Pick<CustomerRow, 'id' | 'program_id' | 'blocked_at' | 'enrolled_at'>,
  { order, state, at }: FirstReportInput,
): NewOrder {
  const { shipping_minor, tax_minor = 0, discounts_minor = 0 } = order;
  const { payment_status, paid_minor, refund_status, refunded_minor, cancelled } = state;
  const earns = customer.blocked_at === null;
  const date = reportedDate(order.date, at);
  return {
    program_id: customer.program_id,
    customer_id: customer.id,
    merchant_id: order.merchant_id,
    merchant_key: platformKey(order.merchant_id),
    number: order.number,
    total_minor: order.total_minor,
    shipping_minor,
    tax_minor,
    discounts_minor,
    paid_minor,
    refunded_minor,
    spend_minor: earns ? spendOf(state, { shipping_minor, tax_minor }) : 0,
    payment_status,
    refund_status,
    paid_at: payment_status === 'paid' ? date : null,
    cancelled_at: cancelled ? at : null,
    currency: order.currency,
    currency_rate: order.currency_rate,
    site_id: order.site_id ?? null,
    channel: order.channel,
    line_items: order.line_items,
    discount_codes: order.discount_codes,
    claimed_reward_ids: order.claimed_reward_ids,
    awaits_enrolment: customer.enrolled_at === null && earns,
    earns,
    date,
    created_at: at,
    updated_at: at,
  };
}

/** The report of an order that is recorded for the first time. */
export function firstReport({ order, told, state, at }: FirstReportInput): OrderReport {
  return { source: 'post', told: reportedOrder(told, order), led_to: state, by: told.by, at };
}
