import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { findCustomerById } from '../customers/store.ts';
import { DomainError } from '../errors.ts';
import { type ListedCustomer, settledId } from '../ledger/listings.ts';
import { NO_BOUND, type Page, type PageRequest, readPage, type Stretch } from '../ledger/page.ts';
import { endOf, inStretch } from '../ledger/stretch.ts';
import type { OrderRow } from './order.ts';
import { findOrderInPath } from './store.ts';

/** An order beside its customer as it is now. */
export type ListedOrder = OrderRow & { customer: Omit<ListedCustomer, 'site_id' | 'tier_id'> };

/** A page of a program's orders, or of one customer's, whose ids become visible in their order. */
export async function listOrders(
  deps: Pick<Deps, 'db'>,
  programId: number,
  request: PageRequest,
): Promise<Page<ListedOrder>> {
  const settled =
    request.filters.customer_id === null ? await settledId(deps, 'order_ids', 13) : NO_BOUND - 1;
  return readPage(request, settled, (stretch) => selectOrders(deps, programId, stretch));
}

/** The order that a path names, its segment decoded once; 404 where there is none. */
export async function getListedOrder(
  deps: Pick<Deps, 'db'>,
  programId: number,
  merchantIdFromPath: string,
): Promise<ListedOrder> {
  const order = await findOrderInPath(deps.db, programId, merchantIdFromPath);
  const customer = order && (await findCustomerById(deps.db, programId, order.customer_id));
  if (!customer) throw new DomainError('not_found', 'There is no such order.');
  return { ...order, customer };
}

/** The page is chosen before the customers are joined, so that the joins are as many as its rows. */
async function selectOrders(
  deps: Pick<Deps, 'db'>,
  programId: number,
  stretch: Stretch,
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    with page as materialized (
      select t.* from orders t where ${inStretch(programId, stretch)} ${endOf(stretch)}
    )
    select p.*, json_build_object('id', c.id, 'merchant_id', c.merchant_id, 'email', c.email,
        'points_approved', c.points_approved, 'points_pending', c.points_pending, 'points_spent', c.points_spent) as customer
      from page p join customers c on c.program_id = ${programId} and c.id = p.customer_id
      order by p.id ${sql.raw(stretch.ascending ? 'asc' : 'desc')}`.execute(deps.db);
  return rows;
}
