import type { CartContents } from '../claims/carts/cart.ts';
import type { ClaimView } from '../claims/claim-record.ts';
import { type FactSource, type FactTuple, factsText } from '../tiers/fact-store.ts';
import type { CartRedemption } from './customer.ts';

/** The parts that the one statement below returns; moments are ms, or null. */
export interface CustomerParts {
  history: HistoryTuple[] | null;
  claims: ClaimView[] | null;
  redemptions: CartRedemption[] | null;
  stored_cart: CartContents | null;
  usage: UsageTuple[] | null;
  stock: StockTuple[] | null;
  facts: FactTuple[] | null;
  next_lots: NextLotsTuple | null;
}

/**
 * kind, id, date, subject (rule, reward or tier), points, state, approves_at, the lot it formed, source rule or tier
 * before, text.
 */
export type HistoryTuple = [
  'activity' | 'claim' | 'adjustment' | 'tier' | 'expiry',
  number,
  number,
  number | null,
  number,
  string | null,
  number | null,
  LotTuple | null,
  number | null,
  string | null,
];
/** expires_at, how many points of it expired. */
type LotTuple = [number | null, number];
/** The moment of the next expiry, and how many points expire then. */
export type NextLotsTuple = [number, number];
/** subject, total, window_start, window_count, last_at. */
export type UsageTuple = [number, number, number, number, number | null];
/** reward, variant, remaining. */
export type StockTuple = [number, string, number];

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`;

const claim = (alias: string, more = '') => `json_build_object(
  'id', ${alias}.id, 'reward_id', ${alias}.reward_id, 'kind', ${alias}.kind, 'title', ${alias}.title,
  'state', ${alias}.state, 'source_kind', ${alias}.source_kind, 'source_id', ${alias}.source_id, 'points_cost', ${alias}.points_cost,
  'quantity', ${alias}.quantity, 'claimed_at', ${ms(`${alias}.claimed_at`)}, 'auto_refund_at', ${ms(`${alias}.auto_refund_at`)},
  'expires_at', ${ms(`${alias}.expires_at`)}, 'usage_status', ${alias}.usage_status, 'used_at', ${ms(`${alias}.used_at`)},
  'fulfilled_at', ${ms(`${alias}.fulfilled_at`)}, 'fulfilment_explanation', ${alias}.fulfilment_explanation, 'terms', ${alias}.terms, 'code', ${alias}.code,
  'code_last_characters', ${alias}.code_last_characters, 'initial_balance_minor', ${alias}.initial_balance_minor,
  'current_balance_minor', ${alias}.current_balance_minor, 'variant_id', ${alias}.variant_id,
  'redemption_id', ${alias}.redemption_id, 'cart_id', ${alias}.cart_id, 'currency', ${alias}.currency, 'currency_rate', ${alias}.currency_rate,
  'code_seen_at', ${ms(`${alias}.code_seen_at`)}${more})`;

const cart = (customer: string, id: string) => `
    (select json_build_object('total_minor', k.total_minor, 'item_count', k.item_count, 'redemption_ids', k.redemption_ids)
      from carts k where k.program_id = $1::bigint and k.customer_id = ${customer} and k.cart_id = ${id})`;

/** For a declined or void activity it is the value that it would have had. */
const WORTH = `case when state in ('pending', 'approved') then value - taken_back else value end`;

const latest = (columns: string, table: string, date: string, where = '', customer = 'c') => `
      (select ${columns} from ${table}
        where program_id = $1::bigint and customer_id = ${customer}.id ${where}
        order by ${date} desc, id desc limit 100)`;

/**
 * A merge moves points that are shown where they were earned and spent. A change of the lifetime spend alone is no
 * change of points.
 */
const SHOWN = `and reason <> 'merge' and points <> 0`;

/**
 * For points taken over from a merged customer: its lot from before the merge if a part of that expired, otherwise the
 * present lot.
 */
const AS_IT_IS = 'order by expired > 0 desc, id desc limit 1';

/** A lot that a debt took whole has no date. */
const LOT_DATE = ms('case when lent < points then expires_at end');

/** Looked up one by one for the shown entries, and only for customers with lots. */
const LOT = `case when c.lots_since is null then null
        when h.kind = 'activity' then (select json_build_array(${LOT_DATE}, expired) from lots where program_id = $1::bigint and activity_id = h.id ${AS_IT_IS})
        when h.kind = 'adjustment' then (select json_build_array(${LOT_DATE}, expired) from lots where program_id = $1::bigint and adjustment_id = h.id ${AS_IT_IS})
      end`;

const FACTS = {
  program_id: '$1::bigint',
  customer_id: 'c.id',
  since: `case when c.enrolled_at >= q.newcomers_since then '-infinity'::timestamptz else q.facts_since end`,
};

/**
 * Whole customers, each for a request of its own, in one snapshot and one round trip. Every part reads an index from
 * its newest end and stops after the shown rows, so the answer does not slow down as history grows.
 *
 * Each customer comes with its `ord`. It is named by its id or, if that is null, by its merchant_key. `facts_since`:
 * facts from then on may count towards a tier; for customers that enrolled since `newcomers_since`, all facts may.
 * `cart_id`: a cart that the request brought. `pools`: rewards whose codes come from a pool; an empty pool shows as a
 * stock of 0.
 */
const customerStatement = (source: FactSource) => ({
  name: `storefront_customer_${source}`,
  text: `
