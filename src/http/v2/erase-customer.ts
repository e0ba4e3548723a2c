import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { eraseCustomer } from '../../domain/operations/erase-customer.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { MerchantIdOfPath, NoQuerySchema } from '../schema-helpers.ts';

const ParamsSchema = Type.Object({ merchant_id: MerchantIdOfPath() });

/** The operation takes no body. An erasure cannot be undone, so nothing in a body may be silently ignored. */
function bodyComplaints({ body }: Pick<FastifyRequest, 'body'>): Record<string, string> {
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return { body: 'must be empty' };
  return Object.fromEntries(Object.keys(body).map((name) => [name, 'is not known here']));
}

export function eraseCustomerRoute(app: App, deps: Deps): void {
  app.delete(
    '/customers/:merchant_id',
    {
      config: { scope: 'write_customers', complaints: bodyComplaints },
      schema: {
        operationId: 'eraseCustomer',
        tags: ['Program-level'],
        summary: "Erase a customer's personal data",
        description:
          'Erases the email, names, birthday, metadata and merchant_id of the customer and of all customers merged into it. It also erases carts, sessions, stored answers, the messages of webhooks, the texts of orders, and the hashes by which referred friends are recognised. Transactions, activities, claimed rewards and orders stay, without personal data. A later approval or refund is booked as before. Nothing finds the customer any more: a second request gets 404, and the same merchant_id creates a new customer. Notes of points added or removed by hand, and the ids that you gave to activities and orders, stay too: keep personal data out of them. This cannot be undone.',
        params: ParamsSchema,
        querystring: NoQuerySchema,
        response: { 204: Type.Null({ description: 'Erased.' }) },
      },
    },
    async (request, reply) => {
      const { program, params } = request;
      await eraseCustomer(deps, { program, merchant_id: params.merchant_id, by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}
