import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../core/errors.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import { NO_BOUND, type Page, type PageRequest, readPage } from '../core/pagination.ts';
import { findCustomerById } from '../customers/store.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import { listUsedClaims, type OrderClaim } from '../orders/claims-store.ts';
import type { OrderRow } from '../orders/order.ts';
import { findOrderInPath, listOrderActivities } from '../orders/store.ts';
import type { Deps } from '../programs/deps.ts';
import { type ListedActivity, listActivitiesOfOrder } from './activity-store.ts';
import { beginReading } from './begin-reading.ts';
import { changedRows, isByChange, readChanges, updatedWithin } from './change-store.ts';
import type { Db, ListedCustomer } from './listed-customer.ts';

/** An order with its present customer. */
export type ListedOrder = OrderRow & {
  customer: Omit<ListedCustomer, 'site_id' | 'tier_id'>;
  /** The place of its latest change in the order of all orders' changes. */
  change_id: number;
};

/**
 * A page of a program's orders, or of one customer's, whose ids become visible in order. Places of changes always need
 * the horizon: a transaction may change one customer's orders under the lock of another customer.
 */
export async function listOrders(
  deps: Db,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedOrder>> {
  const byChange = isByChange(request);
  if (!byChange && request.filters.customer_id !== null)
    return readOrders(deps, programId, request, NO_BOUND - 1);
  const { highWater, read } = await beginReading(deps, { sequence: 'order_ids', namespace: 13 });
  if (!byChange) return read((source) => readOrders(source, programId, request, highWater));
  return read((source) =>
    readChanges(request, highWater, (range) =>
      selectOrders(source, changedRows('orders', programId, range), 'change_id'),
    ),
  );
}

function readOrders(
  deps: Db,
  programId: number,
  request: PageRequest,
  highWater: number,
): Promise<Page<ListedOrder>> {
  return readPage(request, highWater, (range) => {
    const page = sql`select t.*, coalesce(t.changed_id, t.id) as change_id from orders t
      where ${whereInRange(programId, range)} and ${updatedWithin('orders', range.filters)} ${endOf(range)}`;
    return selectOrders(deps, page, range.ascending ? 'id' : 'id desc');
  });
}

/** An order with all its effects. */
export interface WholeOrder extends ListedOrder {
  /** The activities of its customer, and those that its referrer got for it. */
  activities: ListedActivity[];
  /**
   * The points that its customer earned with it. The pending and the taken-back points are parts of the earned points.
   */
  points: { earned: number; pending: number; taken_back: number };
  /** The claims that the order used. */
  claims: OrderClaim[];
}

/** The order that a path names; its segment was decoded once. Throws not_found if there is none. */
export async function getWholeOrder(
  deps: Pick<Deps, 'db'>,
  programId: number,
  merchantIdFromPath: string,
): Promise<WholeOrder> {
  const order = await findOrderInPath(deps.db, programId, merchantIdFromPath);
  const customer = order && (await findCustomerById(deps.db, programId, order.customer_id));
  if (!customer) throw new DomainError('not_found', 'There is no such order.');
  return {
    ...order,
    customer,
    change_id: order.changed_id ?? order.id,
    activities: await listActivitiesOfOrder(deps, programId, order.id),
    points: pointsOf(await listOrderActivities(deps.db, order)),
    claims: await listUsedClaims(deps.db, order),
  };
}

function pointsOf(activities: readonly ActivityRecord[]): WholeOrder['points'] {
  const points = { earned: 0, pending: 0, taken_back: 0 };
  for (const { resource, state, value, taken_back } of activities) {
    if (resource !== 'order') continue;
    const isOver = state === 'void' || state === 'declined';
    points.earned += value;
    points.taken_back += isOver ? value : taken_back;
    if (state === 'pending') points.pending += value - taken_back;
  }
  return points;
}

/** The page is selected before the customers are joined, so that only its rows are joined. */
async function selectOrders(
  deps: Pick<Deps, 'db'>,
  page: RawBuilder<unknown>,
  order: 'id' | 'id desc' | 'change_id',
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    with page as materialized (${page})
    select p.*, json_build_object('id', c.id, 'merchant_id', c.merchant_id, 'email', c.email,
        'points_approved', c.points_approved, 'points_pending', c.points_pending, 'points_spent', c.points_spent) as customer
      from page p join customers c on c.program_id = p.program_id and c.id = p.customer_id
      order by p.${sql.raw(order)}`.execute(deps.db);
  return rows;
}
