import { msOf } from '../../db/timestamps.ts';
import type { CartContents } from '../claims/carts/cart.ts';
import { noRow } from '../core/any-row.ts';
import { type FactSource, type FactTuple, factsText } from '../tiers/fact-store.ts';
import { LATEST_CLAIMS } from './customer.ts';
import { claimColumns, redemptionColumns } from './read-claims.ts';
import { historyColumns } from './read-history.ts';
import { ownColumns } from './read-own.ts';
import { rowText, tuplesText } from './tuples.ts';

/**
 * SQL for a text that changes with every commit that changes what a storefront shows of the customer `c`, except
 * stocks. Every such transaction locks the customer, and so gives the customer's row another version. The start time of
 * the database server is part of the text: a standby that takes over may have lost transactions, and may count their
 * versions again.
 */
const markText = (c: string) =>
  `concat_ws(' ', ${c}.id, ${c}.version, ${c}.xmin, extract(epoch from pg_postmaster_start_time()))`;

/** The parts that the one statement below returns. The texts have the form of tuples.ts; moments are ms. */
export interface CustomerParts {
  /** The customer's own row. Read by read-own.ts. */
  own: string;
  /** Read by read-history.ts. */
  history: string | null;
  /** Read by read-claims.ts, as the redemptions are. */
  claims: string | null;
  redemptions: string | null;
  stored_cart: CartContents | null;
  usage: UsageTuple[] | null;
  /** The stocks as JSON of StockTuples. */
  stock: string | null;
  facts: FactTuple[] | null;
  next_lots: NextLotsTuple | null;
  /** Read by mark.ts. */
  mark: string;
}

/** The moment of the next expiry, and the number of points that expire then. */
export type NextLotsTuple = [number, number];
/** The members: subject, total, window_start, window_count, last_at. */
export type UsageTuple = [number, number, number, number, number | null];
/** The members: reward, variant, remaining. */
export type StockTuple = [number, string, number];

const cart = (customer: string, id: string) => `
    (select json_build_object('total_minor', k.total_minor, 'item_count', k.item_count, 'redemption_ids', k.redemption_ids)
      from carts k where k.program_id = $1::bigint and k.customer_id = ${customer} and k.cart_id = ${id})`;

/** The rest of a program's stocks, and 0 for each pool without codes. Rows and pools are in a fixed order. */
const STOCK = `
  (select json_agg(json_build_array(reward_id, variant_id, remaining) order by reward_id, variant_id, remaining)::text
    from (select reward_id, variant_id, remaining from reward_stock where program_id = $1::bigint
      union all select pool, '', 0 from unnest(q.pools) as pool where ${noRow('voucher_codes where program_id = $1::bigint and reward_id = pool and taken_at is null')}) s)`;

/** The id of the customer with the name `q.merchant_key`, or of its survivor. */
const ID_OF_NAME = `(select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.merchant_key)`;

/** The value of an activity; for a declined or void activity, the value that it would have had. */
const WORTH = `case when state in ('pending', 'approved') then value - taken_back else value end`;

const latest = (columns: string, table: string, date: string, where = '', customer = 'c') => `
      (select ${columns} from ${table}
        where program_id = $1::bigint and customer_id = ${customer}.id ${where}
        order by ${date} desc, id desc limit 100)`;

/**
 * A merge moves points, which are shown where they were earned and spent. A transaction that only changes the lifetime
 * spend is not a change of points.
 */
const SHOWN = `and reason <> 'merge' and points <> 0`;

/**
 * For points that came from a merged customer: its lot from before the merge if a part of that lot expired, otherwise
 * the present lot.
 */
const AS_IT_IS = 'order by expired > 0 desc, id desc limit 1';

/** A lot that a debt used up completely has no date. */
const LOT_DATE = msOf('case when lent < points then expires_at end');

/** Lots are looked up one by one for the shown entries, and only for customers with lots. */
const LOT = `case when c.lots_since is null then null
        when h.kind = 'activity' then (select concat(${LOT_DATE}, ':', expired) from lots where program_id = $1::bigint and activity_id = h.id ${AS_IT_IS})
        when h.kind = 'adjustment' then (select concat(${LOT_DATE}, ':', expired) from lots where program_id = $1::bigint and adjustment_id = h.id ${AS_IT_IS})
      end`;

const FACTS = {
  program_id: '$1::bigint',
  customer_id: 'c.id',
  since: `case when c.enrolled_at >= q.newcomers_since then '-infinity'::timestamptz else q.facts_since end`,
};

