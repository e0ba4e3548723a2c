import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { PointsExpiry } from '../programs/program-settings.ts';
import type { Lot, LotMove } from './lots.ts';
import type { Lender, ReturningLot } from './plan-return.ts';
import type { ExpiryTerms } from './points-expiry.ts';

/**
 * The present terms. Read under a customer's lock, they are at least as new as the terms of that customer's lots. A
 * program in this process's memory may be older.
 */
export async function readExpiryTerms(db: Kysely<DB>, programId: number): Promise<ExpiryTerms> {
  const { points_expiry_since, points_expiry } = await db
    .selectFrom('programs')
    .select([
      'points_expiry_since',
      sql<PointsExpiry | null>`nullif(settings -> 'points_expiry', 'null')`.as('points_expiry'),
    ])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  return { points_expiry_since, settings: { points_expiry } };
}

/** A lot that is about to be formed. */
export interface NewLot {
  activity_id?: number;
  adjustment_id?: number;
  points: number;
  /** How many of these points pay a debt at once. */
  lent?: number;
  expires_at: number | null;
}

/**
 * Forms a lot. `transactionId` is the transaction that brought the points; it is needed if a debt takes part of them.
 */
export async function insertLot(
  tx: Tx,
  customer: CustomerRow,
  { lent = 0, ...lot }: NewLot,
  at: number,
  transactionId?: number,
): Promise<void> {
  const { program_id, id: customer_id } = customer;
  const { id } = await tx
    .insertInto('lots')
    .values({
      program_id,
      customer_id,
      activity_id: lot.activity_id ?? null,
      adjustment_id: lot.adjustment_id ?? null,
      points: lot.points,
      remaining: lot.points - lent,
      lent,
      expires_at: lot.expires_at === null ? null : ts(lot.expires_at),
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (lent === 0) return;
  await tx
    .insertInto('lot_allocations')
    .values({ program_id, customer_id, transaction_id: transactionId!, lot_id: id, points: lent })
    .execute();
}

/** The lot of an activity of this customer. */
export async function findLotOfActivity(
  tx: Tx,
  customer: CustomerRow,
  activityId: number,
): Promise<Lot | undefined> {
  return tx
    .selectFrom('lots')
    .select(['id as lot_id', 'remaining'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('activity_id', '=', activityId)
    .executeTakeFirst();
}

/** The lots that lent points to debts and to undone earnings, latest-expiring first. */
export async function listLenders(
  tx: Tx,
  customer: CustomerRow,
): Promise<(Lender & { expires_at: number | null })[]> {
  return tx
    .selectFrom('lots')
    .select(['id as lot_id', 'lent', 'owed', 'expires_at'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('lent', '>', 0)
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
}

/** The order in which lots are spent. */
export const SPENDING_ORDER = 'expires_at nulls last, id';

/**
 * The lots that the next `points` are spent from, in order: the lot of the activity named, if any, then the lots that
 * expire soonest. Lists no more lots than are needed.
 */
export async function listLotsToSpend(
  tx: Tx,
  customer: CustomerRow,
  points: number,
  activityId: number | null,
): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select lot_id, remaining from (
        select id as lot_id, remaining, row_number() over spending as place, sum(remaining) over spending - remaining as before
          from lots where program_id = ${customer.program_id} and customer_id = ${customer.id} and remaining > 0
          window spending as (order by (activity_id is not distinct from ${activityId}::bigint and activity_id is not null) desc,
            ${sql.raw(SPENDING_ORDER)} rows unbounded preceding)
      ) open where before < ${points}::bigint order by place`.execute(tx);
  return rows;
}

/** Every lot of the customer that holds points. With `expiresAt`, only lots of that date. */
export async function listOpenLots(tx: Tx, customer: CustomerRow, expiresAt?: number): Promise<Lot[]> {
  return tx
    .selectFrom('lots')
    .select(['id as lot_id', 'remaining'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('remaining', '>', 0)
    .$if(expiresAt !== undefined, (query) => query.where('expires_at', '=', ts(expiresAt!)))
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
}

/** The dates before `before` on which points of the customer expire, the earliest first. */
export async function listExpiryDates(tx: Tx, customer: CustomerRow, before: number): Promise<number[]> {
  const { rows } = await sql<{ date: number }>`
    select distinct expires_at as date from lots
      where program_id = ${customer.program_id} and customer_id = ${customer.id} and remaining > 0
        and expires_at < ${timestampText(before)}::timestamptz
      order by 1`.execute(tx);
  return rows.map((row) => row.date);
}

/** The points that a claim has taken from lots, latest-expiring lots first. */
export async function listTakenByClaim(
  tx: Tx,
  customer: CustomerRow,
  claimId: number,
): Promise<(ReturningLot & { expires_at: number | null })[]> {
  const { rows } = await sql<ReturningLot & { expires_at: number | null }>`
    select l.id as lot_id, l.expires_at, l.owed, a.taken from lots l
      join (select lot_id, sum(points)::bigint as taken from lot_allocations
              where program_id = ${customer.program_id} and claimed_reward_id = ${claimId}
              group by lot_id having sum(points) > 0) a on a.lot_id = l.id
      where l.program_id = ${customer.program_id} and l.customer_id = ${customer.id}
      order by l.expires_at desc nulls first, l.id desc`.execute(tx);
  return rows;
}

/** Moves points out of lots (positive) or back into them, and notes the transaction that moved them. */
export async function moveLots(
  tx: Tx,
  customer: CustomerRow,
  moves: readonly LotMove[],
  by: { transaction_id: number; claimed_reward_id: number | null; expires: boolean },
): Promise<void> {
  await sql`
    with moves as (
      select lot_id, points, coalesce(lent, 0) as lent, coalesce(owed, 0) as owed
        from json_to_recordset(${JSON.stringify(moves)}::json) as m (lot_id bigint, points bigint, lent bigint, owed bigint)
    ), allocated as (
      insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, claimed_reward_id, points)
        select ${customer.program_id}, ${by.transaction_id}, lot_id, ${customer.id}, ${by.claimed_reward_id}::bigint, points from moves where points <> 0
    )
    update lots l set remaining = l.remaining - m.points, lent = l.lent + m.lent, owed = l.owed + m.owed,
        expired = l.expired + case when ${by.expires}::boolean then m.points else 0 end
      from moves m where l.program_id = ${customer.program_id} and l.id = m.lot_id`.execute(tx);
}

/** Gives lots another date. */
export async function dateLots(
  tx: Tx,
  customer: CustomerRow,
  which: 'unexpired' | readonly number[],
  expiresAt: number | null,
): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ expires_at: expiresAt === null ? null : ts(expiresAt) })
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .$if(which === 'unexpired', (query) =>
      query.where((eb) => eb.or([eb('expired', '=', 0), eb('remaining', '>', 0)])),
    )
    .$if(which !== 'unexpired', (query) => query.where('id', 'in', [...which] as number[]))
    .execute();
}

/** Notes since when the customer's lots are kept, and the terms that date them. */
export async function setLotTerms(
  tx: Tx,
  customer: CustomerRow,
  lots: { since: number; dated_since: number | null; due: number | null },
): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({
      lots_since: ts(lots.since),
      lots_dated_since: lots.dated_since === null ? null : ts(lots.dated_since),
      ...(lots.due === null ? {} : { next_due_at: sql<number>`least(next_due_at, ${ts(lots.due)})` }),
    })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
