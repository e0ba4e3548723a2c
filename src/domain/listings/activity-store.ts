import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ActivitiesTable } from '../../db/ledger-tables.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import { type Page, type PageRequest, readPage } from '../core/pagination.ts';
import { beginReading } from './begin-reading.ts';
import { changedRows, isByChange, readChanges, updatedWithin } from './change-store.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumns,
  type Db,
  type ListedCustomer,
  listedCustomer,
  worth,
} from './listed-customer.ts';

export type ListedActivity = Pick<
  Selectable<ActivitiesTable>,
  'id' | 'rule_id' | 'name' | 'merchant_id' | 'value' | 'state' | 'created_at' | 'resource'
> & {
  customer: ListedCustomer;
  /** The moment of its last change; if it never changed, the moment of its record. */
  updated_at: number;
  /** The place of its latest change in the order of all activities' changes. */
  change_id: number;
  /** The order that caused it; null: none. */
  order_id: number | null;
  order_merchant_id: string | null;
};

/** A page of a program's activities. */
export async function listActivities(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedActivity>> {
  const { highWater, read } = await beginReading(deps, { sequence: 'entry_ids', namespace: 11 });
  // The offset is beyond the number of ids, so there is no row.
  if (request.offset > highWater) return { rows: [], has_prev: false, has_next: false };
  const page = await read((source) =>
    isByChange(request)
      ? readChanges(request, highWater, (range) =>
          selectActivities(source, sql`${changedRows('activities', programId, range)}`, 'change_id'),
        )
      : readPage(request, highWater, (range) =>
          selectActivities(
            source,
            sql`select t.*, coalesce(t.changed_id, t.id) as change_id from activities t
              where ${whereInRange(programId, range)} and ${updatedWithin('activities', range.filters)} ${endOf(range)}`,
            range.ascending ? 'id' : 'id desc',
          ),
        ),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, customer: listedCustomer(row) })) };
}

type ActivityRow = Omit<ListedActivity, 'customer'> & CustomerColumns;

/** The shown columns of an activity `alias`. Its order is `o`. */
export const activityColumns = (alias: string) =>
  sql`${sql.raw(
    `${alias}.id, ${alias}.rule_id, ${alias}.name, ${alias}.merchant_id, ${alias}.state, ${alias}.created_at, ${alias}.resource,
   coalesce(${alias}.updated_at, ${alias}.resolved_at, ${alias}.created_at) as updated_at,
   coalesce(${alias}.changed_id, ${alias}.id) as change_id, ${alias}.order_id, o.merchant_id as order_merchant_id`,
  )}, ${worth(alias)} as value`;

/** The page is selected before the joins, so that only its rows are joined. */
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

/** The activities of an order, of any customer, oldest first. */
export async function listActivitiesOfOrder(
  deps: Db,
  programId: number,
  orderId: number,
): Promise<ListedActivity[]> {
  const page = sql`select * from activities where program_id = ${programId} and order_id = ${orderId}`;
  const rows = await selectActivities(deps, page, 'id');
  return rows.map((row) => ({ ...row, customer: listedCustomer(row) }));
}

/** The activities with these ids, in no order. */
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
