import { type Static, Type } from '@sinclair/typebox';
import { getWholeOrder, listOrders } from '../../domain/listings/order-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { Id } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import {
  CHANGE_PARAMETERS,
  CursorPairSchema,
  complaintsOfChanges,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';
import { OrderSchema, presentOrder } from './present-order.ts';
import { presentWholeOrder, WholeOrderSchema } from './present-whole-order.ts';
import { OrderIdOfPath } from './update-order.ts';

const OrderListSchema = Type.Object(
  { orders: Type.Array(OrderSchema), cursor: CursorPairSchema },
  { title: 'OrderList' },
);

export function listOrdersRoute(app: App, deps: Deps): void {
  const address = { endpoint: 'orders', path: '/v2/orders' };
  app.get(
    '/orders',
    {
      config: {
        scope: 'read_orders',
        ids: 'order_ids',
        complaints: complaintsOfChanges(deps, address.endpoint),
      },
      schema: {
        operationId: 'listOrders',
        tags: ['Program-level'],
        summary: 'List orders',
        description:
          'Newest first, or oldest first with `since_id`, or in the order of changes with `updated_since`. An order appears only after all orders with a lower id (or `change_id`), so a reader misses none.',
        querystring: Type.Object({
          ...LISTING_PARAMETERS,
          ...CHANGE_PARAMETERS,
          customer_id: Type.Optional(
            Id({ description: 'Only orders of the customer with this number, the `id` of customers.' }),
          ),
        }),
        response: {
          200: {
            description: 'A page of orders.',
            headers: LISTING_HEADERS,
            content: { 'application/json': { schema: OrderListSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const { program, query } = request;
      const asked = pageRequest(deps, request, address.endpoint, query.customer_id ?? null);
      const page = await listOrders(deps, program.id, asked);
      const list: Static<typeof OrderListSchema> = {
        orders: page.rows.map((row) => presentOrder(program, row)),
        cursor: pointToPages(deps, request, reply, address, asked, page),
      };
      return list;
    },
  );
}

const OneOrderSchema = Type.Object({ order: WholeOrderSchema }, { title: 'OneOrder' });

export function getOrderRoute(app: App, deps: Deps): void {
  app.get(
    '/orders/:merchant_id',
    {
      config: { scope: 'read_orders' },
      schema: {
        operationId: 'getOrder',
        tags: ['Program-level'],
        summary: 'Read an order with its activities and claimed rewards',
        params: Type.Object({ merchant_id: OrderIdOfPath() }),
        response: { 200: OneOrderSchema },
      },
    },
    async (request): Promise<Static<typeof OneOrderSchema>> => {
      const { program, params } = request;
      const order = await getWholeOrder(deps, program.id, params.merchant_id);
      return { order: presentWholeOrder(requestedView(request), order) };
    },
  );
}
