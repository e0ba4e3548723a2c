import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/tables.ts';
import { ts } from '../../../db/timestamps.ts';
import type { Tx } from '../../core/transaction.ts';
import type { CustomerRow } from '../../customers/customer-row.ts';
import type { ClaimRecord } from '../claim-record.ts';
import type { CartContents } from './cart.ts';

/** Writes the contents of a cart of the locked customer. Returns true if the cart was not known before. */
export async function putCart(
  tx: Tx,
  customer: CustomerRow,
  cartId: string,
  { total_minor, item_count, redemption_ids }: CartContents,
  at: number,
): Promise<boolean> {
  const values = { total_minor, item_count, redemption_ids, updated_at: ts(at) };
  const { is_new } = await tx
    .insertInto('carts')
    .values({ program_id: customer.program_id, customer_id: customer.id, cart_id: cartId, ...values })
    .onConflict((conflict) => conflict.columns(['program_id', 'customer_id', 'cart_id']).doUpdateSet(values))
    // `xmax` is 0 in an inserted row. In an updated row it names the transaction that wrote it.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return is_new;
}

/** Deletes the customer's carts that were last sent before `before`, except carts with active redemptions. */
export async function deleteOldCarts(tx: Tx, customer: CustomerRow, before: number): Promise<void> {
  await tx
    .deleteFrom('carts')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('updated_at', '<', ts(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('claimed_rewards as claim')
            .select('claim.id')
            .whereRef('claim.program_id', '=', 'carts.program_id')
            .whereRef('claim.customer_id', '=', 'carts.customer_id')
            .whereRef('claim.cart_id', '=', 'carts.cart_id')
            .where('claim.redemption_id', 'is not', null)
            .where('claim.state', '=', 'approved')
            .where('claim.usage_status', '=', 'not_used'),
        ),
      ),
    )
    .execute();
}

/**
 * The customer's product claims that a cart may concern: active claims linked to it or to no cart, and claims that it
 * names.
 */
export async function listCartClaims(
  tx: Tx,
  customer: CustomerRow,
  cartId: string,
  redemptionIds: readonly string[],
): Promise<ClaimRecord[]> {
  const claims = await tx
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('redemption_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', '=', 'approved'),
          eb('usage_status', '=', 'not_used'),
          eb.or([eb('cart_id', '=', cartId), eb('cart_id', 'is', null)]),
        ]),
        eb('redemption_id', '=', sql<string>`any(${redemptionIds}::text[])`),
      ]),
    )
    .orderBy('id')
    .execute();
  return claims as ClaimRecord[];
}

/** The customer's product claims that have one of these redemption ids. */
export async function listNamedRedemptions(
  db: Kysely<DB>,
  customer: CustomerRow,
  redemptionIds: readonly string[],
): Promise<ClaimRecord[]> {
  const claims = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('redemption_id', '=', sql<string>`any(${redemptionIds}::text[])`)
    .orderBy('id')
    .execute();
  return claims as ClaimRecord[];
}

export async function linkToCart(
  tx: Tx,
  customer: CustomerRow,
  claimIds: readonly number[],
  cartId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({ cart_id: cartId, linked_to_cart_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', 'in', claimIds)
    .execute();
}

export async function markSeenInCart(
  tx: Tx,
  customer: CustomerRow,
  claimIds: readonly number[],
  at: number,
): Promise<void> {
  await tx
    .updateTable('claimed_rewards')
    .set({ seen_in_cart_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', 'in', claimIds)
    .execute();
}
