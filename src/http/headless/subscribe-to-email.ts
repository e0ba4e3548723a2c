import { type Static, Type } from '@sinclair/typebox';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import { subscribeToEmail } from '../../domain/operations/subscribe-to-email.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { ActionSchema } from '../shared/history-schemas.ts';
import { presentAction } from '../shared/present-history.ts';
import { ConsentSchema, CustomerSchema } from './customer-schema.ts';
import { renderCustomer } from './render-customer.ts';
import { HeadlessCustomerParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const SubscribedSchema = Type.Object(
  {
    updated: Type.Boolean({ description: 'False: the customer was subscribed before.' }),
    email_marketing_consent: ConsentSchema,
    customer: CustomerSchema,
    actions: Type.Array(ActionSchema, { description: 'The points or rewards that the subscription gave.' }),
  },
  { title: 'SubscribedToEmail' },
);

export function subscribeToEmailRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/email_marketing/subscribe',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'subscribeToEmailMarketing',
        tags: ['Customer-facing'],
        summary: 'Subscribe a customer to marketing by email',
        description:
          'Records the consent and completes the newsletter_signup rules. The request has no body. Refused with 422: `customer_blocked`, `customer_not_enrolled`.',
        params: HeadlessCustomerParams,
        response: { 200: SubscribedSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, channel } = storefrontContext(request);
          const { id } = await getCustomerAfterDue(deps, program, request.params.merchant_id);
          return subscribeToEmail(deps, { program, customer_id: id, channel }, hooks);
        },
        present: async ({ customer_id, updated, actions }, tx) => {
          const { view, customer } = await loadAnswer(deps, request, customer_id, tx);
          const body = renderObject<Static<typeof SubscribedSchema>>({
            updated,
            email_marketing_consent: { state: customer.row.email_marketing },
            customer: renderCustomer(view, deps.publicUrl, customer),
            actions: actions.map((action) => presentAction(view, action)),
          });
          return { status: 200, body, customer_id };
        },
      }),
  );
}