/**
 * Reads several customers completely, each for its own request, in one snapshot and one round trip. Every part reads an
 * index from its newest end and stops after the shown rows, so the answer does not become slower as history grows.
 *
 * Each question has its `ord`. It names the customer by its id or, if that is null, by its merchant_key. `facts_since`:
 * facts from then on may count towards a tier; for customers that enrolled since `newcomers_since`, all facts may
 * count. `cart_id`: the cart in the request. `pools`: rewards whose codes come from a pool; an empty pool is shown as a
 * stock of 0.
 */
const customerStatement = (source: FactSource) => ({
  name: `storefront_customer_${source}`,
  text: `
select
  q.ord, ${rowText(ownColumns('c'))} as own,
  (select ${tuplesText(historyColumns('h', LOT), 'h.date desc, h.id desc')}
    from (select * from (${latest(
      `'activity' as kind, id, date, rule_id as subject_id, ${WORTH} as points, state, approves_at, null::bigint as source_id, null::text as title`,
      'activities',
      'date',
      'and value <> 0',
    )} union all ${latest(
      `'claim', id, claimed_at, reward_id, points_cost, state, null, case when source_kind = 'rule_completion' then source_id end, title`,
      'claimed_rewards',
      'claimed_at',
    )} union all ${latest(`'adjustment', id, date, null, points, null, null, null, null`, 'adjustments', 'date', SHOWN)}
      union all ${latest(`'tier', id, date, tier_id, 0, null, null, lead(tier_id) over (order by date desc, id desc), null`, 'tier_entries', 'date')}
      union all ${latest(`'expiry', id, date, null, points, null, null, null, null`, 'expiries', 'date')}
      union all (select old.* from customers m cross join lateral (
        select * from ${latest(`'adjustment', id, date, null::bigint, points, null, null::timestamptz, null::bigint, null::text`, 'adjustments', 'date', SHOWN, 'm')} a
        union all select * from ${latest(`'expiry', id, date, null::bigint, points, null, null::timestamptz, null::bigint, null::text`, 'expiries', 'date', '', 'm')} e) old
        where m.program_id = $1::bigint and m.merged_into = c.id)
    ) entries order by date desc, id desc limit 100) h) as history,
  (select ${tuplesText(claimColumns('r'), 'r.claimed_at desc, r.id desc', 'r.terms')}
    from (select * from claimed_rewards
      where program_id = $1::bigint and customer_id = c.id order by claimed_at desc, id desc limit ${LATEST_CLAIMS}) r) as claims,
  (select ${tuplesText(redemptionColumns('r', cart('r.customer_id', 'r.cart_id')), 'r.claimed_at desc, r.id desc', 'r.terms')}
    from claimed_rewards r
      where program_id = $1::bigint and customer_id = c.id and redemption_id is not null
        and state = 'approved' and usage_status = 'not_used') as redemptions,
  ${cart('c.id', 'q.cart_id')} as stored_cart,
  (select json_agg(json_build_array(subject_id, total, ${msOf('window_start')}, window_count, ${msOf('last_at')}))
    from usage_counters where program_id = $1::bigint and customer_id = c.id) as usage,
  ${STOCK} as stock,
  ${factsText(source, FACTS)} as facts,
  case when c.lots_since is not null then (select json_build_array(${msOf('expires_at')}, sum(remaining)::bigint)
    from lots where program_id = $1::bigint and customer_id = c.id and remaining > 0 and expires_at is not null
    group by expires_at order by expires_at limit 1) end as next_lots,
  ${markText('c')} as mark
from json_to_recordset($2::json) as q (ord int, customer_id bigint, merchant_key text, facts_since timestamptz, newcomers_since timestamptz, cart_id text, pools bigint[])
cross join lateral (select *, xmin from customers where program_id = $1::bigint and erased_at is null and id = case when q.customer_id is null
  then ${ID_OF_NAME}
  else (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.id = q.customer_id) end limit 1) c`,
});

const statements = new Map<FactSource, ReturnType<typeof customerStatement>>();

/** The statement for programs whose tiers count the facts of `source`. */
export function customerStatementFor(source: FactSource): ReturnType<typeof customerStatement> {
  let statement = statements.get(source);
  if (!statement) {
    statement = customerStatement(source);
    statements.set(source, statement);
  }
  return statement;
}

export interface MarkParts {
  mark: string;
  /** null: the program has no stocks. */
  stock_hash: string | null;
}

/** The marks of customers, with the hash of the program's stocks. If both are unchanged, the answer is unchanged. */
export const MARKS = {
  name: 'storefront_marks',
  text: `
select q.ord, ${markText('c')} as mark, encode(sha256(convert_to(${STOCK}, 'UTF8')), 'hex') as stock_hash
from json_to_recordset($2::json) as q (ord int, merchant_key text, pools bigint[])
cross join lateral (select id, version, xmin from customers where program_id = $1::bigint and erased_at is null
  and id = ${ID_OF_NAME} limit 1) c`,
};
