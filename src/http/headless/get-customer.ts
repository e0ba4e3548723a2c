import { getStorefrontAfterDue } from '../../domain/operations/load-storefront-after-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { sendRendered } from '../rendered.ts';
import { HeadlessCustomerParams } from './site.ts';
import { storefrontContext, tellingCodes } from './storefront-answer.ts';
import { renderVisit, VisitSchema } from './visit-answer.ts';

export function getCustomerRoute(app: App, deps: Deps): void {
  app.get(
    '/customers/:merchant_id',
    {
      config: { scope: 'read_customers' },
      schema: {
        operationId: 'getCustomer',
        tags: ['Customer-facing'],
        summary: "Read a customer and the program's offers",
        description:
          'Guests and blocked customers are shown by their names alone. The request creates no customer; a session does.',
        params: HeadlessCustomerParams,
        response: { 200: VisitSchema },
      },
    },
    async (request, reply) => {
      const { program, channel, country } = storefrontContext(request);
      const { merchant_id } = request.params;
      const question = { program, channel, country, merchant_id };
      const customer = await getStorefrontAfterDue(deps, question);
      const visit = renderVisit(deps, request, await tellingCodes(deps, request, customer));
      return sendRendered(reply, visit);
    },
  );
}
