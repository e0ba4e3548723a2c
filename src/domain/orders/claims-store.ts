import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Tx } from '../core/transaction.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import type { OrderRow } from './order.ts';

export interface ClaimReferences {
  codes: string[];
  code_hashes: Buffer[];
  redemption_ids: string[];
  claim_ids: number[];
}

/** The claims that an order names in any way, of any customer, by customer and then by id. */
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
 * Marks a claim that is still approved as used by an order. The order fulfils a product. A reward that the store
 * fulfils is fulfilled when the store says so.
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
      ...(isInForm(claim.terms, 'cart_line') && { fulfilled_at: ts(use.at) }),
    })
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}

/** Ties an order to its customer's claims that were marked as used on it before the order was known. */
export async function tieClaims(tx: Tx, programId: number, orderId: number): Promise<void> {
  await sql`
    update claimed_rewards c set used_by_order_id = o.id
      from orders o
      where o.program_id = ${programId} and o.id = ${orderId}
        and c.program_id = o.program_id and c.customer_id = o.customer_id
        and c.used_by_order_key = o.merchant_key and c.used_by_order_id is null`.execute(tx);
}

type OrderName = Pick<OrderRow, 'program_id' | 'id' | 'merchant_key'>;

/** Notes the amount that an order takes from a gift card. Returns false if it has taken from that card before. */
export async function insertCardUse(
  tx: Tx,
  claim: ClaimRecord,
  order: Pick<OrderName, 'program_id' | 'merchant_key'>,
  amount_minor: number,
  at: number,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('gift_card_uses')
    .values({
      program_id: order.program_id,
      claimed_reward_id: claim.id,
      order_key: order.merchant_key,
      amount_minor,
      used_at: ts(at),
      returned_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

interface CardUse {
  claimed_reward_id: number;
  amount_minor: number;
}

/** Takes the gift card amounts that an order used and that were not returned yet. No second caller gets them. */
export async function takeCardUses(tx: Tx, order: OrderName, at: number): Promise<CardUse[]> {
  return tx
    .updateTable('gift_card_uses')
    .set({ returned_at: ts(at) })
    .where('program_id', '=', order.program_id)
    .where('order_key', '=', order.merchant_key)
    .where('returned_at', 'is', null)
    .returning(['claimed_reward_id', 'amount_minor'])
    .execute();
}

/** Returns an amount to a gift card. A card that was once used stays partly used: it never lapses again. */
export async function returnToCard(tx: Tx, claim: ClaimRecord, amountMinor: number): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set((eb) => ({
      current_balance_minor: eb('current_balance_minor', '+', amountMinor),
      usage_status: 'partially_used',
    }))
    .where('program_id', '=', claim.program_id)
    .where('id', '=', claim.id)
    .execute();
}

/**
 * The claims that are tied to an order, of any customer, in the order in which stock rows are locked: claims used on
 * it, gift cards included, and claims that its activities gave.
 */
export async function listOrderClaims(db: Kysely<DB>, order: OrderName): Promise<ClaimRecord[]> {
  const rows = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', order.program_id)
    .where((eb) =>
      eb.or([
        eb('used_by_order_id', '=', order.id),
        eb('used_by_order_key', '=', order.merchant_key),
        eb('id', 'in', (uses) =>
          uses
            .selectFrom('gift_card_uses')
            .select('claimed_reward_id')
            .where('program_id', '=', order.program_id)
            .where('order_key', '=', order.merchant_key),
        ),
        eb('activity_id', 'in', (earned) =>
          earned
            .selectFrom('activities')
            .select('activities.id')
            .where('program_id', '=', order.program_id)
            .where('order_id', '=', order.id),
        ),
      ]),
    )
    .orderBy('reward_id')
    .orderBy('id')
    .execute();
  return rows as ClaimRecord[];
}

/** The claims that were used on an order of this id before it was recorded, of any customer. */
export function listClaimsUsedOn(
  db: Kysely<DB>,
  programId: number,
  merchantId: string,
): Promise<ClaimRecord[]> {
  return listOrderClaims(db, { program_id: programId, id: UNKNOWN, merchant_key: platformKey(merchantId) });
}

/** The id of no order. */
const UNKNOWN = 0;

/** A claim as an order used it. */
export type OrderClaim = Pick<
  ClaimRecord,
  'id' | 'customer_id' | 'reward_id' | 'kind' | 'state' | 'usage_status'
> & {
  /**
   * The amount that the order took from a gift card, less the amount returned, in minor units of `currency`; null: not
   * a gift card.
   */
  amount_minor: number | null;
  /** The card's currency; null: the program's. */
  currency: string | null;
};

/**
 * The claims that were used on an order, of any customer, by id. They include claims that the order returned when it
 * was undone.
 */
export async function listUsedClaims(db: Kysely<DB>, order: OrderName): Promise<OrderClaim[]> {
  const { rows } = await sql<OrderClaim>`
    select c.id, c.customer_id, c.reward_id, c.kind, c.state, c.usage_status, c.currency,
        case when c.initial_balance_minor is not null then coalesce(sum(u.amount_minor) filter (where u.returned_at is null), 0)::bigint end as amount_minor
      from claimed_rewards c
      left join gift_card_uses u on u.program_id = c.program_id and u.claimed_reward_id = c.id and u.order_key = ${order.merchant_key}
      where c.program_id = ${order.program_id} and (c.used_by_order_id = ${order.id} or c.used_by_order_key = ${order.merchant_key}
        or c.id in (select claimed_reward_id from gift_card_uses where program_id = ${order.program_id} and order_key = ${order.merchant_key}))
      group by c.program_id, c.id order by c.id`.execute(db);
  return rows;
}
