import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import {
  limitRefusals,
  membershipRefusals,
  type RefusalReason,
  refuseFirst,
} from '../core/refusal-reason.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import {
  isEnabledForSome,
  type Program,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { RuleKind } from '../programs/rule-kinds.ts';

type CustomerFacts = Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id'>;

interface CompletionDecision {
  variant: RuleVariant;
  /** Points of a flat result; 0 if the rule gives a reward. */
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
}

/** The rule that a caller names. Throws not_found if the program has no rule of that id. */
export function getRule(program: Program, ruleId: number): Rule {
  const rule = program.rule(ruleId);
  if (!rule) throw new DomainError('not_found', 'There is no such rule.');
  return rule;
}

/**
 * Decides whether a customer may complete a rule at `at`, and the result. Pure: it reads nothing but its arguments.
 * Refuses with the first reason that holds: customer_blocked, customer_not_enrolled, rule_kind_mismatch,
 * rule_not_enabled_for_customer, rule_limit_reached.
 */
export function decideCompletion(
  rule: Rule,
  kind: RuleKind,
  customer: CustomerFacts,
  usage: UsageCounter | undefined,
  zone: string,
  at: number,
): CompletionDecision {
  refuseFirst(completionRefusals(rule, kind, customer, usage, zone, at));
  return flatAward(rule, variantFor(rule, customer.tier_id), at, at);
}

/**
 * The reasons why a customer cannot complete a rule by something that took place at `at`, in the order of refusal. A
 * completion, an order's earning, its preview and the explanation all use this one decision. `usage` counts the
 * completions in the window of `at`.
 */
export function* completionRefusals(
  rule: Rule,
  kind: RuleKind | undefined,
  customer: CustomerFacts,
  usage: UsageCounter | undefined,
  zone: string,
  at: number,
): Generator<RefusalReason> {
  yield* entitlementRefusals(rule, kind, customer);
  yield* completionLimitRefusals(rule, usage, zone, at);
}

/**
 * The reasons why a rule does not apply to a customer, whatever it did before, in the order of refusal. `kind` is the
 * kind that the caller's address names; undefined: any.
 */
export function* entitlementRefusals(
  rule: Rule,
  kind: RuleKind | undefined,
  customer: CustomerFacts,
): Generator<RefusalReason> {
  yield* membershipRefusals(customer);
  if (kind !== undefined && rule.kind !== kind) {
    const message = `The rule is of kind ${rule.kind}, not ${kind}.`;
    yield { code: 'rule_kind_mismatch', message };
  }
  if (variantFor(rule, customer.tier_id).enabled) return;
  const code = 'rule_not_enabled_for_customer';
  yield isEnabledForSome(rule)
    ? { code, cause: 'tier', message: "The rule is not enabled in the customer's tier." }
    : { code, cause: 'disabled', message: 'The rule is disabled.' };
}

/** The reason why the limit refuses another completion at `at`. It comes after the other reasons. */
export function completionLimitRefusals(
  rule: Rule,
  usage: UsageCounter | undefined,
  zone: string,
  at: number,
): Generator<RefusalReason> {
  const message = 'The rule was completed as often as its limit allows.';
  return limitRefusals({ code: 'rule_limit_reached', message }, rule.limit, usage, zone, at);
}

/** The reason for a rule whose reward is out of stock. It comes last in the order of refusal. */
export const NOTHING_TO_GIVE: RefusalReason = {
  code: 'rule_requirements_not_met',
  message: 'The reward that the rule gives is out of stock.',
};

/**
 * The result of a completion that took place at `date` and is recorded at `at`, with flat points. The approval period
 * begins at `date`. A reward is given at once, since no points could wait.
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
