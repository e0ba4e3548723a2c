import { type Static, Type } from '@sinclair/typebox';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import { isOffered, variantFor } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadStock } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { requestContext } from '../request-context.ts';
import { MerchantIdOfPath } from '../schema-helpers.ts';
import { presentRewardDefinition } from '../shared/present-reward-definition.ts';
import { requestedView } from '../shared/program-view.ts';
import { RewardDefinitionSchema } from '../shared/reward-definition-schema.ts';

const AvailableRewardsSchema = Type.Object(
  { rewards: Type.Array(RewardDefinitionSchema) },
  { title: 'AvailableRewards' },
);

export function listAvailableRewardsRoute(app: App, deps: Deps): void {
  app.get(
    '/customers/:merchant_id/available_rewards',
    {
      config: { scope: 'read_customers' },
      schema: {
        operationId: 'listAvailableRewards',
        tags: ['Program-level'],
        summary: 'List the rewards that a customer may claim',
        description:
          "The rewards that are enabled in the customer's tier and offered in the channel and the country of the request. A reward is listed even if the customer has too few points, its limit is reached, or it is out of stock.",
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        response: { 200: AvailableRewardsSchema },
      },
    },
    async (request): Promise<Static<typeof AvailableRewardsSchema>> => {
      const { program, params } = request;
      const customer = await getCustomerAfterDue(deps, program, params.merchant_id);
      const home = program.site(customer.site_id)!;
      const { channel, country } = requestContext(request);
      const rewards = program.rewards.filter(
        (reward) =>
          variantFor(reward, customer.tier_id).enabled && isOffered(reward, channel, country ?? home.country),
      );
      const stock = await loadStock(deps, program);
      const view = requestedView(request);
      return {
        rewards: rewards.map((reward) =>
          presentRewardDefinition(view, home, customer.tier_id, reward, stock),
        ),
      };
    },
  );
}
