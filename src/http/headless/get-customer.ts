import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { sendRendered } from '../rendered.ts';
import { showingCustomers } from './show-customer.ts';
import { HeadlessCustomerParams } from './site.ts';
import { renderVisit, VisitSchema } from './visit-answer.ts';

export function getCustomerRoute(app: App, deps: Deps): void {
  const { show, ask_ahead } = showingCustomers(deps);
  app.get(
    '/customers/:merchant_id',
    {
      config: { scope: 'read_customers', ask_ahead },
      schema: {
        operationId: 'getCustomer',
        tags: ['Customer-facing'],
        summary: "Read a customer and the program's offers",
        description:
          'For guests and blocked customers the answer has only their ids, email and names. This request does not create an unknown customer; opening a session does.',
        params: HeadlessCustomerParams,
        response: { 200: VisitSchema },
      },
    },
    async (request, reply) =>
      sendRendered(reply, renderVisit(request, await show(request, request.params.merchant_id))),
  );
}
