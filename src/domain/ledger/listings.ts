import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ActivitiesTable, ExpiriesTable, TransactionsTable } from '../../db/ledger-tables.ts';
import type { Deps } from '../../deps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { changedRows, isByChange, readChanges, updatedWithin } from './changes.ts';
import {
  type ListingFilters,
  NO_BOUND,
  type Page,
  type PageRequest,
  readPage,
  type Stretch,
} from './page.ts';
import { endOf, inStretch } from './stretch.ts';

/** The customer as it is now, beside what is listed of it. */
export type ListedCustomer = Pick<
  CustomerRow,
  | 'id'
  | 'merchant_id'
  | 'email'
  | 'points_approved'
  | 'points_pending'
  | 'points_spent'
  | 'site_id'
  | 'tier_id'
>;

export type ListedActivity = Pick<
  Selectable<ActivitiesTable>,
  'id' | 'rule_id' | 'name' | 'merchant_id' | 'value' | 'state' | 'created_at' | 'resource'
> & {
  customer: ListedCustomer;
  /** When it was last changed, or recorded. */
  updated_at: number;
  /** The place of its latest change among those of all activities. */
  change_id: number;
  /** Of the order that it came of; null: of none. */
  order_id: number | null;
  order_merchant_id: string | null;
};

export type ListedTransaction = Pick<
  Selectable<TransactionsTable>,
  'id' | 'points_approved' | 'points_pending' | 'note' | 'created_at'
> & { customer: ListedCustomer } & (
    | { resource: 'activity'; activity: ListedActivity }
    | { resource: 'adjustment' }
    | { resource: 'expiry'; reason: ExpiriesTable['reason'] }
    | { resource: 'claimed_reward'; claim: ClaimRecord }
  );

type Db = Pick<Deps, 'db'>;

