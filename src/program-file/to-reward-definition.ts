import type {
  CodeSource,
  RewardCost,
  RewardDefinition,
  RewardVariantDefinition,
} from '../domain/programs/reward-definition.ts';
import type { RewardProperties } from '../domain/programs/reward-kinds.ts';
import { byTier, given, type Minor, seconds, toLimit } from './definition-values.ts';
import { type FileReward, fileRewardKindOf } from './reward-kinds.ts';

export function toRewardDefinition(reward: FileReward, minor: Minor): RewardDefinition {
  const { kind } = reward;
  return {
    enabled: reward.enabled ?? true,
    title: reward.title,
    description: reward.description ?? null,
    cost: cost(reward)!,
    codes: codes(reward),
    limit: toLimit(reward.limit),
    stock: reward.stock ?? null,
    channels: reward.channels ?? [],
    countries: reward.countries ?? [],
    auto_refund_seconds: seconds(reward.auto_refund_after),
    expires_after_seconds: seconds(reward.expires_after),
    ...given('image_url', reward.image_url),
    properties: { kind, ...fileRewardKindOf(kind).properties(reward, minor) } as RewardProperties,
    variants: byTier(
      reward.variants,
      (variant): Partial<RewardVariantDefinition> => ({
        ...given('enabled', variant.enabled),
        ...given('title', variant.title),
        ...given('description', variant.description),
        ...given('cost', cost(variant)),
      }),
    ),
  };
}

function cost(of: { cost_points?: number } | { cost_points_per_unit?: number }): RewardCost | undefined {
  if ('cost_points_per_unit' in of && of.cost_points_per_unit !== undefined)
    return { kind: 'variable', points_per_unit: of.cost_points_per_unit };
  if ('cost_points' in of && of.cost_points !== undefined) return { kind: 'fixed', points: of.cost_points };
  return undefined;
}

function codes(reward: FileReward): CodeSource {
  const source = 'codes' in reward ? reward.codes : undefined;
  if (source === 'pool') return { kind: 'pool' };
  return { kind: 'generated', pattern: source?.pattern ?? null };
}
