import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction, type Skipped, skipped } from '../core/transaction.ts';
import { getCustomer } from '../customers/find-customer.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { type DecisionSnapshot, readDecisionSnapshot } from '../ledger/decision-snapshot.ts';
import { isDue } from '../ledger/due.ts';
import { completeGuarded } from '../ledger/fast-path.ts';
import { expiryOf } from '../ledger/guarded-expiry.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { pointsExpireAt } from '../ledger/points-expiry.ts';
import { findRuleUsage, isOfOtherTerms, usedOnceMore } from '../ledger/usage.ts';
import { countsPoints, type Program, type Rule, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import type { Channel } from '../programs/program-settings.ts';
import type { ReadBehind } from '../programs/read-behind.ts';
import type { RuleKind } from '../programs/rule-kinds.ts';
import { awardCompletion, type RuleAction } from '../rules/award-completion.ts';
import { decideCompletion, getRule, NOTHING_TO_GIVE } from '../rules/decide-completion.ts';
import { processDue } from './process-due.ts';

interface CompleteRuleInput {
  program: Program;
  rule_id: number;
  /** The kind that the caller's address names. */
  kind: RuleKind;
  customer_merchant_id: string;
  channel: Channel;
  /** Has the answer to `readForCompletion` if the read was sent ahead; absent: Postgres is asked now. */
  first_read?: RunEach;
  /** The read that is sent together with the write, if the write is one statement. */
  read_behind?: ReadBehind;
}

export interface CompletedRule {
  customer_id: number;
  actions: RuleAction[];
}

/** The points of a completion, before their activity has an id. */
export interface CompletionDraft {
  customer_id: number;
  tier_id: number | null;
  rule_id: number;
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
  expires_at: number | null;
  date: number;
}

/** The completion that a draft became. Throws not_found if the program has no such rule. */
export function completedFrom(
  program: Program,
  { customer_id, tier_id, rule_id, ...drafted }: CompletionDraft,
  activityId: number,
): CompletedRule {
  const rule = getRule(program, rule_id);
  const variant = variantFor(rule, tier_id);
  const earned = { ...drafted, id: activityId, rule, variant };
  return { customer_id, actions: [{ kind: 'earned_points_from_rule', ...earned }] };
}

/**
 * Completes a rule for an enrolled customer. Throws not_found, the refusals of `decideCompletion`, and
 * rule_requirements_not_met if the rule's reward is out of stock. Without hooks, or with skippable ones, it is one
 * unlocked read, a pure decision and one guarded statement. If another transaction wrote in between, or the result is a
 * reward, it locks the customer and decides again.
 */
export async function completeRule(
  deps: Deps,
  input: CompleteRuleInput,
  hooks?: Hooks<CompletedRule, CompletionDraft>,
): Promise<CompletedRule> {
  const { program } = input;
  let snapshot = await readForCompletion(input.first_read ?? deps.hot, input);
  const rule = getRule(program, input.rule_id);
  if (isDue(program, snapshot, deps.clock.now(program))) {
    await processDue(deps, program, await getCustomer(deps.db, program.id, input.customer_merchant_id));
    snapshot = await readForCompletion(deps.hot, input);
  }
  const skips = countsPoints(program) ? undefined : skipped(hooks);
  const completed = skips && (await completeUnlocked(deps, input, rule, snapshot, skips));
  if (completed) return completed;
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, snapshot.id);
    const zone = program.site(customer.site_id)!.time_zone;
    const decision = decideCompletion(
      rule,
      input.kind,
      customer,
      await findRuleUsage(tx, customer, rule, zone, at),
      zone,
      at,
    );
    const awarded = await awardCompletion(tx, deps, program, customer, rule, {
      ...decision,
      date: at,
      at,
      channel: input.channel,
    });
    if (!awarded) throw new DomainError(NOTHING_TO_GIVE.code, NOTHING_TO_GIVE.message);
    return { customer_id: customer.id, actions: [awarded.action] };
  });
}

/** The read that `completeRule` begins with. Throws not_found. */
export function readForCompletion(
  hot: RunEach,
  {
    program,
    customer_merchant_id,
    rule_id,
  }: Pick<CompleteRuleInput, 'program' | 'customer_merchant_id' | 'rule_id'>,
): Promise<DecisionSnapshot> {
  return readDecisionSnapshot(hot, program.id, customer_merchant_id, { subject_id: rule_id });
}

/** Completes the rule by one guarded statement. undefined: the ordinary path must decide. */
async function completeUnlocked(
  deps: Deps,
  { program, kind, channel, read_behind }: CompleteRuleInput,
  rule: Rule,
  snapshot: DecisionSnapshot,
  { record }: Skipped<CompletionDraft>,
): Promise<CompletedRule | undefined> {
  const at = entryMoment(deps.clock.now(program), snapshot);
  const zone = program.site(snapshot.site_id)!.time_zone;
  if (isOfOtherTerms(snapshot.usage, rule.limit, zone, at)) return undefined;
  const decision = decideCompletion(rule, kind, snapshot, snapshot.usage, zone, at);
  if (decision.variant.result.kind !== 'points') return undefined;
  const { points, state, approves_at } = decision;
  const approved = state === 'approved' ? points : 0;
  const expiry = expiryOf(program, snapshot, { approved, at });
  if (expiry === undefined) return undefined;
  const completion = {
    program_id: program.id,
    customer_id: snapshot.id,
    version: snapshot.version,
    configuration_version: program.configuration_version,
    rule_id: rule.id,
    name: rule.name,
    approved,
    pending: state === 'pending' ? points : 0,
    approves_at,
    state,
    channel,
    usage: usedOnceMore(snapshot.usage, rule.limit, zone, at),
    expiry,
    at,
  };
  const { id: customer_id, tier_id } = snapshot;
  const expires_at = points > 0 ? pointsExpireAt(program, zone, at) : null;
  const draft = { customer_id, tier_id, rule_id: rule.id, points, state, approves_at, expires_at, date: at };
  const hot = read_behind?.behind(deps.hot, snapshot.id) ?? deps.hot;
  const activityId = await completeGuarded(hot, completion, await record?.(draft));
  return activityId === undefined ? undefined : completedFrom(program, draft, activityId);
}
