import { type Static, Type } from '@sinclair/typebox';
import {
  isEnabledForSome,
  type Program,
  type Reward,
  type Rule,
} from '../../domain/programs/configuration.ts';
import { leastCost } from '../../domain/rewards/points-cost.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { Nullable } from '../schema-helpers.ts';
import { LimitSchema } from '../shared/limit-schemas.ts';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import { LoyaltyTierSchema, presentTiers } from '../shared/present-membership.ts';
import { presentRewardDefinition } from '../shared/present-reward-definition.ts';
import { RewardDefinitionSchema } from '../shared/reward-definition-schema.ts';
import { offeredDescription, offeredTitle } from '../shared/reward-title.ts';
import { presentRuleTerms, ruleUnion } from '../shared/rule-kinds.ts';
import { RuleVariantSchema } from '../shared/rule-schemas.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';

const entryFields = {
  key: Type.String({ description: 'The key in the program file.' }),
  enabled: Type.Boolean({ description: 'Whether it is enabled in at least one tier.' }),
};

export const CatalogueRewardSchema = Type.Object(
  {
    ...RewardDefinitionSchema.properties,
    ...entryFields,
    limit: Nullable(LimitSchema),
    stock: Nullable(
      Type.Integer({ description: 'The number that is left. Null: the stock is not limited.' }),
    ),
    claim_count: Type.Integer({ description: 'The number of claims, without those that are void.' }),
    variants: Type.Array(
      Type.Object(
        {
          tier_id: Nullable(Type.Integer({ description: 'Null in a program without tiers.' })),
          enabled: Type.Boolean(),
          title: Type.String(),
          description: Nullable(Type.String()),
          point_cost: Type.Integer(),
        },
        { title: 'CatalogueRewardVariant' },
      ),
    ),
  },
  {
    title: 'CatalogueReward',
    description: 'The texts and the cost outside `variants` are for customers without a tier.',
  },
);

export const CatalogueRuleSchema = ruleUnion('Catalogue', {
  id: Type.Integer(),
  ...entryFields,
  name: Type.String({ description: 'The name by which activities refer to the rule.' }),
  sort_key: Type.Integer(),
  limit: Nullable(LimitSchema),
  approval_period_seconds: Type.Integer({
    description: 'The seconds before points are approved. 0: points are approved at once.',
  }),
  completion_count: Type.Integer({
    description: 'The number of completions that count in the limit.',
  }),
  variants: Type.Array(RuleVariantSchema),
});

export const CatalogueTierSchema = Type.Object(
  {
    ...LoyaltyTierSchema.properties,
    key: entryFields.key,
    benefits: Type.Array(
      Type.Object({ id: Type.Integer(), label: Type.String() }, { title: 'CatalogueBenefit' }),
    ),
    entry_reward_ids: Type.Array(Type.Integer(), {
      description: 'The rewards that a customer gets who enters the tier from a lower tier.',
    }),
    customer_count: Type.Integer(),
  },
  { title: 'CatalogueTier' },
);

/** The reward as customers of the program's first site see it. */
export function presentCatalogueReward(
  view: StorefrontView,
  reward: Reward,
  stock: StockLevels,
  claimCount: number,
): Static<typeof CatalogueRewardSchema> {
  const { program } = view;
  return {
    ...presentRewardDefinition(view, program.sites[0]!, null, reward, stock),
    key: reward.key,
    enabled: isEnabledForSome(reward),
    limit: limitOf(reward),
    stock: stock.remaining(reward.id, ''),
    claim_count: claimCount,
    variants: tierIds(program).map((id) => {
      const variant = reward.variants.get(id)!;
      return {
        tier_id: id,
        enabled: variant.enabled,
        title: offeredTitle(view, reward, variant),
        description: offeredDescription(view, reward, variant),
        point_cost: leastCost(reward, variant, program.currency),
      };
    }),
  };
}

export function presentCatalogueRule(
  view: StorefrontView,
  rule: Rule,
  completionCount: number,
): Static<typeof CatalogueRuleSchema> {
  return {
    id: rule.id,
    ...presentRuleTerms(rule),
    key: rule.key,
    enabled: isEnabledForSome(rule),
    name: rule.name,
    sort_key: rule.position,
    limit: limitOf(rule),
    approval_period_seconds: rule.approval_period_ms / 1000,
    completion_count: completionCount,
    variants: tierIds(view.program).map((id) => presentRuleVariant(view, rule, rule.variants.get(id)!)),
  };
}

export function presentCatalogueTiers(
  view: StorefrontView,
  members: ReadonlyMap<number, number>,
): Static<typeof CatalogueTierSchema>[] {
  const { program } = view;
  return presentTiers(view).map((tier) => {
    const { key, benefit_ids, entry_reward_ids } = program.tier(tier.id)!;
    const benefits = program.benefits.filter((benefit) => benefit_ids.includes(benefit.id));
    return {
      ...tier,
      key,
      benefits: benefits.map(({ id, label }) => ({ id, label: view.text(label) })),
      entry_reward_ids: [...entry_reward_ids],
      customer_count: members.get(tier.id) ?? 0,
    };
  });
}

function limitOf({ limit }: Pick<Rule, 'limit'>) {
  return limit && { count: limit.count, interval: limit.interval };
}

function tierIds({ tiers, conditional_tiers }: Program): (number | null)[] {
  const ids = [...tiers, ...conditional_tiers].map((tier) => tier.id);
  return ids.length > 0 ? ids : [null];
}
