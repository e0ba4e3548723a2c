import type { Static } from '@sinclair/typebox';
import type { Explained } from '../../domain/explain/explained.ts';
import type { RewardExplanation } from '../../domain/operations/explain-reward.ts';
import type { RuleExplanation } from '../../domain/operations/explain-rule.ts';
import { variantFor } from '../../domain/programs/configuration.ts';
import { nullableTimestamp } from '../schema-helpers.ts';
import { presentTier } from '../shared/present-tier.ts';
import { titleOf } from '../shared/present-transaction.ts';
import { offeredTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ExplanationSchema } from './explanation-schema.ts';

type Explanation = Static<typeof ExplanationSchema>;

export function presentRuleExplanation(
  view: StorefrontView,
  { rule, customer, obstacles }: RuleExplanation,
): Explanation {
  return {
    possible: obstacles.length === 0,
    rule: { id: rule.id, kind: rule.kind, title: titleOf(view, rule, customer.tier_id) },
    reward: null,
    obstacles: obstacles.map((obstacle) => presentObstacle(view, obstacle)),
  };
}

export function presentRewardExplanation(
  view: StorefrontView,
  { reward, customer, points_cost, obstacles }: RewardExplanation,
): Explanation {
  const { id, kind } = reward;
  const title = offeredTitle(view, reward, variantFor(reward, customer.tier_id));
  return {
    possible: obstacles.length === 0,
    rule: null,
    reward: { id, kind, title, points_cost },
    obstacles: obstacles.map((obstacle) => presentObstacle(view, obstacle)),
  };
}

function presentObstacle(
  view: StorefrontView,
  { obstacle, lifts_at, tier, variants_out_of_stock }: Explained,
): Explanation['obstacles'][number] {
  const { code, message } = obstacle;
  const common = { code, message, lifts_at: nullableTimestamp(lifts_at) };
  switch (code) {
    case 'rule_not_enabled_for_customer':
    case 'reward_not_enabled_for_customer': {
      const { cause } = obstacle;
      const needed = cause === 'tier' && { tier: presentTier(view, tier?.id ?? null) };
      return { ...common, cause, ...needed };
    }
    case 'rule_limit_reached':
    case 'reward_limit_reached': {
      const { count, interval } = obstacle.limit;
      return { ...common, limit: { count, interval, used: obstacle.used } };
    }
    case 'reward_out_of_stock':
      return { ...common, variants_out_of_stock };
    case 'max_cart_redemptions_reached':
      return { ...common, max_redemptions_per_cart: obstacle.max_redemptions_per_cart };
    case 'insufficient_points':
      return { ...common, points_missing: obstacle.points_missing };
    default:
      return common;
  }
}
