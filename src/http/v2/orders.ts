import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import { getListedOrder, listOrders } from '../../domain/orders/listing-store.ts';
import type { App } from '../app-types.ts';
import { Id } from '../schema-helpers.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';
import { OrderSchema, presentOrder } from './present-order.ts';
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
      config: { scope: 'read_orders', complaints: cursorComplaints(deps, address.endpoint) },
      schema: {
        operationId: 'listOrders',
        tags: ['Program-level'],
        summary: 'List orders',
        description:
          'Newest first, or oldest first with `since_id`. An order appears once every one with a lower id is settled.',
        querystring: Type.Object({
          ...LISTING_PARAMETERS,
          customer_id: Type.Optional(Id({ description: 'Only orders of this service customer id.' })),
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

const OneOrderSchema = Type.Object({ order: OrderSchema }, { title: 'OneOrder' });

export function getOrderRoute(app: App, deps: Deps): void {
  app.get(
    '/orders/:merchant_id',
    {
      config: { scope: 'read_orders' },
      schema: {
        operationId: 'getOrder',
        tags: ['Program-level'],
        summary: 'Read an order',
        params: Type.Object({ merchant_id: OrderIdOfPath() }),
        response: { 200: OneOrderSchema },
      },
    },
    async ({ program, params }): Promise<Static<typeof OneOrderSchema>> => ({
      order: presentOrder(program, await getListedOrder(deps, program.id, params.merchant_id)),
    }),
  );
}
