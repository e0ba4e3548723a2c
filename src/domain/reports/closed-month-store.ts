import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Flow } from '../ledger/flows.ts';

export interface ClosedMonth {
  /** YYYY-MM */
  month: string;
  closed_at: number;
  /** Every transaction up to this id is in the books of the month or of one before it. */
  counted_to: number;
}

/** Oldest first. */
export async function listClosedMonths(db: Kysely<DB>, programId: number): Promise<ClosedMonth[]> {
  return db
    .selectFrom('closed_months')
    .select((eb) => [
      sql<string>`to_char(${eb.ref('month')}, 'YYYY-MM')`.as('month'),
      'closed_at',
      'counted_to',
    ])
    .where('program_id', '=', programId)
    .orderBy('closed_months.month')
    .execute();
}

/** The books of a closed month, letter for letter as they were closed; undefined if it is not closed. */
export async function findBooks(
  db: Kysely<DB>,
  programId: number,
  month: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('closed_months')
    .select('books')
    .where('program_id', '=', programId)
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
  return row?.books;
}

export async function insertClosedMonth(
  tx: Tx,
  programId: number,
  { month, closed_at, counted_to }: ClosedMonth,
  books: string,
): Promise<void> {
  await tx
    .insertInto('closed_months')
    .values({ program_id: programId, month: firstDay(month), counted_to, closed_at: ts(closed_at), books })
    .execute();
}

/** A flow that was booked in a month though it is dated in a closed one. */
export interface LateFlow {
  /** The months, YYYY-MM. */
  booked: string;
  dated: string;
  /** A flow of approved points, or pending. */
  flow: Flow | 'pending';
  points: number;
  transactions: number;
}

/** The flows that were booked late in the months from one to another, both YYYY-MM and inclusive. */
export async function listLate(
  db: Kysely<DB>,
  programId: number,
  { from, to }: { from: string; to: string },
): Promise<LateFlow[]> {
  const { rows } = await sql<LateFlow>`
    select to_char(booked, 'YYYY-MM') as booked, to_char(dated, 'YYYY-MM') as dated, flow, points, transactions
      from report_late join report_states using (program_id, generation)
      where program_id = ${programId} and booked between ${firstDay(from)}::date and ${firstDay(to)}::date
      order by 1, 2, 3`.execute(db);
  return rows;
}

function firstDay(month: string): string {
  return `${month}-01`;
}
