import type { ClaimView } from '../claims/claim-record.ts';

/** The shape in which the one statement below gives its parts; moments are ms, or null. */
export interface CustomerParts {
  history: HistoryTuple[] | null;
  claims: ClaimView[] | null;
  cart_redemptions: ClaimView[] | null;
  usage: UsageTuple[] | null;
  stock: StockTuple[] | null;
  spend: SpendTuple[] | null;
}

/** kind, id, date, subject (rule, reward or tier), points, state, approves_at, expires_at, source rule, text. */
export type HistoryTuple = [
  'activity' | 'claim' | 'adjustment' | 'tier',
  number,
  number,
  number | null,
  number,
  string | null,
  number | null,
  number | null,
  number | null,
  string | null,
];
/** subject, total, window_start, window_count, last_at. */
export type UsageTuple = [number, number, number, number, number | null];
/** reward, variant, remaining. */
export type StockTuple = [number, string, number];
/** date, spend in minor units. */
export type SpendTuple = [number, number];

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`;

const claim = (alias: string) => `json_build_object(
  'id', ${alias}.id, 'reward_id', ${alias}.reward_id, 'kind', ${alias}.kind, 'title', ${alias}.title,
  'state', ${alias}.state, 'source_kind', ${alias}.source_kind, 'source_id', ${alias}.source_id, 'points_cost', ${alias}.points_cost,
  'quantity', ${alias}.quantity, 'claimed_at', ${ms(`${alias}.claimed_at`)}, 'auto_refund_at', ${ms(`${alias}.auto_refund_at`)},
  'expires_at', ${ms(`${alias}.expires_at`)}, 'usage_status', ${alias}.usage_status, 'used_at', ${ms(`${alias}.used_at`)},
  'fulfilled_at', ${ms(`${alias}.fulfilled_at`)}, 'terms', ${alias}.terms, 'code', ${alias}.code,
  'code_last_characters', ${alias}.code_last_characters, 'initial_balance_minor', ${alias}.initial_balance_minor,
  'current_balance_minor', ${alias}.current_balance_minor, 'variant_id', ${alias}.variant_id,
  'redemption_id', ${alias}.redemption_id, 'cart_id', ${alias}.cart_id)`;

const latest = (columns: string, table: string, date: string, where = '') => `
      (select ${columns} from ${table}
        where program_id = $1::bigint and customer_id = c.id ${where}
        order by ${date} desc, id desc limit 100)`;

/**
 * Whole customers, each for a request of its own, in one snapshot and one round trip. Every part reads an
 * index from its newest end and stops at what is shown, so the answer does not slow down as history grows.
 * Each comes with its `ord`; `spend_since`: from when on orders may count towards a tier.
 */
export const CUSTOMER_STATEMENT = {
  name: 'storefront_customer',
  text: `
select
  q.ord, c.*,
  (select json_agg(json_build_array(h.kind, h.id, ${ms('h.date')}, h.subject_id, h.points, h.state,
      ${ms('h.approves_at')}, ${ms('h.expires_at')}, h.source_id, h.note) order by h.date desc, h.id desc)
    from (select * from (${latest(
      `'activity' as kind, id, date, rule_id as subject_id, value as points, state, approves_at, null::timestamptz as expires_at, null::bigint as source_id, null::text as note`,
      'activities',
      'date',
      'and value <> 0',
    )} union all ${latest(
      `'claim', id, claimed_at, reward_id, points_cost, state, null, null, case when source_kind = 'rule_completion' then source_id end, title`,
      'claimed_rewards',
      'claimed_at',
    )} union all ${latest(`'adjustment', id, date, null, points, null, null, null, null, note`, 'adjustments', 'date')}
      union all ${latest(`'tier', id, date, tier_id, 0, null, null, null, null, null`, 'tier_entries', 'date')}
    ) entries order by date desc, id desc limit 100) h) as history,
  (select json_agg(${claim('r')} order by r.claimed_at desc, r.id desc)
    from (select * from claimed_rewards
      where program_id = $1::bigint and customer_id = c.id order by claimed_at desc, id desc limit 20) r) as claims,
  (select json_agg(${claim('r')} order by r.claimed_at desc, r.id desc)
    from claimed_rewards r
      where program_id = $1::bigint and customer_id = c.id and redemption_id is not null and cart_id is not null
        and state = 'approved' and usage_status = 'not_used') as cart_redemptions,
  (select json_agg(json_build_array(subject_id, total, ${ms('window_start')}, window_count, ${ms('last_at')}))
    from usage_counters where program_id = $1::bigint and customer_id = c.id) as usage,
  (select json_agg(json_build_array(reward_id, variant_id, remaining))
    from reward_stock where program_id = $1::bigint) as stock,
  (select json_agg(json_build_array(${ms('date')}, spend_minor))
    from orders where program_id = $1::bigint and customer_id = c.id and date >= q.spend_since and spend_minor > 0) as spend
from json_to_recordset($2::json) as q (ord int, customer_id bigint, spend_since timestamptz)
cross join lateral (select * from customers where program_id = $1::bigint and id = q.customer_id limit 1) c`,
};
