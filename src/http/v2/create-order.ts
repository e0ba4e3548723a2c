import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import type { OrderInput } from '../../domain/orders/order.ts';
import { recordOrder } from '../../domain/orders/record-order.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { Name, Nullable } from '../schema-helpers.ts';
import {
  amountComplaints,
  discountCodes,
  ORDER_STATE_FIELDS,
  orderFields,
  PAYMENT_FIELDS,
  readContents,
  readState,
} from './order-body.ts';

const BodySchema = Type.Object(
  {
    customer_id: Name({
      description: "The customer's id in the store's platform; an unknown customer is created.",
    }),
    customer_email: Nullable(Name()),
    merchant_id: Name({
      description:
        "The order's id in the store's platform. Of one that was recorded before only what it says of payment, refunds and cancellation is taken.",
    }),
    ...orderFields({ title: 'NewOrderLine' }),
    discount_codes: discountCodes({}),
    ...PAYMENT_FIELDS,
    ...ORDER_STATE_FIELDS,
  },
  { title: 'NewOrder' },
);
type Body = Static<typeof BodySchema>;

export function createOrderRoute(app: App, deps: Deps): void {
  app.post(
    '/orders',
    {
      config: { scope: 'write_orders', complaints: amountComplaints },
      schema: {
        operationId: 'createOrder',
        tags: ['Program-level'],
        summary: 'Record an order',
        description:
          "Amounts are in the program's currency. The order earns by the purchase rules, counts towards spend tiers, " +
          'and marks used what it used: vouchers and gift cards in `discount_codes`, products by the ' +
          '`_loyalty_redemption_id` among the attributes of a line. Recorded again, it is taken as its PUT.',
        body: BodySchema,
        response: { 201: Type.Null({ description: 'Recorded; also where it was recorded before.' }) },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) =>
          recordOrder(
            deps,
            orderInput(request.program, request.body, requestContext(request).channel),
            hooks,
          ),
        present: async ({ customer_id }) => ({ status: 201, body: undefined, customer_id }),
      }),
  );
}

function orderInput(program: Program, body: Body, channel: Channel): OrderInput {
  return {
    program,
    customer_id: body.customer_id,
    customer_email: body.customer_email,
    merchant_id: body.merchant_id,
    ...readContents(body, program.currency),
    ...readState(body, program.currency),
    channel: body.channel ?? channel,
  };
}