select
  q.ord, c.*,
  (select json_agg(json_build_array(h.kind, h.id, ${ms('h.date')}, h.subject_id, h.points, h.state,
      ${ms('h.approves_at')}, ${LOT}, h.source_id, h.note) order by h.date desc, h.id desc)
    from (select * from (${latest(
      `'activity' as kind, id, date, rule_id as subject_id, ${WORTH} as points, state, approves_at, null::bigint as source_id, null::text as note`,
      'activities',
      'date',
      'and value <> 0',
    )} union all ${latest(
      `'claim', id, claimed_at, reward_id, points_cost, state, null, case when source_kind = 'rule_completion' then source_id end, title`,
      'claimed_rewards',
      'claimed_at',
    )} union all ${latest(`'adjustment', id, date, null, points, null, null, null, note`, 'adjustments', 'date', SHOWN)}
      union all ${latest(`'tier', id, date, tier_id, 0, null, null, lead(tier_id) over (order by date desc, id desc), null`, 'tier_entries', 'date')}
      union all ${latest(`'expiry', id, date, null, points, null, null, null, null`, 'expiries', 'date')}
      union all (select old.* from customers m cross join lateral (
        select * from ${latest(`'adjustment', id, date, null::bigint, points, null, null::timestamptz, null::bigint, note`, 'adjustments', 'date', SHOWN, 'm')} a
        union all select * from ${latest(`'expiry', id, date, null::bigint, points, null, null::timestamptz, null::bigint, null`, 'expiries', 'date', '', 'm')} e) old
        where m.program_id = $1::bigint and m.merged_into = c.id)
    ) entries order by date desc, id desc limit 100) h) as history,
  (select json_agg(${claim('r')} order by r.claimed_at desc, r.id desc)
    from (select * from claimed_rewards
      where program_id = $1::bigint and customer_id = c.id order by claimed_at desc, id desc limit 20) r) as claims,
  (select json_agg(${claim(
    'r',
    `, 'seen_in_cart_at', ${ms('r.seen_in_cart_at')}, 'linked_to_cart_at', ${ms('r.linked_to_cart_at')},
      'cart', ${cart('r.customer_id', 'r.cart_id')}`,
  )} order by r.claimed_at desc, r.id desc)
    from claimed_rewards r
      where program_id = $1::bigint and customer_id = c.id and redemption_id is not null
        and state = 'approved' and usage_status = 'not_used') as redemptions,
  ${cart('c.id', 'q.cart_id')} as stored_cart,
  (select json_agg(json_build_array(subject_id, total, ${ms('window_start')}, window_count, ${ms('last_at')}))
    from usage_counters where program_id = $1::bigint and customer_id = c.id) as usage,
  (select json_agg(json_build_array(reward_id, variant_id, remaining))
    from (select reward_id, variant_id, remaining from reward_stock where program_id = $1::bigint
      union all select pool, '', 0 from unnest(q.pools) as pool where not exists (
        select from voucher_codes where program_id = $1::bigint and reward_id = pool and taken_at is null)) s) as stock,
  ${factsText(source, FACTS)} as facts,
  case when c.lots_since is not null then (select json_build_array(${ms('expires_at')}, sum(remaining)::bigint)
    from lots where program_id = $1::bigint and customer_id = c.id and remaining > 0 and expires_at is not null
    group by expires_at order by expires_at limit 1) end as next_lots
from json_to_recordset($2::json) as q (ord int, customer_id bigint, merchant_key text, facts_since timestamptz, newcomers_since timestamptz, cart_id text, pools bigint[])
cross join lateral (select * from customers where program_id = $1::bigint and erased_at is null and id = case when q.customer_id is null
  then (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.merchant_key)
  else (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.id = q.customer_id) end limit 1) c`,
});

const statements = new Map<FactSource, ReturnType<typeof customerStatement>>();

/** The statement for programs whose tiers count by `source`. */
export function customerStatementFor(source: FactSource): ReturnType<typeof customerStatement> {
  let statement = statements.get(source);
  if (!statement) {
    statement = customerStatement(source);
    statements.set(source, statement);
  }
  return statement;
}
