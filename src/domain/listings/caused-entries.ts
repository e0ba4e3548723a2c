import { sql } from 'kysely';
import type { ReasonCode } from '../ledger/reason-codes.ts';
import type { EarningBasis } from '../orders/clawed-back.ts';
import type { Db } from './listed-customer.ts';
import type { ListedTransaction } from './transaction-store.ts';

/** The facts that explain a transaction, in addition to its own. */
export type Caused =
  | {
      kind: 'activity';
      /** The amount and the rate; null: the rule gives a fixed number of points. */
      basis: EarningBasis | null;
      approves_at: number | null;
      /** Whether this transaction took the points back by somebody's decision. */
      voided_by_hand: boolean;
      order_number: string | null;
      /** The tier of the customer when it happened; null: none, or not known. */
      tier_id: number | null;
    }
  | {
      kind: 'adjustment';
      reason: 'by_hand' | 'opening' | 'merge';
      reason_code: ReasonCode | null;
      /** The actor of the adjustment, by the name in the audit; null: the audit does not name one. */
      by: string | null;
    };

/** The causes of transactions, by the transactions' ids, in two statements for any number of them. */
export async function readCauses(
  deps: Db,
  programId: number,
  transactions: readonly ListedTransaction[],
): Promise<ReadonlyMap<number, Caused>> {
  const activities = transactions.flatMap((one) => (one.resource === 'activity' ? [one.id] : []));
  const adjustments = transactions.flatMap((one) => (one.resource === 'adjustment' ? [one.id] : []));
  const [earned, adjusted] = await Promise.all([
    readActivities(deps, programId, activities),
    readAdjustments(deps, programId, adjustments),
  ]);
  return new Map([...earned, ...adjusted].map(({ id, ...caused }) => [id, caused]));
}

type Row<K extends Caused['kind']> = Extract<Caused, { kind: K }> & { id: number };

/**
 * The tier is that of the last tier entry before the activity. A customer that leaves its tier for none has no entry of
 * that, so only the day of leaving is known, in the zone of the customer's site. Around that day the tier is left out.
 */
async function readActivities(
  { db }: Db,
  programId: number,
  ids: readonly number[],
): Promise<Row<'activity'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row<'activity'>>`
    select t.id, 'activity' as kind, a.basis, a.approves_at, o.number as order_number,
        a.voided_by_hand and t.created_at = a.resolved_at as voided_by_hand,
        case when not exists (select from member_changes m
            where m.program_id = t.program_id and m.customer_id = t.customer_id and m.joined = 0 and m.tier_id is null
              and m.tier_before = e.tier_id and m.day between e.date::date - 1 and a.date::date + 1)
          then e.tier_id end as tier_id
      from transactions t join activities a on a.program_id = t.program_id and a.id = t.activity_id
      left join lateral (select tier_id, date from tier_entries e
        where e.program_id = t.program_id and e.customer_id = t.customer_id and e.date <= a.date
        order by e.date desc, e.id desc limit 1) e on true
      left join orders o on o.program_id = a.program_id and o.id = a.order_id
      where t.program_id = ${programId} and t.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

async function readAdjustments(
  { db }: Db,
  programId: number,
  ids: readonly number[],
): Promise<Row<'adjustment'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row<'adjustment'>>`
    select t.id, 'adjustment' as kind, a.reason, a.reason_code,
        (select case when e.actor_kind = 'operator' then e.actor_name end from audit_entries e
          where e.program_id = t.program_id and e.subject_kind = 'customer' and e.subject_id = t.customer_id::text
            and e.action in ('points.added', 'points.removed') and e.details ->> 'adjustment_id' = a.id::text
          limit 1) as by
      from transactions t join adjustments a on a.program_id = t.program_id and a.id = t.adjustment_id
      where t.program_id = ${programId} and t.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
