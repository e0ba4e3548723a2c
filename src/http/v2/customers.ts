import { type Static, Type } from '@sinclair/typebox';
import { Watch } from '../../domain/core/watch.ts';
import { listCustomers } from '../../domain/listings/customer-store.ts';
import { canSearchPartsOfEmails } from '../../domain/listings/email-match.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { presentProgramCustomer } from '../shared/present-program-customer.ts';
import { ProgramCustomerSchema } from '../shared/program-customer-schema.ts';
import { requestedView } from '../shared/program-view.ts';
import {
  CustomerQuerySchema,
  customerCursorComplaints,
  customerPageRequest,
  pointToCustomerPages,
  refuseUnindexedSearch,
} from './customer-pages.ts';
import { CursorPairSchema, LISTING_HEADERS } from './listing.ts';
import { PAGE_HEADERS, warnOfNumberedPage } from './numbered-page.ts';

/**
 * The time for which the server remembers whether the index exists. An operator who creates the index need not restart
 * the server.
 */
const INDEX_KEPT_MS = 10_000;

const CustomerListSchema = Type.Object(
  { customers: Type.Array(ProgramCustomerSchema), cursor: CursorPairSchema },
  { title: 'CustomerList' },
);

export function listCustomersRoute(app: App, deps: Deps): void {
  const parts = new Watch(deps, INDEX_KEPT_MS, () => canSearchPartsOfEmails(deps.db));
  app.get(
    '/customers',
    {
      config: { scope: 'read_customers', ids: 'customer_ids', complaints: customerCursorComplaints(deps) },
      schema: {
        operationId: 'listCustomers',
        tags: ['Program-level'],
        summary: 'List customers',
        description:
          'Guests and blocked customers are included. Newest first, or oldest first with `since_id`. By id ' +
          'you see each customer exactly once, even while others are created. By `updated_at` you may see a ' +
          'customer again that changes while you read. If you ask for the changes since your last request, ' +
          'let the windows overlap by ten seconds, since a change may take as long.',
        querystring: CustomerQuerySchema,
        response: {
          200: {
            description: 'A page of customers.',
            headers: { ...LISTING_HEADERS, ...PAGE_HEADERS },
            content: { 'application/json': { schema: CustomerListSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const asked = customerPageRequest(deps, request, request.query);
      await refuseUnindexedSearch(parts, asked.filters);
      warnOfNumberedPage(reply, request.query.page);
      const page = await listCustomers(deps, request.program.id, asked);
      const view = requestedView(request);
      const list: Static<typeof CustomerListSchema> = {
        customers: page.rows.map((row) => presentProgramCustomer(view, deps.publicUrl, row)),
        cursor: pointToCustomerPages(deps, request, reply, asked, page),
      };
      return list;
    },
  );
}
