import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { entryMoment } from './lock-customer.ts';
import { byCustomer } from './opening-rows.ts';

/**
 * The name of activities whose pending points an import brought. No rule of a program file can have this name. With its
 * merchant_id it names one activity, so that a back end can resolve it.
 */
export const BROUGHT_IN = '$import';

/** Points that are not approved yet. */
export interface PendingPart {
  /** 1 or more. */
  points: number;
  /** The moment at which they are approved, in ms; null: a back end resolves them. */
  approves_at: number | null;
}

interface BroughtIn extends PendingPart {
  customer_id: number;
  /** A back end resolves the part by it. No other imported activity has the same. */
  merchant_id: string;
}

export interface PostedPending {
  customer_id: number;
  activity_id: number;
  points: number;
}

/**
 * Makes points of customers pending, in one statement: for each part an activity without a rule and a transaction, in
 * order, and the counters. They are approved, declined and voided as other activities are. If points have dates, the
 * dates count from now. `customers` are rows that this transaction has locked, processed up to `now`; no part falls due
 * before `now`.
 */
export async function postPending(
  tx: Tx,
  program: Program,
  customers: readonly CustomerRow[],
  parts: readonly BroughtIn[],
  now: number,
): Promise<PostedPending[]> {
  if (parts.length === 0) return [];
  const moments = new Map(
    customers.map((customer) => [customer.id, timestampText(entryMoment(now, customer))]),
  );
  const rows = parts.map(({ approves_at, ...part }, ord) => ({
    ...part,
    ord,
    due: approves_at === null ? null : timestampText(approves_at),
    at: moments.get(part.customer_id)!,
  }));
  const sums = [...byCustomer(parts)].map(([customer_id, own]) => {
    const dues = own.flatMap(({ approves_at }) => approves_at ?? []);
    return {
      customer_id,
      points: own.reduce((sum, { points }) => sum + points, 0),
      due: dues.length > 0 ? timestampText(Math.min(...dues)) : null,
      at: moments.get(customer_id)!,
    };
  });
  const { rows: posted } = await sql<PostedPending>`
    with activity as (
      insert into activities (program_id, customer_id, name, merchant_id, value, state, date, created_at, approves_at)
        select ${program.id}, customer_id, ${BROUGHT_IN}, merchant_id, points, 'pending', at, at, due
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as p (ord int, customer_id bigint, merchant_id text, points bigint, due timestamptz, at timestamptz)
          order by ord
        returning id, customer_id, value, created_at
    ), entry as (
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${program.id}, customer_id, 0, value, 0, 'activity', id, created_at from activity order by id
    ), moved as (
      update customers c set points_pending = c.points_pending + s.points, next_due_at = least(c.next_due_at, s.due),
          last_entry_at = s.at, updated_at = s.at
        from json_to_recordset(${JSON.stringify(sums)}::json) as s (customer_id bigint, points bigint, due timestamptz, at timestamptz)
        where c.program_id = ${program.id} and c.id = s.customer_id
    )
    select customer_id, id as activity_id, value as points from activity order by id`.execute(tx);
  return posted;
}

/** The pending points of locked customers, from any source, earliest approval first. */
export async function listPendingOfAll(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
): Promise<(PendingPart & { customer_id: number })[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<PendingPart & { customer_id: number }>`
    select customer_id, value - taken_back as points, approves_at from activities
      where program_id = ${programId} and customer_id = any(${customerIds}::bigint[]) and state = 'pending' and value > taken_back
      order by customer_id, approves_at nulls last, id`.execute(tx);
  return rows;
}
