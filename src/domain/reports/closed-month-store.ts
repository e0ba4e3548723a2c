import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

export interface ClosedMonth {
  /** YYYY-MM */
  month: string;
  closed_at: number;
  /** Every transaction up to this id is in the books of this month or of an earlier one. */
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

/** The books of a closed month, byte for byte as they were closed; undefined if the month is not closed. */
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

/**
 * The value of a point in the books of each closed month, in units of the currency. A month is missing if the value was
 * not known or not stored.
 */
export async function listKeptValues(db: Kysely<DB>, programId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; point_value: number }>`
    select to_char(month, 'YYYY-MM') as month, (books::jsonb ->> 'point_value')::float8 as point_value from closed_months
      where program_id = ${programId} and books::jsonb ->> 'point_value' is not null`.execute(db);
  return new Map(rows.map(({ month, point_value }) => [month, point_value]));
}

export async function insertClosedMonth(
  tx: Tx,
  programId: number,
  { month, closed_at, counted_to, sales_to }: ClosedMonth & { sales_to: number },
  books: string,
): Promise<void> {
  await tx
    .insertInto('closed_months')
    .values({
      program_id: programId,
      month: firstDay(month),
      counted_to,
      sales_to,
      closed_at: ts(closed_at),
      books,
    })
    .execute();
}

function firstDay(month: string): string {
  return `${month}-01`;
}
