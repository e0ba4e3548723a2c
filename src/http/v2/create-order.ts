import { type Static, Type } from '@sinclair/typebox';
import type { Actor } from '../../domain/audit/actor.ts';
import { recordOrder } from '../../domain/operations/record-order.ts';
import type { OrderInput } from '../../domain/orders/order.ts';
import type { OrderDraft } from '../../domain/orders/record-unlocked.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { PlatformId, platformId } from '../schema-helpers.ts';
import { nullablePlatformId, readContents, readCurrency, readState } from './order-body.ts';
import { orderComplaints } from './order-complaints.ts';
import {
  BuyerId,
  CORRECT_FIELD,
  discountCodes,
  FORCE_FIELD,
  ORDER_STATE_FIELDS,
  orderFields,
  PAYMENT_FIELDS,
} from './order-fields.ts';
import { addWarning, ReportedEmail, takenEmail } from './taken-email.ts';

const BodySchema = Type.Object(
  {
    customer_id: BuyerId({
      description: "The customer's id in the store's platform. An unknown customer is created.",
    }),
    customer_email: ReportedEmail(),
    merchant_id: PlatformId({
      description:
        "The order's id in the store's platform. If the order was recorded before, only its payment, its refunds and its cancellation are read.",
    }),
    ...orderFields({ title: 'NewOrderLine' }),
    discount_codes: Type.Optional(discountCodes({})),
    ...PAYMENT_FIELDS,
    ...ORDER_STATE_FIELDS,
    ...FORCE_FIELD,
    ...CORRECT_FIELD,
  },
  { title: 'NewOrder' },
);
type Body = Static<typeof BodySchema>;

const EDITED =
  'The order was recorded with other contents before, which stay: only what it says of payment, refunds and cancellation was taken';

export function createOrderRoute(app: App, deps: Deps): void {
  app.post(
    '/orders',
    {
      config: { scope: 'write_orders', complaints: orderComplaints },
      schema: {
        operationId: 'createOrder',
        tags: ['Program-level'],
        summary: 'Record an order',
        description:
          "Amounts are in `currency`. The server converts them to the program's currency at the present rate, which it stores with the order. The order earns points by the purchase rules and counts towards tiers. It marks claimed rewards as used: vouchers and gift cards by `discount_codes`, products by the attribute `_loyalty_redemption_id` of a line. If the order was recorded before, the request works like its PUT. Refused with 422: `implausible_amount`.",
        body: BodySchema,
        response: {
          201: Type.Null({
            description: 'Recorded now, or by an earlier request.',
            headers: {
              Warning: Type.String({
                description:
                  'Present if the order was recorded before with another total or other lines, which stay.',
              }),
            },
          }),
        },
      },
    },
    (request, reply) => {
      const customer_email = takenEmail(reply, request.body.customer_email);
      return idempotent(request, reply, deps, {
        effect: (hooks): Promise<OrderDraft> =>
          recordOrder(
            deps,
            orderInput(
              request.program,
              { ...request.body, customer_email },
              requestContext(request).channel,
              actorOf(request),
            ),
            hooks,
          ),
        resume: (draft: OrderDraft) => draft,
        stored_with_effect: true,
        present: async ({ customer_id, edited }) => {
          if (edited) addWarning(reply, EDITED);
          return { status: 201, body: undefined, customer_id };
        },
      });
    },
  );
}

function orderInput(program: Program, body: Body, channel: Channel, by: Actor): OrderInput {
  const told = readCurrency(program, body);
  return {
    program,
    customer_id: nullablePlatformId(body.customer_id),
    customer_email: body.customer_email,
    merchant_id: platformId(body.merchant_id),
    ...told,
    ...readContents(body, told.currency),
    ...readState(body, told.currency),
    channel: body.channel ?? channel,
    force: body.force ?? false,
    correct: body.correct ?? false,
    by,
  };
}
