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
  return db
    .selectFrom('orders')
    .selectAll()
    .where('program_id', '=', programId)
    .where('merchant_key', '=', platformKey(merchantId))
    .executeTakeFirst();
}

/** Inserts an order; undefined when the program already has it. */
export async function insertOrder(
  tx: Tx,
  customer: CustomerRow,
  order: OrderInput,
  date: number,
  at: number,
): Promise<OrderRow | undefined> {
  return tx
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
      date: ts(date),
      created_at: ts(at),
      updated_at: ts(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
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

/** Marks what an order used of a claim that is still approved. */
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
      fulfilled_at: claim.fulfilled_at === null ? ts(use.at) : ts(claim.fulfilled_at),
    })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}
