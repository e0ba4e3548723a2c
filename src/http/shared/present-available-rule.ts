import { type Rule, type RuleVariant, variantFor } from '../../domain/programs/configuration.ts';
import type { AvailableRule } from '../../domain/storefront/customer.ts';
import { pointsPerAmountText, pointsText } from '../../texts/points.ts';
import { nullableTimestamp } from '../schema-helpers.ts';
import { presentCompletionLimit } from './present-limit.ts';
import { offeredTitle } from './reward-title.ts';
import { presentRuleTerms } from './rule-kinds.ts';
import type { AvailableRuleBody } from './rule-schemas.ts';
import type { StorefrontView } from './storefront-view.ts';

type WithoutContext<Body> = Body extends unknown ? Omit<Body, 'context'> : never;

export function presentAvailableRule(
  view: StorefrontView,
  available: AvailableRule,
  now: number,
): AvailableRuleBody {
  return {
    ...presentOfferedRule(view, available),
    context: {
      last_completed_at: nullableTimestamp(available.last_completed_at),
      completion_count: available.completion_count,
      completion_limit: presentCompletionLimit(available.limit, now, view.language),
    },
  };
}

/** The part that is the same for all customers of a tier. */
export function presentOfferedRule(
  view: StorefrontView,
  { rule, variant }: Pick<AvailableRule, 'rule' | 'variant'>,
): WithoutContext<AvailableRuleBody> {
  return {
    id: rule.id,
    ...presentRuleTerms(rule),
    limit: rule.limit && { count: rule.limit.count, interval: rule.limit.interval },
    variant: presentRuleVariant(view, rule, variant),
  };
}

/** The result of a rule and its title. */
export function presentRuleVariant(
  view: StorefrontView,
  rule: Rule,
  variant: RuleVariant,
): AvailableRuleBody['variant'] {
  return {
    tier_id: variant.tier_id,
    enabled: variant.enabled,
    title: view.ruleTitle(rule, variant),
    description: variant.description === null ? null : view.text(variant.description),
    ...presentResult(view, variant),
  };
}

function presentResult(view: StorefrontView, { result, tier_id }: RuleVariant) {
  if (result.kind === 'reward') {
    const reward = view.program.reward(result.reward_id)!;
    const title = offeredTitle(view, reward, variantFor(reward, tier_id));
    return { result: { kind: result.kind, reward: { kind: reward.kind, title } }, result_short_text: title };
  }
  const { points, per_currency_unit_minor } = result;
  if (per_currency_unit_minor === null) {
    return {
      result: { kind: result.kind, points, per_currency_unit: null },
      result_short_text: pointsText(points, view.wording),
    };
  }
  const unit = view.exactAmount(per_currency_unit_minor);
  return {
    result: { kind: result.kind, points, per_currency_unit: unit },
    result_short_text: pointsPerAmountText(points, unit, view.currency, view.wording),
  };
}
