import { type Static, Type } from '@sinclair/typebox';
import { previewOrder } from '../../domain/operations/preview-order.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { NoQuerySchema, PlatformId } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import { nullablePlatformId, readContents, readCurrency, readState } from './order-body.ts';
import { orderComplaints } from './order-complaints.ts';
import {
  BuyerId,
  discountCodes,
  FORCE_FIELD,
  ORDER_STATE_FIELDS,
  orderFields,
  PAYMENT_FIELDS,
} from './order-fields.ts';
import { OrderPreviewSchema, presentOrderPreview } from './present-order-preview.ts';
import { ReportedEmail, takenEmail } from './taken-email.ts';

const NOTHING_ELSE = { additionalProperties: false };

const BodySchema = Type.Object(
  {
    customer_id: BuyerId({
      description:
        "The customer's id in the store's platform. If it is unknown, the preview is for a new customer.",
    }),
    customer_email: Type.Optional(ReportedEmail()),
    merchant_id: Type.Optional(PlatformId()),
    ...orderFields({ title: 'PreviewedOrderLine', ...NOTHING_ELSE }),
    discount_codes: Type.Optional(discountCodes(NOTHING_ELSE)),
    total_paid: Type.Optional(PAYMENT_FIELDS.total_paid),
    payment_status: Type.Optional({
      ...PAYMENT_FIELDS.payment_status,
      description: 'Absent: `paid`.',
    }),
    ...ORDER_STATE_FIELDS,
    ...FORCE_FIELD,
  },
  { title: 'PreviewedOrder', ...NOTHING_ELSE },
);
type Body = Static<typeof BodySchema>;

export function previewOrderRoute(app: App, deps: Deps): void {
  app.post(
    '/orders/preview',
    {
      config: { scope: 'read_orders', complaints: orderComplaints },
      schema: {
        operationId: 'previewOrder',
        tags: ['Program-level'],
        summary: 'Preview the points of an order',
        description:
          'Takes an order like `POST /v2/orders`, and changes nothing. The answer lists every purchase rule with the points that it would give now, or the reason why it gives none. An order that is recorded already is previewed as a new one. Refused with 422: `implausible_amount`.',
        querystring: NoQuerySchema,
        body: BodySchema,
        response: { 200: OrderPreviewSchema },
      },
    },
    (request, reply) => {
      const customer_email = takenEmail(reply, request.body.customer_email);
      return idempotent(request, reply, deps, {
        effect: () =>
          preview(
            deps,
            request.program,
            { ...request.body, customer_email },
            requestContext(request).channel,
          ),
        present: async (seen) => ({
          status: 200,
          body: presentOrderPreview(
            requestedView(request),
            nullablePlatformId(request.body.customer_id) ?? customer_email!,
            seen,
          ),
        }),
      });
    },
  );
}

function preview(deps: Deps, program: Program, body: Body, channel: Channel) {
  const told = readCurrency(program, body);
  return previewOrder(deps, {
    program,
    customer_id: nullablePlatformId(body.customer_id),
    ...told,
    ...readContents(body, told.currency),
    ...readState({ payment_status: 'paid', total_paid: body.total, ...body }, told.currency),
    customer_email: body.customer_email ?? null,
    force: body.force ?? false,
    channel: body.channel ?? channel,
  });
}
