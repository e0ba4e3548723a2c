import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { platformKey } from '../customers/customer-key.ts';
import { decodedAgain } from '../customers/find-customer.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import type { OrderInput, OrderRow } from './order.ts';
import { isUndone, type OrderState, spendOf, stateOf } from './order-state.ts';

export async function findOrder(
  db: Kysely<DB>,
  programId: number,
  merchantId: string,
): Promise<OrderRow | undefined> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('program_id', '=', programId)
    .where('merchant_key', '=', platformKey(merchantId))
    .executeTakeFirst();
  return order as OrderRow | undefined;
}

/** The same, kept as it is until the transaction ends. Taken after customers, as whoever changes an order takes it. */
export async function holdOrder(
  tx: Tx,
  programId: number,
  merchantId: string,
): Promise<OrderRow | undefined> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('program_id', '=', programId)
    .where('merchant_key', '=', platformKey(merchantId))
    .forShare()
    .executeTakeFirst();
  return order as OrderRow | undefined;
}

/** The order that a path names, its segment decoded once; where it is unknown and decodes again, in that form. */
export async function findOrderInPath(
  db: Kysely<DB>,
  programId: number,
  merchantId: string,
): Promise<OrderRow | undefined> {
  const order = await findOrder(db, programId, merchantId);
  if (order) return order;
  const again = decodedAgain(merchantId);
  return again === undefined ? undefined : findOrder(db, programId, again);
}

/** Inserts an order; undefined when the program already has it. */
export async function insertOrder(
  tx: Tx,
  customer: CustomerRow,
  order: OrderInput,
  state: OrderState,
  date: number,
  at: number,
): Promise<OrderRow | undefined> {
  const { shipping_minor, tax_minor = 0 } = order;
  const inserted = await tx
    .insertInto('orders')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      merchant_id: order.merchant_id,
      merchant_key: platformKey(order.merchant_id),
      number: order.number,
      total_minor: order.total_minor,
      shipping_minor,
      tax_minor,
      discounts_minor: order.discounts_minor ?? 0,
      paid_minor: state.paid_minor,
      refunded_minor: state.refunded_minor,
      spend_minor: spendOf(state, { shipping_minor, tax_minor }),
      payment_status: state.payment_status,
      refund_status: state.refund_status,
      paid_at: state.payment_status === 'paid' ? ts(date) : null,
      cancelled_at: state.cancelled ? ts(at) : null,
      channel: order.channel,
      line_items: JSON.stringify(order.line_items),
      discount_codes: JSON.stringify(order.discount_codes),
      claimed_reward_ids: order.claimed_reward_ids,
      awaits_enrolment: customer.enrolled_at === null && customer.blocked_at === null,
      earns: customer.blocked_at === null,
      date: ts(date),
      created_at: ts(at),
      updated_at: ts(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted as OrderRow | undefined;
}

/**
 * Takes the orders that the locked customer placed as a guest and that still stand, oldest first: no second
 * caller gets them.
 */
export async function takeAwaitingOrders(tx: Tx, customer: CustomerRow): Promise<OrderRow[]> {
  const orders = await tx
    .updateTable('orders')
    .set({ awaits_enrolment: false })
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('awaits_enrolment', '=', true)
    .returningAll()
    .execute();
  return (orders as OrderRow[])
    .filter((order) => !isUndone(stateOf(order)))
    .sort((a, b) => a.date - b.date || a.id - b.id);
}

/** Notes that the locked customer bought something at `date`. */
export async function notePurchase(tx: Tx, customer: CustomerRow, date: number): Promise<CustomerRow> {
  if (customer.last_purchase_at !== null && customer.last_purchase_at >= date) return customer;
  return tx
    .updateTable('customers')
    .set({ last_purchase_at: ts(date) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes where an order of the locked customer stands now; paid for the first time, it was paid at `at`. */
export async function updateState(tx: Tx, order: OrderRow, state: OrderState, at: number): Promise<OrderRow> {
  const { cancelled, ...values } = state;
  const updated = await tx
    .updateTable('orders')
    .set({
      ...values,
      spend_minor: spendOf(state, order),
      ...(order.paid_at === null && state.payment_status === 'paid' && { paid_at: ts(at) }),
      ...(order.cancelled_at === null && cancelled && { cancelled_at: ts(at) }),
      updated_at: ts(at),
    })
    .where('program_id', '=', order.program_id)
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return updated as OrderRow;
}

/** What came of an order, whoever's it is, oldest first: the activities of its customer and of who referred it. */
export async function listOrderActivities(
  db: Kysely<DB>,
  order: Pick<OrderRow, 'program_id' | 'id'>,
): Promise<ActivityRecord[]> {
  const rows = await db
    .selectFrom('activities')
    .selectAll()
    .where('program_id', '=', order.program_id)
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  return rows as ActivityRecord[];
}
