import { Type } from '@sinclair/typebox';
import { updateOrder } from '../../domain/operations/update-order.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { MerchantIdOfPath } from '../schema-helpers.ts';
import { readEdits, readStateIn } from './order-body.ts';
import { laxAmountComplaints } from './order-complaints.ts';
import {
  CORRECT_FIELD,
  EDITED_FIELDS,
  FORCE_FIELD,
  ORDER_STATE_FIELDS,
  PAYMENT_FIELDS,
} from './order-fields.ts';
import { ReportedEmail, takenEmail } from './taken-email.ts';

export const OrderIdOfPath = () =>
  MerchantIdOfPath({
    description: "The order's id in the store's platform, URL-encoded, up to 255 characters.",
    examples: ['5001'],
  });

const BodySchema = Type.Object(
  {
    ...PAYMENT_FIELDS,
    ...ORDER_STATE_FIELDS,
    ...FORCE_FIELD,
    ...CORRECT_FIELD,
    ...EDITED_FIELDS({ title: 'EditedOrderLine' }),
    customer_email: Type.Optional(
      ReportedEmail({
        description: 'When the order is paid, the server recognises a referred friend by this email.',
      }),
    ),
  },
  { title: 'OrderState' },
);

export function updateOrderRoute(app: App, deps: Deps): void {
  app.put(
    '/orders/:merchant_id',
    {
      config: { scope: 'write_orders', complaints: laxAmountComplaints },
      schema: {
        operationId: 'updateOrder',
        tags: ['Program-level'],
        summary: 'Update the state of an order',
        description:
          'Send the whole state of the order each time, with amounts in the currency in which it was recorded. The state only advances: if the stored state is further on than the sent one, the stored state counts. So a state may arrive late, twice or out of order. When the order is paid, the approval period of its pending points begins. A partial refund takes points back at the rate at which they were earned. A full refund or a cancellation takes back the rest, and returns the points of rewards that were used on the order. With `correct` the state may go back, and the total and the lines may change; without it they are not read. Refused with 422: `implausible_amount`.',
        params: Type.Object({ merchant_id: OrderIdOfPath() }),
        body: BodySchema,
        response: {
          204: Type.Null({ description: 'The state was accepted. It may have been known before.' }),
        },
      },
    },
    async (request, reply) => {
      const { program, params, body } = request;
      await updateOrder(deps, {
        program,
        merchant_id: params.merchant_id,
        customer_email: takenEmail(reply, body.customer_email),
        state: (currency) => readStateIn(body, currency),
        ...(body.correct && { correct: (currency) => readEdits(body, currency) }),
        force: body.force ?? false,
        by: actorOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}
