import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import { findCustomerByMerchantId } from '../../domain/customers/find-customer.ts';
import { adjustPoints } from '../../domain/operations/adjust-points.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Integer, MerchantIdOfPath, Nullable, Text } from '../schema-helpers.ts';

const ParamsSchema = Type.Object({ merchant_id: MerchantIdOfPath() });

const BodySchema = Type.Object(
  {
    points: Integer({ minimum: 1, maximum: 1_000_000 }),
    reason: Type.Optional(Nullable(Text({ description: 'The `note` of the transaction.' }))),
  },
  { title: 'AdjustPoints' },
);
type Body = Static<typeof BodySchema>;

export function addPointsRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/points',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'addPoints',
        tags: ['Program-level'],
        summary: 'Add points to a customer by hand',
        description:
          'The points are approved at once. They count towards no tier. Refused with 422: `customer_blocked`, `customer_not_enrolled`.',
        params: ParamsSchema,
        body: BodySchema,
        response: { 201: Type.Null({ description: 'Added.' }) },
      },
    },
    (request, reply) => adjust(deps, request, reply, request.params, request.body, 1),
  );
}

export function removePointsRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/remove_points',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'removePoints',
        tags: ['Program-level'],
        summary: 'Remove points from a customer by hand',
        description:
          'Removes approved points only, and never more than the customer has. Refused with 422: `customer_blocked`, ' +
          '`customer_not_enrolled`, `insufficient_points`.',
        params: ParamsSchema,
        body: BodySchema,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    (request, reply) => adjust(deps, request, reply, request.params, request.body, -1),
  );
}

function adjust(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { merchant_id }: { merchant_id: string },
  { points, reason }: Body,
  sign: 1 | -1,
): Promise<void> {
  const { program } = request;
  return idempotent(request, reply, deps, {
    effect: async (hooks) => {
      const customer = await findCustomerByMerchantId(deps.db, program.id, merchant_id);
      if (!customer) throw new DomainError('not_found', 'There is no such customer.');
      const note = reason ?? null;
      const by = actorOf(request);
      return adjustPoints(
        deps,
        { program, customer_id: customer.id, points: sign * points, note, by },
        hooks,
      );
    },
    present: async ({ customer_id }) => ({ status: sign === 1 ? 201 : 204, body: undefined, customer_id }),
  });
}
