import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import type { PageRequest } from '../../domain/core/pagination.ts';
import { findCustomerByMerchantId } from '../../domain/customers/find-customer.ts';
import { type ListedTransaction, listTransactions } from '../../domain/listings/transaction-store.ts';
import {
  exportTransactionPage,
  exportTransactions,
  TRANSACTION_CSV_COLUMNS,
} from '../../domain/listings/transactions-csv.ts';
import { processDue } from '../../domain/operations/process-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { loadStock } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { sendCsv, unlessRefused } from '../csv.ts';
import { Id, MerchantIdOfPath, StringEnum } from '../schema-helpers.ts';
import { presentTransaction } from '../shared/present-transaction.ts';
import { requestedView } from '../shared/program-view.ts';
import { TransactionSchema } from '../shared/record-schemas.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  type ListingAddress,
  pageRequest,
  pointToPages,
  requireCustomer,
} from './listing.ts';

const TransactionListSchema = Type.Object(
  { transactions: Type.Array(TransactionSchema), cursor: CursorPairSchema },
  { title: 'TransactionList' },
);

const formatParameters = {
  type: Type.Optional(
    StringEnum(['csv', 'json'], { default: 'json', description: 'The format of the answer.' }),
  ),
  all: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `type=csv`: all rows that the filters select, without `limit`.',
    }),
  ),
};

const answers = {
  200: {
    description: 'A page of transactions.',
    headers: LISTING_HEADERS,
    content: {
      'application/json': { schema: TransactionListSchema },
      'text/csv': {
        schema: Type.String({
          description: `RFC 4180, with a header row: ${TRANSACTION_CSV_COLUMNS.join(', ')}.`,
        }),
      },
    },
  },
};

interface FormatQuery {
  type?: 'csv' | 'json';
  all?: boolean;
  cursor?: string;
}

export function listCustomerTransactionsRoute(app: App, deps: Deps): void {
  const endpoint = 'customer transactions';
  app.get(
    '/customers/:merchant_id/transactions',
    {
      config: {
        scope: 'read_customers',
        ids: 'transaction_ids',
        complaints: cursorComplaints(deps, endpoint),
      },
      schema: {
        operationId: 'listCustomerTransactions',
        tags: ['Program-level'],
        summary: 'List transactions of one customer',
        description: 'Newest first, or oldest first with `since_id`.',
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        querystring: Type.Object({ ...formatParameters, ...LISTING_PARAMETERS }),
        response: answers,
      },
    },
    async (request, reply) => {
      const { program, params } = request;
      const customer = await findCustomerByMerchantId(deps.db, program.id, params.merchant_id);
      if (!customer) throw new DomainError('not_found', 'There is no such customer.');
      const asked = requireCustomer(pageRequest(deps, request, endpoint, customer.id), customer.id);
      await processDue(deps, program, customer);
      const path = `/v2/customers/${encodeURIComponent(params.merchant_id)}/transactions`;
      return answer(deps, request, reply, { endpoint, path }, asked);
    },
  );
}

export function listTransactionsRoute(app: App, deps: Deps): void {
  const address = { endpoint: 'transactions', path: '/v2/transactions' };
  app.get(
    '/transactions',
    {
      config: {
        scope: 'read_customers',
        ids: 'transaction_ids',
        complaints: cursorComplaints(deps, address.endpoint),
      },
      schema: {
        operationId: 'listTransactions',
        tags: ['Program-level'],
        summary: 'List transactions of the program',
        description:
          'Newest first, or oldest first with `since_id`. A transaction appears only after all transactions with a lower id, so a reader sees each exactly once.',
        querystring: Type.Object({
          ...formatParameters,
          ...LISTING_PARAMETERS,
          customer_id: Type.Optional(
            Id({ description: 'Only transactions of the customer with this number, the `id` of customers.' }),
          ),
        }),
        response: answers,
      },
    },
    async (request, reply) => {
      const asked = pageRequest(deps, request, address.endpoint, request.query.customer_id ?? null);
      return answer(deps, request, reply, address, asked);
    },
  );
}

async function answer(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  address: ListingAddress,
  asked: PageRequest,
): Promise<FastifyReply> {
  const { program } = request;
  const { type, all, cursor } = request.query as FormatQuery;
  if (type === 'csv') {
    if (all && !cursor) {
      await request.server.take_export_turn(request, reply);
      const rows = await exportTransactions(deps, program.id, asked);
      const refuse = () => request.server.refuse_revoked(request);
      return sendCsv(reply, TRANSACTION_CSV_COLUMNS, unlessRefused(deps.clock, rows, refuse));
    }
    const { page, csv } = await exportTransactionPage(deps, program.id, asked);
    pointToPages(deps, request, reply, address, asked, page);
    return sendCsv(reply, TRANSACTION_CSV_COLUMNS, csv);
  }
  const page = await listTransactions(deps, program.id, asked);
  const view = requestedView(request);
  const stock = await stockOf(deps, request, page.rows);
  return reply.send({
    transactions: page.rows.map((row) => presentTransaction(view, row, stock)),
    cursor: pointToPages(deps, request, reply, address, asked, page),
  });
}

/** The rest of the stock of the rewards on the page. Most pages have none. */
async function stockOf(deps: Deps, request: FastifyRequest, rows: ListedTransaction[]): Promise<StockLevels> {
  const claims = rows.some(({ resource }) => resource === 'claimed_reward');
  return claims ? loadStock(deps, request.program) : { remaining: () => null };
}
