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
  { into: PlatformId({ description: 'The merchant_id of the customer who it is, and who remains.' }) },
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
        summary: 'Merge a customer into another',
        description:
          'The two turn out to be one: `into` remains, with the balances of both, moved by new transactions, and all ' +
          'activities, claimed rewards, orders, referrals and places in limits of the other; it is in the higher of their ' +
          'tiers, or in the one that both together have earned. What it did not know of itself (email, names, birthday, metadata) it ' +
          'takes from the other. The other is listed no more, and its merchant_id names the one that remains from then ' +
          'on, in every operation. Its own transactions stay where they are, with an adjustment that takes its balance away. ' +
          'This cannot be undone. Two that are one already are answered without effect; ' +
          'a customer into itself is 400. Refused with 422: `customer_blocked` (either of the two).',
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
