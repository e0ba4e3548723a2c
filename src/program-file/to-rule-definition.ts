import type {
  RuleDefinition,
  RuleResult,
  RuleVariantDefinition,
} from '../domain/programs/rule-definition.ts';
import type { RuleTerms } from '../domain/programs/rule-kinds.ts';
import { byTier, given, type Minor, seconds, toLimit } from './definition-values.ts';
import { type FileRule, shapeOf } from './rule-kinds.ts';

export function toRuleDefinition(rule: FileRule, minor: Minor): RuleDefinition {
  const { kind } = rule;
  return {
    ...({ kind, properties: shapeOf(kind).properties(rule, minor) } as RuleTerms),
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

function ruleResult(result: FileRule['result'], minor: Minor): RuleResult {
  if (result.reward !== undefined) return { kind: 'reward', reward_key: result.reward };
  const unit = 'per_currency_unit' in result ? result.per_currency_unit : undefined;
  return {
    kind: 'points',
    points: result.points!,
    per_currency_unit_minor: unit === undefined ? null : minor(unit),
  };
}
