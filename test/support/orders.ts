import type { OrderInput, OrderLine } from '../../src/domain/orders/order.ts';
import type { OrderUpdate } from '../../src/domain/orders/update-order-in.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { TESTER } from './tester.ts';

/** A paid order of 20.00 by customer 1001, on the web, placed now. */
export function orderInput(program: Program, rest: Partial<OrderInput> = {}): OrderInput {
  const total_minor = rest.total_minor ?? 2000;
  return {
    program,
    customer_id: '1001',
    customer_email: null,
    merchant_id: 'order-1',
    number: '#1',
    total_minor,
    shipping_minor: 0,
    paid_minor: rest.payment_status === undefined || rest.payment_status === 'paid' ? total_minor : 0,
    payment_status: 'paid',
    line_items: [],
    discount_codes: [],
    claimed_reward_ids: [],
    channel: 'web',
    date: null,
    by: TESTER,
    ...rest,
  };
}

export function orderLine(rest: Partial<OrderLine> = {}): OrderLine {
  return {
    id: null,
    product_id: '900',
    variant_id: '901',
    collection_ids: [],
    quantity: 1,
    price_minor: 2000,
    attributes: [],
    ...rest,
  };
}

/** An update that says that the order of that id is paid, except for the given differences; its total is 20.00. */
export function orderUpdate(
  program: Program,
  rest: Partial<OrderUpdate['state']> = {},
  merchant_id = 'order-1',
): OrderUpdate {
  return {
    program,
    merchant_id,
    customer_email: null,
    by: TESTER,
    state: {
      payment_status: 'paid',
      paid_minor: 2000,
      refund_status: 'not_refunded',
      refunded_minor: 0,
      cancelled: false,
      ...rest,
    },
  };
}
