import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { replayLedger } from './attribution.ts';

/** Points of an undone earning that were spared, and that a claim has brought back. They can be taken now. */
interface Reclaimed {
  activity_id: number;
  points: number;
}

/**
 * How many spared points of the locked customer's earnings are in its balance again, after a claim came back. They were
 * spared because they were spent, so the returned claim brought them back.
 */
export async function toReclaim(tx: Tx, customer: CustomerRow): Promise<Reclaimed[]> {
  const spared = await listSpared(tx, customer);
  if (spared.length === 0 || customer.points_approved <= 0) return [];
  const parcels = spared.some((earning) => earning.remaining === null)
    ? await replayLedger(tx, customer.program_id, customer.id)
    : [];
  const reclaimed: Reclaimed[] = [];
  let balance = customer.points_approved;
  for (const { activity_id, points, remaining } of spared) {
    const there = remaining ?? parcels.find((parcel) => parcel.activity_id === activity_id)?.left ?? 0;
    const taken = Math.min(points, there, balance);
    balance -= taken;
    if (taken > 0) reclaimed.push({ activity_id, points: taken });
  }
  return reclaimed;
}

/** The spared points of undone earnings. `remaining`: points in the earning's own lot; null: it never had a lot. */
async function listSpared(
  tx: Tx,
  { program_id, id }: CustomerRow,
): Promise<{ activity_id: number; points: number; remaining: number | null }[]> {
  const { rows } = await sql<{ activity_id: number; points: number; remaining: number | null }>`
    select a.id as activity_id, a.spared - a.reclaimed as points,
        (select sum(case when l.customer_id = a.customer_id then l.remaining else 0 end)::bigint
          from lots l where l.program_id = a.program_id and l.activity_id = a.id) as remaining
      from activities a
      where a.program_id = ${program_id} and a.customer_id = ${id} and a.spared > a.reclaimed
      order by a.id`.execute(tx);
  return rows;
}

/** Notes that so many of an activity's spared points were taken after all. */
export async function noteReclaimed(
  tx: Tx,
  customer: CustomerRow,
  activityId: number,
  points: number,
): Promise<void> {
  await tx
    .updateTable('activities')
    .set((eb) => ({ reclaimed: eb('reclaimed', '+', points) }))
    .where('program_id', '=', customer.program_id)
    .where('id', '=', activityId)
    .execute();
}
