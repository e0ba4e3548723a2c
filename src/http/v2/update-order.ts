import { Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import { updateOrder } from '../../domain/orders/update-order.ts';
import type { App } from '../app-types.ts';
import { MerchantIdOfPath, Name, Nullable } from '../schema-helpers.ts';
import { amountComplaints, ORDER_STATE_FIELDS, PAYMENT_FIELDS, readState } from './order-body.ts';

export const OrderIdOfPath = () =>
  MerchantIdOfPath({
    description: "The order's id in the store's platform, URL-encoded, up to 255 characters.",
    examples: ['5001'],
  });

const BodySchema = Type.Object(
  {
    ...PAYMENT_FIELDS,
    ...ORDER_STATE_FIELDS,
    customer_email: Type.Optional(
      Nullable(
        Name({ description: 'By it the referral of a friend is recognised, once the order is paid.' }),
      ),
    ),
  },
  { title: 'OrderState' },
);

export function updateOrderRoute(app: App, deps: Deps): void {
  app.put(
    '/orders/:merchant_id',
    {
      config: { scope: 'write_orders', complaints: amountComplaints },
      schema: {
        operationId: 'updateOrder',
        tags: ['Program-level'],
        summary: 'Say how far an order has come',
        description:
          'The whole state of the order, each time. An order only ever goes on: of what is told and what was known, ' +
          'the further counts, so that a state may arrive late, twice or out of order. Paid, its pending points ' +
          'begin their approval period. A partial refund takes points back at the rate at which they were earned. ' +
          'A full refund or a cancellation takes back the rest, for good, and returns the points of rewards used on it.',
        params: Type.Object({ merchant_id: OrderIdOfPath() }),
        body: BodySchema,
        response: { 204: Type.Null({ description: 'Taken; also where it said nothing new.' }) },
      },
    },
    async (request, reply) => {
      const { program, params, body } = request;
      await updateOrder(deps, {
        program,
        merchant_id: params.merchant_id,
        customer_email: body.customer_email ?? null,
        state: readState(body, program.currency),
      });
      return reply.code(204).send(null);
    },
  );
}
