import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import { balanceAt } from '../../domain/ledger/balance-at.ts';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import {
  MerchantIdOfPath,
  Nullable,
  nullableTimestamp,
  Timestamp,
  TimestampInput,
  timestamp,
} from '../schema-helpers.ts';
import { presentTier, TierNameSchema } from '../shared/present-tier.ts';
import { requestedView } from '../shared/program-view.ts';

const BalanceSchema = Type.Object(
  {
    at: Timestamp({
      description: 'The moment of the balance: the requested one, otherwise the present one.',
    }),
    points_approved: Type.Integer({ description: 'The spendable balance.' }),
    points_pending: Type.Integer({ description: 'The points that waited for approval.' }),
    points_spent: Type.Integer({
      description: 'The points spent until then, minus the points that refunds had returned.',
    }),
    tier: Nullable(TierNameSchema),
    lots: Type.Array(
      Type.Object(
        {
          points: Type.Integer({ description: 'The points with which the lot began.' }),
          remaining: Type.Integer({ description: 'The points of the lot that were left.' }),
          formed_at: Timestamp(),
          expires_at: Nullable(
            Timestamp({
              description:
                "The moment when the lot expires under the program's present terms. The terms may have been others at the moment of the balance. Null: never.",
            }),
          ),
        },
        { title: 'PointLot' },
      ),
      {
        description:
          'The lots of the balance, in programs whose points have expiry dates. The lot that expires first comes first. Their sum is the balance, unless the balance is below zero.',
      },
    ),
    next_expiry: Nullable(
      Type.Object(
        { points: Type.Integer(), at: Timestamp() },
        {
          title: 'NextExpiry',
          description:
            'The points that expire next, unless they are spent before. For points that expire by inactivity, it is given only if `at` is absent.',
        },
      ),
    ),
  },
  { title: 'Balance' },
);

export function getBalanceRoute(app: App, deps: Deps): void {
  app.get(
    '/customers/:merchant_id/balance',
    {
      config: { scope: 'read_customers', complaints: futureComplaints(deps) },
      schema: {
        operationId: 'getBalance',
        tags: ['Program-level'],
        summary: "Read a customer's balance, now or at a past moment",
        description:
          "Counters, lots and tier from the ledger, as they were recorded at that moment. Before the first entry all are zero. For a customer who survived a merge, the other customer's points count from the merge on. A customer who has no tier any more is shown, at a past moment, in the last tier that it had entered until then.",
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        querystring: Type.Object(
          {
            at: Type.Optional(
              TimestampInput({
                description:
                  "The moment of the balance. It must not be in the future of the program's clock. Absent: now.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: BalanceSchema },
      },
    },
    async (request): Promise<Static<typeof BalanceSchema>> => {
      const { program, params, query } = request;
      const { id } = await getCustomerAfterDue(deps, program, params.merchant_id);
      const at = query.at === undefined ? null : parseTimestamp(query.at)!;
      const { tier_id, lots, next_expiry, ...counters } = await balanceAt(deps, program, id, at);
      return {
        ...counters,
        at: timestamp(counters.at),
        tier: presentTier(requestedView(request), tier_id),
        lots: lots.map((lot) => ({
          ...lot,
          formed_at: timestamp(lot.formed_at),
          expires_at: nullableTimestamp(lot.expires_at),
        })),
        next_expiry: next_expiry && { points: next_expiry.points, at: timestamp(next_expiry.at) },
      };
    },
  );
}

function futureComplaints(deps: Deps) {
  return ({ query, program }: FastifyRequest): Record<string, string> => {
    const { at } = query as { at?: unknown };
    const moment = typeof at === 'string' ? parseTimestamp(at) : undefined;
    return moment !== undefined && moment > deps.clock.now(program)
      ? { at: 'must not be in the future' }
      : {};
  };
}
