import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import { activityColumns, type ListedActivity } from './activity-store.ts';
import { CUSTOMER_COLUMNS, type CustomerColumns, type Db, listedCustomer, worth } from './listed-customer.ts';

/** The causes of activities, which the queue can filter. */
export const ACTIVITY_CAUSES = ['order', 'referral', 'other'] as const;

/** null: any. */
export interface WaitingFilters {
  customer_id: number | null;
  rule_id: number | null;
  cause: (typeof ACTIVITY_CAUSES)[number] | null;
  /** Only activities with more than this many points. */
  points_above: number | null;
  /** Only activities recorded before this moment; ms. */
  before: number | null;
}

export type WaitingActivity = ListedActivity & {
  /** The moment of its automatic approval; null: it waits for a decision, or for the payment of an order. */
  approves_at: number | null;
};

export interface WaitingPage {
  /** Oldest first. */
  rows: WaitingActivity[];
  /** The id after which the next page begins; null: there is none. */
  next: number | null;
}

/**
 * This many activities are read for a page. If few of them match, the page has fewer rows and continues on the next
 * page.
 */
const LOOKED_THROUGH = 5_000;

/** A page of the activities that wait for a decision and whose ids are above `after`. */
export async function listWaiting(
  { db }: Db,
  programId: number,
  { filters, after, limit }: { filters: WaitingFilters; after: number; limit: number },
): Promise<WaitingPage> {
  const { rows } = await sql<Row>`
    with looked as materialized (
        select t.* from activities t
          where t.program_id = ${programId} and t.state = 'pending' and t.id > ${after} and ${ofCustomer(filters)}
          order by t.id limit ${LOOKED_THROUGH}),
      page as materialized (select t.* from looked t where ${matching(filters)} order by t.id limit ${limit + 1})
    select l.looked, l.last, p.approves_at, ${activityColumns('p')}, ${CUSTOMER_COLUMNS}
    from (select count(*)::int as looked, max(id) as last from looked) l
    left join (page p join customers c on c.program_id = p.program_id and c.id = p.customer_id
      left join orders o on o.program_id = p.program_id and o.id = p.order_id) on true
    order by p.id`.execute(db);
  const { looked, last } = rows[0]!;
  const found = rows.filter(({ id }) => id !== null);
  const more = found.length > limit;
  if (more) found.pop();
  const next = more ? found.at(-1)!.id : looked === LOOKED_THROUGH ? last : null;
  return { rows: found.map((row) => ({ ...row, customer: listedCustomer(row) })), next };
}

type Row = Omit<WaitingActivity, 'customer'> & CustomerColumns & { looked: number; last: number | null };

function ofCustomer({ customer_id }: WaitingFilters): RawBuilder<SqlBool> {
  return customer_id === null ? sql`true` : sql`t.customer_id = ${customer_id}`;
}

function matching({ rule_id, cause, points_above, before }: WaitingFilters): RawBuilder<SqlBool> {
  const conditions = [sql`true`];
  if (rule_id !== null) conditions.push(sql`t.rule_id = ${rule_id}`);
  if (cause === 'other') conditions.push(sql`t.resource is null`);
  else if (cause !== null) conditions.push(sql`t.resource = ${cause}`);
  if (points_above !== null) conditions.push(sql`${worth('t')} > ${points_above}`);
  if (before !== null) conditions.push(sql`t.created_at < ${ts(before)}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Other waiting activities that come from the same report as one of the given ones, for the same customer. */
export async function listWaitingBeside(
  { db }: Db,
  programId: number,
  named: readonly NamedActivity[],
): Promise<NamedActivity[]> {
  const ids = (field: keyof NamedActivity) => named.map((one) => one[field]);
  const { rows } = await sql<NamedActivity>`
    select distinct b.id as activity_id, b.customer_id
    from unnest(${ids('activity_id')}::bigint[], ${ids('customer_id')}::bigint[]) n (id, customer_id)
    join activities a on a.program_id = ${programId} and a.id = n.id and a.customer_id = n.customer_id
    join activities b on b.program_id = a.program_id and b.name = a.name and b.merchant_id = a.merchant_id
      and b.customer_id = a.customer_id
    where a.state = 'pending' and b.state = 'pending' and b.id <> all(${ids('activity_id')}::bigint[])
    order by b.id`.execute(db);
  return rows;
}

/** An activity, and the customer with which it is shown. */
interface NamedActivity {
  activity_id: number;
  customer_id: number;
}

/** The number of waiting activities of a program, counted up to `most`. */
export async function countWaiting({ db }: Db, programId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from activities where program_id = ${programId} and state = 'pending' limit ${most}) t`.execute(
    db,
  );
  return rows[0]!.count;
}
