import { sql } from 'kysely';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { HeldBooks, HeldLot, TakenOverLot } from './plan-takeover.ts';

/** The books of a locked customer who is being merged. */
export async function readHeldBooks(tx: Tx, customer: CustomerRow): Promise<HeldBooks> {
  const claims = await tx
    .selectFrom('claimed_rewards')
    .select(['id as claimed_reward_id', 'points_cost as cost'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('points_cost', '>', 0)
    .where('state', 'not in', ['void', 'declined'])
    .orderBy('id')
    .execute();
  const ids = claims.map((claim) => claim.claimed_reward_id);
  const taken = await tx
    .selectFrom('lot_allocations')
    .select(['claimed_reward_id', 'lot_id', sql<number>`sum(points)::bigint`.as('points')])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('claimed_reward_id', '=', sql<number>`any(${ids}::bigint[])`)
    .groupBy(['claimed_reward_id', 'lot_id'])
    .having(sql<number>`sum(points)`, '>', 0)
    .orderBy('claimed_reward_id')
    .orderBy('lot_id')
    .execute();
  const lotIds = [...new Set(taken.map((part) => part.lot_id))];
  const lots: HeldLot[] = await tx
    .selectFrom('lots')
    .select(['id as lot_id', 'remaining', 'lent', 'owed', 'expires_at', 'activity_id', 'adjustment_id'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where((eb) =>
      eb.or([
        eb('remaining', '>', 0),
        eb('lent', '>', 0),
        eb('id', '=', sql<number>`any(${lotIds}::bigint[])`),
      ]),
    )
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return {
    balance: customer.points_approved,
    spent: customer.points_spent,
    claims,
    lots,
    taken: taken.map((part) => ({ ...part, claimed_reward_id: part.claimed_reward_id! })),
  };
}

/** The customer's pending activities, oldest first. */
export async function listPending(
  tx: Tx,
  customer: CustomerRow,
): Promise<{ activity_id: number; points: number }[]> {
  return tx
    .selectFrom('activities')
    .select(['id as activity_id', sql<number>`value - taken_back`.as('points')])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('state', '=', 'pending')
    .where(sql<boolean>`value > taken_back`)
    .orderBy('id')
    .execute();
}

/**
 * Inserts the adjustment by which a merge takes points and lifetime spend from one customer, or brings them to another.
 * It names the other customer. Returns its id.
 */
export async function insertMergeAdjustment(
  tx: Tx,
  customer: CustomerRow,
  { points, spent }: { points: number; spent: number },
  note: string,
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('adjustments')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      points,
      points_spent: spent,
      note,
      reason: 'merge',
      date: ts(at),
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One transaction of a merge. One of the ids is the record that it belongs to. */
export interface MergeEntry {
  customer_id: number;
  approved: number;
  pending: number;
  spent: number;
  activity_id?: number;
  adjustment_id?: number;
  claimed_reward_id?: number;
  note?: string;
}

type WrittenEntry = { id: number } & Pick<MergeEntry, 'customer_id' | 'adjustment_id' | 'claimed_reward_id'>;

/** Writes transactions in the given order and moves no counter. Returns those that lots may be allocated to. */
export async function insertEntries(
  tx: Tx,
  programId: number,
  entries: readonly MergeEntry[],
  at: number,
): Promise<WrittenEntry[]> {
  const ordered = entries.map((entry, ord) => ({ ord, ...entry }));
  const { rows } = await sql<WrittenEntry>`
    insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource,
        activity_id, adjustment_id, claimed_reward_id, note, created_at)
      select ${programId}, customer_id, approved, pending, spent,
          case when activity_id is not null then 'activity' when adjustment_id is not null then 'adjustment' else 'claimed_reward' end,
          activity_id, adjustment_id, claimed_reward_id, note, ${timestampText(at)}::timestamptz
        from json_to_recordset(${JSON.stringify(ordered)}::json) as e (ord int, customer_id bigint, approved bigint,
          pending bigint, spent bigint, activity_id bigint, adjustment_id bigint, claimed_reward_id bigint, note text)
        order by ord
      returning id, customer_id, adjustment_id, claimed_reward_id`.execute(tx);
  return rows;
}

export interface Allocation {
  transaction_id: number;
  lot_id: number;
  customer_id: number;
  claimed_reward_id: number | null;
  points: number;
}

export async function insertAllocations(
  tx: Tx,
  programId: number,
  allocations: readonly Allocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  await sql`
    insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, claimed_reward_id, points)
      select ${programId}, transaction_id, lot_id, customer_id, claimed_reward_id, points
        from json_to_recordset(${JSON.stringify(allocations)}::json) as a (transaction_id bigint, lot_id bigint,
          customer_id bigint, claimed_reward_id bigint, points bigint)`.execute(tx);
}

/** Empties the lots of a customer whose books another customer took over. */
export async function emptyLots(tx: Tx, customer: CustomerRow): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ remaining: 0, lent: 0, owed: 0 })
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where((eb) => eb.or([eb('remaining', '>', 0), eb('lent', '>', 0), eb('owed', '>', 0)]))
    .execute();
}

/** Forms lots of the survivor; returns their ids in the order given. */
export async function insertTakenOver(
  tx: Tx,
  customer: CustomerRow,
  lots: readonly TakenOverLot[],
  at: number,
): Promise<number[]> {
  if (lots.length === 0) return [];
  const ordered = lots.map(({ taken: _, expires_at, ...lot }, ord) => ({
    ord,
    ...lot,
    expires_at: expires_at === null ? null : timestampText(expires_at),
  }));
  const { rows } = await sql<{ id: number }>`
    insert into lots (program_id, customer_id, activity_id, adjustment_id, points, remaining, lent, owed, expires_at, created_at)
      select ${customer.program_id}, ${customer.id}, activity_id, adjustment_id, points, remaining, lent, owed, expires_at, ${timestampText(at)}::timestamptz
        from json_to_recordset(${JSON.stringify(ordered)}::json) as l (ord int, activity_id bigint, adjustment_id bigint,
          points bigint, remaining bigint, lent bigint, owed bigint, expires_at timestamptz)
        order by ord
      returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Adds the merged customer's counters to the survivor's and sets the merged customer's to zero. */
export async function moveCounters(
  tx: Tx,
  from: CustomerRow,
  into: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  await tx
    .updateTable('customers')
    .set({ points_approved: 0, points_pending: 0, points_spent: 0, last_entry_at: ts(at) })
    .where('program_id', '=', from.program_id)
    .where('id', '=', from.id)
    .execute();
  const changed = from.balance_changed_at === null ? null : ts(from.balance_changed_at);
  return tx
    .updateTable('customers')
    .set((eb) => ({
      points_approved: eb('points_approved', '+', from.points_approved),
      points_pending: eb('points_pending', '+', from.points_pending),
      points_spent: eb('points_spent', '+', from.points_spent),
      balance_changed_at: sql<number>`greatest(balance_changed_at, ${changed})`,
      last_entry_at: ts(at),
      updated_at: ts(at),
    }))
    .where('program_id', '=', into.program_id)
    .where('id', '=', into.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
