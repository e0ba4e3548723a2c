import type { NamedStatement } from '../../db/named-statements.ts';
import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import { platformKey } from '../core/platform-key.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { RunEach } from '../programs/key-lookup.ts';

/** The state that the decisions of the hot writes rest on, read in one snapshot without a lock. */
export interface DecisionSnapshot
  extends Pick<
    CustomerRow,
    | 'id'
    | 'version'
    | 'site_id'
    | 'tier_id'
    | 'enrolled_at'
    | 'blocked_at'
    | 'points_approved'
    | 'last_entry_at'
    | 'next_due_at'
    | 'balance_changed_at'
    | 'last_purchase_at'
    | 'lots_since'
    | 'lots_dated_since'
  > {
  /** The usage of the rule or reward in question; undefined: never used. */
  usage: UsageCounter | undefined;
  /** The state that a claim depends on beside the customer's own, if it was asked for. */
  around: Surroundings | null;
}

/** The rest of each tracked stock, and the unused redemptions of the reward in the cart. */
interface Surroundings {
  stock: number[];
  in_cart: number;
}

interface Question {
  /** The rule or the reward. */
  subject_id: number;
  /** The stocks and the cart that a claim of the reward depends on. */
  around?: { variant_ids: string[]; cart_id: string | null } | null;
}

interface Part {
  columns: string;
  asked: string;
  from: string;
}

const ALONE: Part = { columns: '', asked: '', from: '' };

const AROUND: Part = {
  columns: ', s.stock, i.in_cart',
  asked: ', variant_ids text[], cart_id text',
  from: `
  cross join lateral (
    select coalesce(array_agg(remaining), '{}') as stock from reward_stock
      where program_id = $1::bigint and reward_id = q.subject_id and variant_id = any(q.variant_ids)) s
  cross join lateral (
    select count(*) as in_cart from claimed_rewards
      where program_id = $1::bigint and customer_id = c.id and redemption_id is not null and state = 'approved'
        and usage_status = 'not_used' and reward_id = q.subject_id and cart_id = q.cart_id) i`,
};

// `limit 1` makes Postgres look up each row. A join might read a whole table for a few rows.
const snapshotStatement = (name: string, more: Part): NamedStatement => ({
  name,
  text: `
select q.ord, c.id, c.version, c.site_id, c.tier_id, c.enrolled_at, c.blocked_at, c.points_approved, c.last_entry_at, c.next_due_at,
    c.balance_changed_at, c.last_purchase_at, c.lots_since, c.lots_dated_since,
    u.total, u.window_start, u.window_count, u.last_at${more.columns}
  from json_to_recordset($2::json) as q (ord int, merchant_key text, subject_id bigint${more.asked})
  cross join lateral (
    select * from customers where program_id = $1::bigint and id =
      (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.merchant_key) limit 1) c
  left join lateral (
    select * from usage_counters where program_id = $1::bigint and customer_id = c.id and subject_id = q.subject_id limit 1) u on true${more.from}`,
});

const SNAPSHOT = snapshotStatement('customer_standing', ALONE);
const SNAPSHOT_AROUND = snapshotStatement('customer_standing_around', AROUND);

/**
 * Reads the state of the customer that a body names, for one rule or reward. Throws not_found if there is no such
 * customer.
 */
export async function readDecisionSnapshot(
  hot: RunEach,
  programId: number,
  merchantId: string,
  { subject_id, around }: Question,
): Promise<DecisionSnapshot> {
  type Row = { ord: number } & Omit<DecisionSnapshot, 'usage' | 'around'> & {
      [K in keyof UsageCounter]: UsageCounter[K] | null;
    } & Partial<Surroundings>;
  const row = await hot.runEach<Row>(
    around ? SNAPSHOT_AROUND : SNAPSHOT,
    { program_id: programId },
    { merchant_key: platformKey(merchantId), subject_id, ...around },
  );
  if (!row) throw new DomainError('not_found', 'There is no such customer.');
  const { ord: _, total, window_start, window_count, last_at, stock, in_cart, ...customer } = row;
  const usage =
    total === null ? undefined : { total, window_start: window_start!, window_count: window_count!, last_at };
  return { ...customer, usage, around: around ? { stock: stock!, in_cart: in_cart! } : null };
}
