import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { platformKey } from '../customers/customer-key.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { type OrderInput, type OrderRow, spendMinor } from './order.ts';

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

/** Inserts an order; undefined when the program already has it. */
export async function insertOrder(
  tx: Tx,
  customer: CustomerRow,
  order: OrderInput,
  date: number,
  at: number,
): Promise<OrderRow | undefined> {
  const inserted = await tx
    .insertInto('orders')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      merchant_id: order.merchant_id,
      merchant_key: platformKey(order.merchant_id),
      number: order.number,
      total_minor: order.total_minor,
      shipping_minor: order.shipping_minor,
      paid_minor: order.paid_minor,
      spend_minor: spendMinor({ ...order, refunded_minor: 0 }),
      payment_status: order.payment_status,
      paid_at: order.payment_status === 'paid' ? ts(date) : null,
      channel: order.channel,
      line_items: JSON.stringify(order.line_items),
      discount_codes: JSON.stringify(order.discount_codes),
      claimed_reward_ids: order.claimed_reward_ids,
      awaits_enrolment: customer.enrolled_at === null && customer.blocked_at === null,
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
    .filter((order) => order.cancelled_at === null && order.refund_status !== 'refunded')
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

export interface ClaimReferences {
  codes: string[];
  code_hashes: Buffer[];
  redemption_ids: string[];
  claim_ids: number[];
}

/** The claims that an order names in any way, whoever's they are, by customer and then id. */
export async function listNamedClaims(
  db: Kysely<DB>,
  programId: number,
  named: ClaimReferences,
): Promise<ClaimRecord[]> {
  const { codes, code_hashes, redemption_ids, claim_ids } = named;
  if (codes.length + code_hashes.length + redemption_ids.length + claim_ids.length === 0) return [];
  const rows = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', programId)
    .where((eb) =>
      eb.or([
        eb('code_key', '=', sql<string>`any(${codes}::text[])`),
        eb('code_hash', '=', sql<Buffer>`any(${code_hashes}::bytea[])`),
        eb('redemption_id', '=', sql<string>`any(${redemption_ids}::text[])`),
        eb('id', '=', sql<number>`any(${claim_ids}::bigint[])`),
      ]),
    )
    .orderBy('customer_id')
    .orderBy('id')
    .execute();
  return rows as ClaimRecord[];
}

/**
 * Marks what an order used of a claim that is still approved. A product is fulfilled by it; what the store
 * fulfils is so when the store says it.
 */
export async function markUsed(
  tx: Tx,
  claim: ClaimRecord,
  use: {
    usage_status: 'partially_used' | 'used';
    current_balance_minor: number | null;
    order_id: number;
    at: number;
  },
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({
      usage_status: use.usage_status,
      current_balance_minor: use.current_balance_minor,
      used_at: ts(use.at),
      used_by_order_id: use.order_id,
      ...(claim.kind === 'product_cart' && { fulfilled_at: ts(use.at) }),
    })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}

/** Ties an order to its customer's claims that were said to be used on it before it was known. */
export async function tieClaims(tx: Tx, programId: number, orderId: number): Promise<void> {
  await sql`
    update claimed_rewards c set used_by_order_id = o.id
      from orders o
      where o.program_id = ${programId} and o.id = ${orderId}
        and c.program_id = o.program_id and c.customer_id = o.customer_id
        and c.used_by_order_key = o.merchant_key and c.used_by_order_id is null`.execute(tx);
}
