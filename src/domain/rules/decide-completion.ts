import { refuseOutsider } from '../customers/refuse-outsider.ts';
import { DomainError } from '../errors.ts';
import { isLimitReached, limitState, type UsageCounter } from '../limits.ts';
import { type Program, type Rule, type RuleVariant, variantFor } from '../programs/configuration.ts';
import type { RuleKind } from '../programs/rule-definition.ts';
import type { CustomerRow } from '../storefront/customer.ts';

type Standing = Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id'>;

export interface CompletionDecision {
  variant: RuleVariant;
  /** Points of a flat result; 0 where the rule gives a reward. */
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
}

/** The rule that a caller names; 404 when the program has none of that id. */
export function getRule(program: Program, ruleId: number): Rule {
  const rule = program.rule(ruleId);
  if (!rule) throw new DomainError('not_found', 'There is no such rule.');
  return rule;
}

/**
 * Whether a customer may complete a rule at `at`, and what that gives. Pure: decides on what it is handed.
 * Refuses with the first that holds of customer_blocked, customer_not_enrolled, rule_kind_mismatch,
 * rule_not_enabled_for_customer, rule_limit_reached.
 */
export function decideCompletion(
  rule: Rule,
  kind: RuleKind,
  customer: Standing,
  usage: UsageCounter | undefined,
  zone: string,
  at: number,
): CompletionDecision {
  refuseOutsider(customer);
  if (rule.kind !== kind) {
    throw new DomainError('rule_kind_mismatch', `The rule is of kind ${rule.kind}, not ${kind}.`);
  }
  const variant = variantFor(rule, customer.tier_id);
  if (!variant.enabled) {
    throw new DomainError('rule_not_enabled_for_customer', 'The rule is not enabled for this customer.');
  }
  if (isLimitReached(limitState(rule.limit, usage, zone, at))) {
    throw new DomainError('rule_limit_reached', 'The rule was completed as often as its limit allows.');
  }
  return flatAward(rule, variant, at, at);
}

/**
 * What a completion that took place at `date` and is recorded at `at` gives, its points flat. The approval
 * period begins at `date`. A reward is given at once: no points could wait.
 */
export function flatAward(rule: Rule, variant: RuleVariant, date: number, at: number): CompletionDecision {
  const { result } = variant;
  const approvesAt = date + rule.approval_period_ms;
  const waits = result.kind === 'points' && approvesAt > at;
  return {
    variant,
    points: result.kind === 'points' ? result.points : 0,
    state: waits ? 'pending' : 'approved',
    approves_at: waits ? approvesAt : null,
  };
}
