import { type Static, Type } from '@sinclair/typebox';
import { countUses } from '../../domain/programs/catalogue-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadStock } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { requestedView } from '../shared/program-view.ts';
import {
  CatalogueRewardSchema,
  CatalogueRuleSchema,
  CatalogueTierSchema,
  presentCatalogueReward,
  presentCatalogueRule,
  presentCatalogueTiers,
} from './present-catalogue.ts';

const RewardListSchema = Type.Object(
  { rewards: Type.Array(CatalogueRewardSchema) },
  { title: 'RewardCatalogue' },
);
const RuleListSchema = Type.Object({ rules: Type.Array(CatalogueRuleSchema) }, { title: 'RuleCatalogue' });
const TierListSchema = Type.Object({ tiers: Type.Array(CatalogueTierSchema) }, { title: 'TierCatalogue' });

const COUNTED =
  'Counts may be a little old if counting takes long. Entries that have left the program file are not listed.';

export function listRewardsRoute(app: App, deps: Deps): void {
  app.get(
    '/rewards',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listRewards',
        tags: ['Program-level'],
        summary: "List the program's rewards",
        description: `In the order of the program file, each with its stock and the number of its claims. ${COUNTED}`,
        response: { 200: RewardListSchema },
      },
    },
    async (request): Promise<Static<typeof RewardListSchema>> => {
      const view = requestedView(request);
      const { program } = view;
      const [stock, { uses }] = await Promise.all([loadStock(deps, program), countUses(deps, program)]);
      return {
        rewards: program.rewards
          .filter((reward) => reward.enabled)
          .map((reward) => presentCatalogueReward(view, reward, stock, uses.get(reward.id) ?? 0)),
      };
    },
  );
}

export function listRulesRoute(app: App, deps: Deps): void {
  app.get(
    '/rules',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listRules',
        tags: ['Program-level'],
        summary: "List the program's rules",
        description: `In the order of the program file, each with its results in every tier and the number of its completions. ${COUNTED}`,
        response: { 200: RuleListSchema },
      },
    },
    async (request): Promise<Static<typeof RuleListSchema>> => {
      const view = requestedView(request);
      const { uses } = await countUses(deps, view.program);
      return {
        rules: view.program.rules
          .filter((rule) => rule.enabled)
          .map((rule) => presentCatalogueRule(view, rule, uses.get(rule.id) ?? 0)),
      };
    },
  );
}

export function listTiersRoute(app: App, deps: Deps): void {
  app.get(
    '/tiers',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listTiers',
        tags: ['Program-level'],
        summary: "List the program's tiers",
        description: `The default tier comes first, tiers that are given by hand come last. Each has its benefits and the number of its customers. ${COUNTED}`,
        response: { 200: TierListSchema },
      },
    },
    async (request): Promise<Static<typeof TierListSchema>> => {
      const view = requestedView(request);
      const { members } = await countUses(deps, view.program);
      return { tiers: presentCatalogueTiers(view, members) };
    },
  );
}
