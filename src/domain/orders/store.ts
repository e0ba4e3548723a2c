import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { decodedAgain } from '../customers/find-customer.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import type { NewOrder } from './new-order.ts';
import type { OrderRow } from './order.ts';
import { isUndone, type OrderState, spendOf, stateOf } from './order-state.ts';
import { type OrderReport, reconstruct, recordReport } from './state-store.ts';

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

/** The same, locked until the transaction ends. Lock it after the customers, as every change of an order does. */
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

/**
 * The order that a path names, its segment decoded once. If no such order is known and the segment decodes again, that
 * form is looked up.
 */
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

/** A statement as a part of another. */
function within(statement: RawBuilder<Record<string, never>>): RawBuilder<Record<string, never>> {
  return sql`(${statement})`;
}

/** Inserts an order and keeps the report of it. Returns undefined if the program already has the order. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  report: OrderReport,
): Promise<OrderRow | undefined> {
  const inserted = await tx
    .with('recorded', (db) =>
      db
        .insertInto('orders')
        .values({
          ...order,
          paid_at: order.paid_at === null ? null : ts(order.paid_at),
          cancelled_at: order.cancelled_at === null ? null : ts(order.cancelled_at),
          line_items: JSON.stringify(order.line_items),
          discount_codes: JSON.stringify(order.discount_codes),
          date: ts(order.date),
          created_at: ts(order.created_at),
          updated_at: ts(order.updated_at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('noted', () => within(recordReport('recorded', report)))
    .selectFrom('recorded')
    .selectAll()
    .executeTakeFirst();
  return inserted as OrderRow | undefined;
}

/**
 * Takes the orders that the locked customer placed as a guest and that still stand, oldest first. No second caller gets
 * them.
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

/**
 * Writes the present state of an order of the locked customer and keeps the report of it. If it is paid for the first
 * time, it was paid at `at`.
 */
export async function updateState(
  tx: Tx,
  order: OrderRow,
  state: OrderState,
  { source, told, by }: Pick<OrderReport, 'source' | 'told' | 'by'>,
  at: number,
): Promise<OrderRow> {
  const { cancelled, ...values } = state;
  const { program_id, id } = order;
  const updated = await tx
    .with('reconstructed', () => within(reconstruct(sql`o.program_id = ${program_id} and o.id = ${id}`)))
    .with('changed', (db) =>
      db
        .updateTable('orders')
        .set({
          ...values,
          spend_minor: order.earns ? spendOf(state, order) : 0,
          ...(order.paid_at === null && state.payment_status === 'paid' && { paid_at: ts(at) }),
          ...(order.cancelled_at === null && cancelled && { cancelled_at: ts(at) }),
          updated_at: ts(at),
        })
        .where('program_id', '=', program_id)
        .where('id', '=', id)
        .returningAll(),
    )
    .with('noted', () => within(recordReport('changed', { source, told, led_to: state, by, at })))
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirstOrThrow();
  return updated as OrderRow;
}

/** Writes the corrected contents of an order of the locked customer and keeps the report of the correction. */
export async function updateContents(
  tx: Tx,
  order: OrderRow,
  state: OrderState,
  { told, earnings, by, at }: Pick<OrderReport, 'told' | 'by' | 'at'> & { earnings: object },
): Promise<OrderRow> {
  const { program_id, id, total_minor, shipping_minor, tax_minor, discounts_minor } = order;
  const { cancelled, ...values } = state;
  const updated = await tx
    .with('reconstructed', () => within(reconstruct(sql`o.program_id = ${program_id} and o.id = ${id}`)))
    .with('changed', (db) =>
      db
        .updateTable('orders')
        .set({
          ...values,
          total_minor,
          shipping_minor,
          tax_minor,
          discounts_minor,
          line_items: JSON.stringify(order.line_items),
          spend_minor: order.earns ? spendOf(state, order) : 0,
          ...(order.paid_at === null && state.payment_status === 'paid' && { paid_at: ts(at) }),
          cancelled_at: cancelled ? ts(order.cancelled_at ?? at) : null,
          updated_at: ts(at),
        })
        .where('program_id', '=', program_id)
        .where('id', '=', id)
        .returningAll(),
    )
    .with('noted', () =>
      within(recordReport('changed', { source: 'correction', told, led_to: { ...state, earnings }, by, at })),
    )
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirstOrThrow();
  return updated as OrderRow;
}

/**
 * The activities that an order caused, of any customer, oldest first: those of its customer and those of the referrer.
 */
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
