import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { Db } from './listed-customer.ts';

export interface CurvePoint {
  /** The Monday on which a week begins, YYYY-MM-DD. */
  week: string;
  /** The balance at the end of the week, or now. */
  points: number;
}

const WEEKS = 52;
const WEEK = 7 * 24 * 3_600_000;

/**
 * A customer's balance at the end of each week of a year, by the ledger and in a zone. The last week is the present
 * one.
 */
export async function readBalanceCurve(
  { db }: Db,
  programId: number,
  { customer_id, zone, now }: { customer_id: number; zone: string; now: number },
): Promise<CurvePoint[]> {
  const { rows } = await sql<CurvePoint>`
    with moved as materialized (
      select date_trunc('week', created_at at time zone ${zone}::text)::date as week, sum(points_approved) as points
        from transactions where program_id = ${programId} and customer_id = ${customer_id} group by 1)
    select w::date::text as week,
        coalesce((select sum(m.points) from moved m where m.week <= w::date), 0)::bigint as points
      from generate_series(date_trunc('week', ${ts(now - WEEKS * WEEK)}::timestamptz at time zone ${zone}::text),
        date_trunc('week', ${ts(now)}::timestamptz at time zone ${zone}::text), interval '7 days') w
      order by w`.execute(db);
  return rows;
}
