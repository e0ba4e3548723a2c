import type {
  RuleDefinition,
  RuleResult,
  RuleTerms,
  RuleVariantDefinition,
} from '../domain/programs/rule-definition.ts';
import { byTier, given, type Minor, seconds, toLimit } from './definition-values.ts';
import type { FileRule } from './rule-schema.ts';

export function toRuleDefinition(rule: FileRule, minor: Minor): RuleDefinition {
  return {
    ...terms(rule, minor),
    enabled: rule.enabled ?? true,
    title: rule.title ?? null,
    description: rule.description ?? null,
    result: ruleResult(rule.result, minor),
    limit: toLimit(rule.limit),
    approval_period_seconds: seconds(rule.approval_period) ?? 0,
    variants: byTier(
      rule.variants,
      (variant): Partial<RuleVariantDefinition> => ({
        ...given('enabled', variant.enabled),
        ...given('title', variant.title),
        ...given('description', variant.description),
        ...given('result', variant.result && ruleResult(variant.result, minor)),
      }),
    ),
  };
}

function terms(rule: FileRule, minor: Minor): RuleTerms {
  switch (rule.kind) {
    case 'product_purchase':
      return { kind: rule.kind, properties: { product_ids: rule.products } };
    case 'collection_purchase':
      return { kind: rule.kind, properties: { collection_ids: rule.collections } };
    case 'custom':
      return { kind: rule.kind, properties: { name: rule.name } };
    case 'clickthrough':
      return { kind: rule.kind, properties: { destination_url: rule.destination_url } };
    case 'social_like':
      return { kind: rule.kind, properties: { social_like_url: rule.social_like_url } };
    case 'social_follow':
    case 'social_mention':
      return {
        kind: rule.kind,
        properties: { social_handle: rule.social_handle, network: rule.network },
      };
    case 'social_post_hashtag':
      return { kind: rule.kind, properties: { hashtag: rule.hashtag, network: rule.network } };
    case 'referral':
      return {
        kind: rule.kind,
        properties: {
          trigger: rule.trigger ?? 'any_purchase',
          minimum_spend_minor: rule.minimum_spend === undefined ? null : minor(rule.minimum_spend),
        },
      };
    default:
      return { kind: rule.kind, properties: {} };
  }
}

function ruleResult(result: FileRule['result'], minor: Minor): RuleResult {
  if (result.reward !== undefined) return { kind: 'reward', reward_key: result.reward };
  const unit = 'per_currency_unit' in result ? result.per_currency_unit : undefined;
  return {
    kind: 'points',
    points: result.points!,
    per_currency_unit_minor: unit === undefined ? null : minor(unit),
  };
}
