import { Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import { findCustomerByMerchantId } from '../../domain/customers/find-customer.ts';
import { fulfilClaim } from '../../domain/operations/fulfil-claim.ts';
import { refundReward } from '../../domain/operations/refund-reward.ts';
import { revealCode } from '../../domain/operations/reveal-code.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, MerchantIdOfPath, Nullable, Text } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import { ClaimedRewardAnswerSchema, claimedRewardAnswer } from './claimed-reward-answer.ts';

const ParamsSchema = Type.Object({
  merchant_id: MerchantIdOfPath(),
  id: Id({ description: 'The id of a claimed reward of this customer.' }),
});

export function refundClaimedRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/claimed_rewards/:id/refund',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'refundClaimedReward',
        tags: ['Program-level'],
        summary: 'Refund an unused claimed reward',
        description:
          'The claim becomes `void`. The customer gets the points back, even if it is blocked, and the stock and the place in the limit are free again. Refused with 422: `reward_already_refunded`, `reward_already_used` (or expired).',
        params: ParamsSchema,
        response: { 200: ClaimedRewardAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, params } = request;
          const customer_id = await customerIdOf(deps, program.id, params.merchant_id);
          const claimed_reward_id = params.id;
          return refundReward(
            deps,
            { program, customer_id, claimed_reward_id, even_if_blocked: true, by: actorOf(request) },
            hooks,
          );
        },
        present: async (refunded, tx) => ({
          status: 200,
          body: await claimedRewardAnswer(deps, requestedView(request), refunded, tx),
          customer_id: refunded.customer_id,
        }),
      }),
  );
}

export function fulfillClaimedRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/claimed_rewards/:id/fulfill',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'fulfillClaimedReward',
        tags: ['Program-level'],
        summary: 'Mark a claimed reward as fulfilled',
        description:
          'A fulfilled reward does not lapse any more. If the reward is fulfilled already, nothing changes; vouchers and gift cards are fulfilled by the claim itself. Refused with 422: `reward_kind_mismatch` (a product, which is fulfilled when it is used), `reward_already_refunded`, `reward_already_used` (it has expired).',
        params: ParamsSchema,
        body: Type.Object(
          {
            explanation: Type.Optional(
              Nullable(Text({ description: 'An explanation that the customer sees.' })),
            ),
          },
          { title: 'FulfillClaimedReward' },
        ),
        response: { 200: ClaimedRewardAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, params, body } = request;
          const customer_id = await customerIdOf(deps, program.id, params.merchant_id);
          const explanation = body.explanation ?? null;
          return fulfilClaim(
            deps,
            { program, customer_id, claimed_reward_id: params.id, explanation, by: actorOf(request) },
            hooks,
          );
        },
        present: async (fulfilled, tx) => ({
          status: 200,
          body: await claimedRewardAnswer(deps, requestedView(request), fulfilled, tx),
          customer_id: fulfilled.customer_id,
        }),
      }),
  );
}

export function revealClaimedRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/claimed_rewards/:id/reveal',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'revealClaimedReward',
        tags: ['Program-level'],
        summary: 'Read the whole code of a gift card',
        description:
          'For a card that a rule or a tier gave, and for a card whose answer was lost. The audit log records the request. If the server does not have the code, because the card is older than this operation or the SECRET_KEY is lost, the card gets a new code and the old one is refused. Refused with 422: `reward_kind_mismatch` (it is no gift card), `reward_already_refunded`, `reward_already_used` (it has expired).',
        params: ParamsSchema,
        response: { 200: ClaimedRewardAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, params } = request;
          const customer_id = await customerIdOf(deps, program.id, params.merchant_id);
          const by = actorOf(request);
          return revealCode(deps, { program, customer_id, claimed_reward_id: params.id, by }, hooks);
        },
        present: async (revealed, tx) => ({
          status: 200,
          body: await claimedRewardAnswer(deps, requestedView(request), revealed, tx),
          customer_id: revealed.customer_id,
        }),
      }),
  );
}

async function customerIdOf(deps: Deps, programId: number, merchantId: string): Promise<number> {
  const customer = await findCustomerByMerchantId(deps.db, programId, merchantId);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return customer.id;
}