/** A page of a program's transactions, or of one customer's. */
export async function listTransactions(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedTransaction>> {
  const settled = await settledTransaction(deps, request.filters);
  const page = await readPage(request, settled, (stretch) => selectTransactions(deps, programId, stretch));
  const claims = await listClaims(
    deps,
    programId,
    page.rows.flatMap(({ claimed_reward_id }) => claimed_reward_id ?? []),
  );
  return { ...page, rows: page.rows.map((row) => listedTransaction(row, claims)) };
}

/** The ids of such a page alone. */
export async function listTransactionIds(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<{ id: number }>> {
  const settled = await settledTransaction(deps, request.filters);
  return readPage(request, settled, async (stretch) => {
    const { rows } = await sql<{ id: number }>`
      select t.id from transactions t where ${inStretch(programId, stretch)} ${endOf(stretch)}`.execute(
      deps.db,
    );
    return rows;
  });
}

/** A page of a program's activities. */
export async function listActivities(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedActivity>> {
  const settled = await settledId(deps, 'entry_ids', 11);
  // Nothing lies beyond as many rows as there are ids.
  if (request.offset > settled) return { rows: [], has_prev: false, has_next: false };
  const page = isByChange(request)
    ? await readChanges(request, settled, (stretch) =>
        selectActivities(deps, sql`${changedRows('activities', programId, stretch)}`, 'change_id'),
      )
    : await readPage(request, settled, (stretch) =>
        selectActivities(
          deps,
          sql`select t.*, coalesce(t.changed_id, t.id) as change_id from activities t
            where ${inStretch(programId, stretch)} and ${updatedWithin('activities', stretch.filters)} ${endOf(stretch)}`,
          stretch.ascending ? 'id' : 'id desc',
        ),
      );
  return { ...page, rows: page.rows.map((row) => ({ ...row, customer: listedCustomer(row) })) };
}

/**
 * Up to which id a listing of transactions may go. One customer's needs no horizon: ids are taken under
 * the customer's lock, so they become visible in their order.
 */
export async function settledTransaction(deps: Db, filters: ListingFilters): Promise<number> {
  return filters.customer_id === null ? settledId(deps, 'transaction_ids', 12) : NO_BOUND - 1;
}

/** The highest id of a sequence below which nothing is in flight any more. */
export async function settledId(deps: Db, sequence: string, namespace: number): Promise<number> {
  const { rows } = await sql<{ settled: number }>`
    select settled_id(${sequence}, ${namespace}::int) as settled`.execute(deps.db);
  return rows[0]!.settled;
}

/** What an activity is worth now; of a declined or void one what it would have been. */
const worth = (alias: string) =>
  sql.raw(
    `case when ${alias}.state in ('pending', 'approved') then ${alias}.value - ${alias}.taken_back else ${alias}.value end`,
  );

const CUSTOMER_COLUMNS = sql.raw(
  `c.id as customer_id, c.merchant_id as customer_merchant_id, c.email as customer_email, c.site_id, c.tier_id,
   c.points_approved as customer_points_approved, c.points_pending as customer_points_pending,
   c.points_spent as customer_points_spent`,
);

interface CustomerColumns {
  customer_id: number;
  customer_merchant_id: string;
  customer_email: string | null;
  site_id: number;
  tier_id: number | null;
  customer_points_approved: number;
  customer_points_pending: number;
  customer_points_spent: number;
}

type ActivityRow = Omit<ListedActivity, 'customer'> & CustomerColumns;

/** What is shown of an activity `alias`, whose order is `o`. */
const activityColumns = (alias: string) =>
  sql`${sql.raw(
    `${alias}.id, ${alias}.rule_id, ${alias}.name, ${alias}.merchant_id, ${alias}.state, ${alias}.created_at, ${alias}.resource,
   coalesce(${alias}.updated_at, ${alias}.resolved_at, ${alias}.created_at) as updated_at,
   coalesce(${alias}.changed_id, ${alias}.id) as change_id, ${alias}.order_id, o.merchant_id as order_merchant_id`,
  )}, ${worth(alias)} as value`;

/** The page is chosen before anything is joined, so that the joins are as many as its rows. */
async function selectActivities(
  deps: Db,
  page: RawBuilder<unknown>,
  order: 'id' | 'id desc' | 'change_id',
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with page as materialized (${page})
    select ${activityColumns('p')}, ${CUSTOMER_COLUMNS}
    from page p join customers c on c.program_id = p.program_id and c.id = p.customer_id
    left join orders o on o.program_id = p.program_id and o.id = p.order_id
    order by p.${sql.raw(order)}`.execute(deps.db);
  return rows;
}

/** The activities of an order, whoever's they are, oldest first. */
export async function listActivitiesOfOrder(
  deps: Db,
  programId: number,
  orderId: number,
): Promise<ListedActivity[]> {
  const page = sql`select * from activities where program_id = ${programId} and order_id = ${orderId}`;
  const rows = await selectActivities(deps, page, 'id');
  return rows.map((row) => ({ ...row, customer: listedCustomer(row) }));
}

/** Activities of some ids, in no order. */
export async function listActivitiesById(
  deps: Db,
  programId: number,
  ids: readonly number[],
): Promise<ListedActivity[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns('a')}, ${CUSTOMER_COLUMNS}
    from activities a join customers c on c.program_id = a.program_id and c.id = a.customer_id
    left join orders o on o.program_id = a.program_id and o.id = a.order_id
    where a.program_id = ${programId} and a.id = any(${ids}::bigint[])`.execute(deps.db);
  return rows.map((row) => ({ ...row, customer: listedCustomer(row) }));
}

type TransactionRow = Pick<
  Selectable<TransactionsTable>,
  | 'id'
  | 'points_approved'
  | 'points_pending'
  | 'resource'
  | 'note'
  | 'created_at'
  | 'activity_id'
  | 'claimed_reward_id'
> &
  CustomerColumns & {
    rule_id: number | null;
    activity_name: string;
    activity_merchant_id: string | null;
    activity_value: number;
    activity_state: ListedActivity['state'];
    activity_created_at: number;
    activity_resource: ListedActivity['resource'];
    activity_updated_at: number;
    activity_change_id: number;
    order_id: number | null;
    order_merchant_id: string | null;
    expiry_reason: ExpiriesTable['reason'];
  };

async function selectTransactions(deps: Db, programId: number, stretch: Stretch): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    with page as materialized (
      select t.* from transactions t where ${inStretch(programId, stretch)} ${endOf(stretch)}
    )
    select p.id, p.points_approved, p.points_pending, p.resource, p.note, p.created_at, p.activity_id,
      p.claimed_reward_id, ${CUSTOMER_COLUMNS}, a.rule_id, a.name as activity_name,
      a.merchant_id as activity_merchant_id, ${worth('a')} as activity_value, a.state as activity_state,
      a.created_at as activity_created_at, a.resource as activity_resource, e.reason as expiry_reason,
      coalesce(a.updated_at, a.resolved_at, a.created_at) as activity_updated_at,
      coalesce(a.changed_id, a.id) as activity_change_id, a.order_id, o.merchant_id as order_merchant_id
    from page p join customers c on c.program_id = ${programId} and c.id = p.customer_id
    left join activities a on a.program_id = ${programId} and a.id = p.activity_id
    left join orders o on o.program_id = ${programId} and o.id = a.order_id
    left join expiries e on e.program_id = ${programId} and e.id = p.expiry_id
    order by p.id ${sql.raw(stretch.ascending ? 'asc' : 'desc')}`.execute(deps.db);
  return rows;
}

async function listClaims(deps: Db, programId: number, ids: number[]): Promise<Map<number, ClaimRecord>> {
  if (ids.length === 0) return new Map();
  const claims = await deps.db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .execute();
  return new Map(claims.map((claim) => [claim.id, claim as ClaimRecord]));
}

function listedTransaction(row: TransactionRow, claims: ReadonlyMap<number, ClaimRecord>): ListedTransaction {
  const { id, points_approved, points_pending, note, created_at, resource } = row;
  const customer = listedCustomer(row);
  const common = { id, points_approved, points_pending, note, created_at, customer };
  switch (resource) {
    case 'activity':
      return { ...common, resource, activity: { ...activityOf(row), customer } };
    case 'claimed_reward':
      return { ...common, resource, claim: claims.get(row.claimed_reward_id!)! };
    case 'expiry':
      return { ...common, resource, reason: row.expiry_reason };
    default:
      return { ...common, resource };
  }
}

function activityOf(row: TransactionRow): Omit<ListedActivity, 'customer'> {
  return {
    id: row.activity_id!,
    rule_id: row.rule_id,
    name: row.activity_name,
    merchant_id: row.activity_merchant_id,
    value: row.activity_value,
    state: row.activity_state,
    created_at: row.activity_created_at,
    resource: row.activity_resource,
    updated_at: row.activity_updated_at,
    change_id: row.activity_change_id,
    order_id: row.order_id,
    order_merchant_id: row.order_merchant_id,
  };
}

function listedCustomer(row: CustomerColumns): ListedCustomer {
  return {
    id: row.customer_id,
    merchant_id: row.customer_merchant_id,
    email: row.customer_email,
    points_approved: row.customer_points_approved,
    points_pending: row.customer_points_pending,
    points_spent: row.customer_points_spent,
    site_id: row.site_id,
    tier_id: row.tier_id,
  };
}
