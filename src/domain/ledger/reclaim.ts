import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { replayLedger } from './attribution.ts';

/** Points of an earning that was undone and spared, which came back and are there to be taken. */
interface Reclaimed {
  activity_id: number;
  points: number;
}

/**
 * How much of what was spared of the locked customer's earnings is in its balance, after a claim came back: it was
 * spared for it was spent, so that the claim brought it.
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

/** What a customer keeps of earnings that were undone; `remaining`: in an earning's own lot, null where it never had one. */
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

/** Notes that so much of what was spared of an activity is taken after all. */
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
