import { Type } from '@sinclair/typebox';
import { mergeCustomers } from '../../domain/operations/merge-customers.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { MerchantIdOfPath, NoQuerySchema, PlatformId, platformId } from '../schema-helpers.ts';
import { ProgramCustomerAnswerSchema } from '../shared/program-customer-schema.ts';
import { requestedView } from '../shared/program-view.ts';
import { customerAnswer } from './customer.ts';

const ParamsSchema = Type.Object({ merchant_id: MerchantIdOfPath() });

const BodySchema = Type.Object(
  { into: PlatformId({ description: 'The `merchant_id` of the customer that remains.' }) },
  { title: 'MergeCustomer', additionalProperties: false },
);

export function mergeCustomerRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/merge',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'mergeCustomer',
        tags: ['Program-level'],
        summary: 'Merge one customer into another',
        description:
          "For two customers who are the same person. The customer `into` remains. New transactions move the other's balance to it. It also gets the other's activities, claimed rewards, orders, referrals and places in limits. Its tier is the higher of the two, or the tier that both together have earned. It gets email, names, birthday and metadata from the other where it has none. The other customer is not listed any more, and in every operation its merchant_id means the customer that remains. The other's own transactions stay, with an adjustment that takes its balance away. This cannot be undone. A repeated merge has no effect; a merge of a customer into itself gets 400. Refused with 422: `customer_blocked` (either of the two).",
        params: ParamsSchema,
        querystring: NoQuerySchema,
        body: BodySchema,
        response: { 200: ProgramCustomerAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, params, body } = request;
          const { merchant_id } = params;
          return mergeCustomers(
            deps,
            { program, merchant_id, into: platformId(body.into), by: actorOf(request) },
            hooks,
          );
        },
        present: async ({ customer_id }, tx) => ({
          status: 200,
          body: await customerAnswer(deps, requestedView(request), customer_id, tx),
          customer_id,
        }),
      }),
  );
}
