import { type Static, Type } from '@sinclair/typebox';
import { enrolCustomer } from '../../domain/operations/enrol-customer.ts';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { CustomerSchema } from './customer-schema.ts';
import { renderCustomer } from './render-customer.ts';
import { HeadlessCustomerParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const EnrolledSchema = Type.Object(
  {
    enrolled: Type.Boolean({ description: 'False: the customer was enrolled before, and nothing changed.' }),
    customer: CustomerSchema,
  },
  { title: 'Enrolled' },
);

export function enrolCustomerRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/enroll',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'enrollCustomer',
        tags: ['Customer-facing'],
        summary: 'Enroll a customer',
        description:
          'Makes a guest a member. This completes the join_program rules, and applies the orders and activities that the guest had before. The request has no body. Refused with 422: `customer_blocked`.',
        params: HeadlessCustomerParams,
        response: { 200: EnrolledSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, channel } = storefrontContext(request);
          const { id } = await getCustomerAfterDue(deps, program, request.params.merchant_id);
          return enrolCustomer(deps, { program, customer_id: id, channel }, hooks);
        },
        present: async ({ enrolled, customer: { id } }, tx) => {
          const { view, customer } = await loadAnswer(deps, request, id, tx);
          const body = renderObject<Static<typeof EnrolledSchema>>({
            enrolled,
            customer: renderCustomer(view, deps.publicUrl, customer),
          });
          return { status: 200, body, customer_id: id };
        },
      }),
  );
}
