import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ExpiriesTable, TransactionsTable } from '../../db/ledger-tables.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import {
  type KeysetRange,
  type ListingFilters,
  NO_BOUND,
  type Page,
  type PageRequest,
  readPage,
} from '../core/pagination.ts';
import type { ListedActivity } from './activity-store.ts';
import { beginReading, type Reading } from './begin-reading.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumns,
  type Db,
  type ListedCustomer,
  listedCustomer,
  worth,
} from './listed-customer.ts';

export type ListedTransaction = Pick<
  Selectable<TransactionsTable>,
  'id' | 'points_approved' | 'points_pending' | 'note' | 'created_at'
> & { customer: ListedCustomer } & (
    | { resource: 'activity'; activity: ListedActivity }
    | { resource: 'adjustment' }
    | { resource: 'expiry'; reason: ExpiriesTable['reason'] }
    | { resource: 'claimed_reward'; claim: ClaimRecord }
  );

/** A page of a program's transactions, or of one customer's. */
export async function listTransactions(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedTransaction>> {
  const { highWater, read } = await beginReadingTransactions(deps, request.filters);
  return read(async (source) => {
    const page = await readPage(request, highWater, (range) => selectTransactions(source, programId, range));
    return { ...page, rows: await withClaims(source, programId, page.rows) };
  });
}

/** The transactions with these ids, newest first. */
export async function listTransactionsById(
  deps: Db,
  programId: number,
  ids: readonly number[],
): Promise<ListedTransaction[]> {
  if (ids.length === 0) return [];
  const page = sql`select * from transactions where program_id = ${programId} and id = any(${ids}::bigint[])`;
  return withClaims(deps, programId, await selectRows(deps, programId, page, false));
}

async function withClaims(
  deps: Db,
  programId: number,
  rows: readonly TransactionRow[],
): Promise<ListedTransaction[]> {
  const ids = rows.flatMap(({ claimed_reward_id }) => claimed_reward_id ?? []);
  const claims = await listClaims(deps, programId, ids);
  return rows.map((row) => listedTransaction(row, claims));
}

/** The ids on such a page, up to a horizon. */
export function listTransactionIds(
  deps: Db,
  programId: number,
  request: PageRequest,
  highWater: number,
): Promise<Page<{ id: number }>> {
  return readPage(request, highWater, async (range) => {
    const { rows } = await sql<{ id: number }>`
      select t.id from transactions t where ${whereInRange(programId, range)} ${endOf(range)}`.execute(
      deps.db,
    );
    return rows;
  });
}

/**
 * Begins to read transactions. The transactions of one customer need no horizon: ids are taken under the customer's
 * lock, so they become visible in order. Without a horizon they are read at the primary, because a replica may have a
 * row that the primary does not show yet.
 */
export async function beginReadingTransactions<D extends Db>(
  deps: D,
  filters: ListingFilters,
): Promise<Reading<D>> {
  if (filters.customer_id !== null) return { highWater: NO_BOUND - 1, read: (work) => work(deps) };
  return beginReading(deps, { sequence: 'transaction_ids', namespace: 12 });
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

async function selectTransactions(
  deps: Db,
  programId: number,
  range: KeysetRange,
): Promise<TransactionRow[]> {
  const page = sql`select t.* from transactions t where ${whereInRange(programId, range)} ${endOf(range)}`;
  return selectRows(deps, programId, page, range.ascending);
}

async function selectRows(
  deps: Db,
  programId: number,
  page: RawBuilder<unknown>,
  ascending: boolean,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    with page as materialized (${page})
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
    order by p.id ${sql.raw(ascending ? 'asc' : 'desc')}`.execute(deps.db);
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
