import type { NamedStatements } from '../../db/named-statements.ts';
import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import { platformKey } from '../core/platform-key.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

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
}

// `limit 1` makes Postgres look up each row. A join might read a whole table for a few rows.
const SNAPSHOT = {
  name: 'customer_standing',
  text: `
select q.ord, c.id, c.version, c.site_id, c.tier_id, c.enrolled_at, c.blocked_at, c.points_approved, c.last_entry_at, c.next_due_at,
    c.balance_changed_at, c.last_purchase_at, c.lots_since, c.lots_dated_since,
    u.total, u.window_start, u.window_count, u.last_at
  from json_to_recordset($2::json) as q (ord int, merchant_key text, subject_id bigint)
  cross join lateral (
    select * from customers where program_id = $1::bigint and id =
      (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.merchant_key) limit 1) c
  left join lateral (
    select * from usage_counters where program_id = $1::bigint and customer_id = c.id and subject_id = q.subject_id limit 1) u on true`,
};

/**
 * Reads the state of the customer that a body names, for one rule or reward. Throws not_found if there is no such
 * customer.
 */
export async function readDecisionSnapshot(
  hot: NamedStatements,
  programId: number,
  merchantId: string,
  subjectId: number,
): Promise<DecisionSnapshot> {
  type Row = { ord: number } & Omit<DecisionSnapshot, 'usage'> & {
      [K in keyof UsageCounter]: UsageCounter[K] | null;
    };
  const row = await hot.runEach<Row>(
    SNAPSHOT,
    { program_id: programId },
    { merchant_key: platformKey(merchantId), subject_id: subjectId },
  );
  if (!row) throw new DomainError('not_found', 'There is no such customer.');
  const { ord: _, total, window_start, window_count, last_at, ...customer } = row;
  const usage =
    total === null ? undefined : { total, window_start: window_start!, window_count: window_count!, last_at };
  return { ...customer, usage };
}
