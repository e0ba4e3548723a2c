import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import { REWARD_KINDS, type RewardKind } from '../../domain/programs/reward-kinds.ts';
import type { App } from '../app-types.ts';
import { platformId } from '../schema-helpers.ts';
import { askForRedemption, redeem, redeemedFields, redeemFields, refusedWith } from './redeem-reward.ts';
import { storefrontRewardOf } from './reward-kinds.ts';
import { HeadlessParams } from './site.ts';

export function redeemRewardRoutes(app: App, deps: Deps): void {
  for (const kind of REWARD_KINDS) redeemRewardRoute(app, deps, kind);
}

function redeemRewardRoute(app: App, deps: Deps, kind: RewardKind): void {
  const { operationId, summary, description, refusals, body, answer, ask, present } =
    storefrontRewardOf(kind).redemption;
  app.post(
    `/rewards/${kind}/redeem`,
    {
      config: { scope: 'write_customers', ask_ahead: askForRedemption },
      schema: {
        operationId,
        tags: ['Customer-facing'],
        summary: summary ?? `Redeem ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} reward`,
        description: `${description} ${refusedWith(...refusals)}`,
        params: HeadlessParams,
        body: Type.Object({ ...redeemFields, ...body.fields }, { title: body.title }),
        response: { 201: Type.Object({ ...redeemedFields, ...answer.fields }, { title: answer.title }) },
      },
    },
    (request, reply) => {
      const { reward_id, customer_merchant_id } = request.body;
      return redeem(
        deps,
        request,
        reply,
        ({ currency }) => ({
          kind,
          reward_id,
          customer_merchant_id: platformId(customer_merchant_id),
          ...ask(request.body, currency),
        }),
        present,
      );
    },
  );
}
