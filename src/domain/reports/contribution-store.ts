import { type RawBuilder, sql } from 'kysely';
import { FLOW_OF_TRANSACTION, figureOf, TRANSACTION_RECORDS } from '../ledger/flows.ts';

/** Transactions of a program by their ids: `above` exclusive, `up_to` inclusive. */
export interface TransactionRange {
  program_id: number;
  above: number;
  up_to: number;
}

export function transactionsWithin({ program_id, above, up_to }: TransactionRange): RawBuilder<unknown> {
  return sql`select * from transactions where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint`;
}

/**
 * The contribution of `transactions`, a query for rows of the table, to each figure: a row for the flow of each
 * transaction, and a row for its pending points. A transaction counts on the day of its record, in the zone that its
 * customer's home site had for it, or on the first day after the closed months. Its tier is the last one that the
 * customer had entered before it: entries of one customer never go back in time, so later entries do not change it.
 */
export function contributionsOf(transactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select t.id, t.customer_id, dated.day as dated, greatest(dated.day, open.day) as day, flow_customer.site_id,
        coalesce(e.tier_id, 0) as tier_id, coalesce(flow_activity.rule_id, 0) as rule_id,
        coalesce(c.reward_id, 0) as reward_id, m.day as joined_on, v.flow, v.points
      from (${transactions}) t ${TRANSACTION_RECORDS}
      left join claimed_rewards c on c.program_id = t.program_id and c.id = coalesce(t.claimed_reward_id, -t.id)
      left join lateral (
        select tier_id from tier_entries e
          where e.program_id = t.program_id and e.customer_id = t.customer_id
            and (e.created_at, e.id) < (t.created_at, coalesce(t.activity_id, t.adjustment_id, t.claimed_reward_id, t.expiry_id))
          order by e.created_at desc, e.id desc limit 1
      ) e on true
      left join lateral (
        select day from member_changes m
          where m.program_id = t.program_id and m.customer_id = t.customer_id and m.joined = 1
          order by m.id limit 1
      ) m on true
      join lateral (
        select time_zone from report_zones z
          where z.program_id = t.program_id and z.site_id = flow_customer.site_id and z.above < t.id
          order by z.above desc limit 1
      ) z on true
      cross join lateral (select (t.created_at at time zone z.time_zone)::date as day) dated
      cross join lateral (
        select (max(month) + interval '1 month')::date as day from closed_months m
          where m.program_id = t.program_id and m.counted_to < t.id
      ) open
      cross join lateral (select ${FLOW_OF_TRANSACTION} as flow) f
      cross join lateral (values (f.flow, ${figureOf(sql`f.flow`)}), ('pending', nullif(t.points_pending, 0))) v (flow, points)
      where v.flow is not null and v.points is not null`;
}
