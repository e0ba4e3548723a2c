import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Lot, LotMove, TakenLot } from './lots.ts';

/** One adjustment that is about to be written. */
interface AdjustmentDraft {
  customer_id: number;
  points: number;
  /** The lifetime spend that it adds. */
  spent: number;
  at: number;
}

/** The sum of a customer's adjustments. */
export interface BalanceMove extends AdjustmentDraft {
  /** The customer falls due then at the latest; null: the adjustments make nothing due. */
  due: number | null;
}

interface WrittenAdjustment {
  adjustment_id: number;
  transaction_id: number;
}

const moment = (ms: number | null) => (ms === null ? null : timestampText(ms));

/** Writes adjustments, one transaction each, in order, and moves the counters of their locked customers. */
export async function insertOpenings(
  tx: Tx,
  programId: number,
  drafts: readonly AdjustmentDraft[],
  moves: readonly BalanceMove[],
  note: string,
): Promise<WrittenAdjustment[]> {
  const rows = drafts.map((draft, ord) => ({ ...draft, ord, at: moment(draft.at) }));
  const sums = moves.map((move) => ({ ...move, at: moment(move.at), due: moment(move.due) }));
  const written = await sql<WrittenAdjustment>`
    with given as materialized (
      select g.*, nextval('entry_ids') as adjustment_id
        from (select * from json_to_recordset(${JSON.stringify(rows)}::json)
                as r (ord int, customer_id bigint, points bigint, spent bigint, at timestamptz) order by ord) g
    ), adjusted as (
      insert into adjustments (program_id, id, customer_id, points, points_spent, note, reason, date, created_at)
        select ${programId}, adjustment_id, customer_id, points, spent, ${note}, 'opening', at, at from given
    ), entry as (
      -- Ids of transactions are allocated by the table itself, behind the trigger that announces them.
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, adjustment_id, note, created_at)
        select ${programId}, customer_id, points, 0, spent, 'adjustment', adjustment_id, ${note}, at from given order by ord
        returning id, adjustment_id
    ), moved as (
      update customers c set points_approved = c.points_approved + s.points, points_spent = c.points_spent + s.spent,
          balance_changed_at = case when s.points <> 0 then greatest(c.balance_changed_at, s.at) else c.balance_changed_at end,
          next_due_at = least(c.next_due_at, s.due),
          last_entry_at = s.at, updated_at = s.at
        from json_to_recordset(${JSON.stringify(sums)}::json) as s (customer_id bigint, points bigint, spent bigint, at timestamptz, due timestamptz)
        where c.program_id = ${programId} and c.id = s.customer_id
    )
    select g.adjustment_id, e.id as transaction_id from given g join entry e on e.adjustment_id = g.adjustment_id
      order by g.ord`.execute(tx);
  return written.rows;
}

/** Notes that from now on the program keeps lots for these locked customers, who have no points. */
export async function beginLots(
  tx: Tx,
  programId: number,
  customers: readonly { customer_id: number; at: number }[],
  datedSince: number,
): Promise<void> {
  const rows = customers.map(({ customer_id, at }) => ({ customer_id, at: moment(at) }));
  await sql`
    update customers c set lots_since = b.at, lots_dated_since = ${timestampText(datedSince)}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as b (customer_id bigint, at timestamptz)
      where c.program_id = ${programId} and c.id = b.customer_id`.execute(tx);
}

interface FormedLot {
  customer_id: number;
  adjustment_id: number;
  transaction_id: number;
  points: number;
  /** How many of these points pay a debt at once. */
  lent: number;
  expires_at: number | null;
  at: number;
}

/** Forms lots in their order. */
export async function insertLots(tx: Tx, programId: number, lots: readonly FormedLot[]): Promise<void> {
  const rows = lots.map((lot, ord) => ({
    ...lot,
    ord,
    at: moment(lot.at),
    expires_at: moment(lot.expires_at),
  }));
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as l (ord int, customer_id bigint, adjustment_id bigint, transaction_id bigint, points bigint, lent bigint, expires_at timestamptz, at timestamptz)
    ), formed as (
      insert into lots (program_id, customer_id, adjustment_id, points, remaining, lent, expires_at, created_at)
        select ${programId}, customer_id, adjustment_id, points, points - lent, lent, expires_at, at from given order by ord
        returning id, adjustment_id
    )
    insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, points)
      select ${programId}, g.transaction_id, f.id, g.customer_id, g.lent
        from formed f join given g on g.adjustment_id = f.adjustment_id where g.lent > 0`.execute(tx);
}

type OpeningMove = LotMove & { customer_id: number; transaction_id: number };

/** Moves points out of lots (positive) or back into them. Each lot stands in `moves` once at most. */
export async function moveOpenings(tx: Tx, programId: number, moves: readonly OpeningMove[]): Promise<void> {
  await sql`
    with moves as (
      select * from json_to_recordset(${JSON.stringify(moves)}::json)
        as m (lot_id bigint, points bigint, customer_id bigint, transaction_id bigint)
    ), allocated as (
      insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, points)
        select ${programId}, transaction_id, lot_id, customer_id, points from moves
    )
    update lots l set remaining = l.remaining - m.points
      from moves m where l.program_id = ${programId} and l.id = m.lot_id`.execute(tx);
}

export type OpenLot = Lot & { customer_id: number; adjustment_id: number | null };

/** The open lots of locked customers, in the order in which they are spent. */
export async function listOpenLotsOfAll(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
): Promise<OpenLot[]> {
  const { rows } = await sql<OpenLot>`
    select id as lot_id, remaining, customer_id, adjustment_id from lots
      where program_id = ${programId} and customer_id = any(${customerIds}::bigint[]) and remaining > 0
      order by customer_id, expires_at nulls last, id`.execute(tx);
  return rows;
}

export type TakenOpeningLot = TakenLot & { customer_id: number; expires_at: number | null };

/**
 * The points that adjustments took from lots of locked customers and have not given back, latest-expiring lots first.
 */
export async function listTakenByAdjustments(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  adjustmentIds: readonly number[],
): Promise<TakenOpeningLot[]> {
  const { rows } = await sql<TakenOpeningLot>`
    select l.customer_id, l.id as lot_id, l.expires_at, sum(a.points)::bigint as taken
      from transactions t
      join lot_allocations a on a.program_id = t.program_id and a.transaction_id = t.id
      join lots l on l.program_id = a.program_id and l.id = a.lot_id
      where t.program_id = ${programId} and t.customer_id = any(${customerIds}::bigint[])
        and t.adjustment_id = any(${adjustmentIds}::bigint[])
      group by l.customer_id, l.id, l.expires_at having sum(a.points) > 0
      order by l.customer_id, l.expires_at desc nulls first, l.id desc`.execute(tx);
  return rows;
}

/** Groups rows by their customer; each group keeps the given order. */
export function byCustomer<Row extends { customer_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.customer_id);
    if (group) group.push(row);
    else groups.set(row.customer_id, [row]);
  }
  return groups;
}
