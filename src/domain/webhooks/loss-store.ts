import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { listActivitiesById } from '../listings/activity-store.ts';
import type { ExpiryReason, RemovedPoints, UndoneOrder } from './webhook-event.ts';

/**
 * Lists removals of points by transaction. Merges and imports are not included: they move points and take none away.
 */
export async function listRemovals(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<RemovedPoints[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    points_approved: number;
    points_pending: number;
    note: string | null;
    activity_id: number | null;
  }>`
    select t.id, t.points_approved, t.points_pending, t.note, t.activity_id
      from transactions t left join adjustments a on a.program_id = t.program_id and a.id = t.adjustment_id
      where t.program_id = ${programId} and t.id = any(${ids}::bigint[])
        and (t.activity_id is not null or a.reason = 'by_hand')`.execute(db);
  const named = rows.flatMap(({ activity_id }) => activity_id ?? []);
  const activities = new Map(
    (await listActivitiesById({ db }, programId, named)).map((activity) => [activity.id, activity]),
  );
  return rows.map(({ id, points_approved, points_pending, note, activity_id }) => ({
    id,
    points: Math.abs(points_approved),
    points_pending: Math.abs(points_pending),
    note,
    activity: (activity_id !== null && activities.get(activity_id)) || null,
  }));
}

export async function listExpiries(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<{ id: number; points: number; reason: ExpiryReason }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('expiries')
    .select(['id', 'points', 'reason'])
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

export async function listUndoneOrders(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<UndoneOrder[]> {
  if (ids.length === 0) return [];
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'refund_status', 'cancelled_at'])
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return orders.map(({ id, merchant_id, refund_status, cancelled_at }) => ({
    id,
    merchant_id,
    refunded: refund_status === 'refunded',
    cancelled: cancelled_at !== null,
  }));
}
