import type { RefusalReason } from '../core/refusal-reason.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type Explained, explained } from '../explain/explained.ts';
import { readSupplies } from '../explain/supply.ts';
import { findRuleUsage } from '../ledger/usage.ts';
import { type Program, type Rule, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import { completionRefusals, getRule, NOTHING_TO_GIVE } from '../rules/decide-completion.ts';
import { withSnapshotAfterDue } from './snapshot-after-due.ts';

export interface RuleExplanation {
  rule: Rule;
  customer: CustomerRow;
  /** Every reason to refuse, in the order in which a completion would refuse; empty: the completion is possible. */
  obstacles: Explained[];
}

/**
 * Whether a customer can complete a rule: now if a storefront completes it, otherwise at its next occasion. Writes
 * nothing but the customer's due work. `merchant_id` is as a path names it, decoded once. Throws not_found.
 */
export async function explainRule(
  deps: Deps,
  input: { program: Program; merchant_id: string; rule_id: number },
): Promise<RuleExplanation> {
  const { program, merchant_id, rule_id } = input;
  return withSnapshotAfterDue(deps, program, merchant_id, async (tx, customer, at) => {
    const rule = getRule(program, rule_id);
    const obstacles = await ruleRefusals(tx, program, customer, rule, at);
    return { rule, customer, obstacles: obstacles.map((obstacle) => explained(program, rule, obstacle)) };
  });
}

async function ruleRefusals(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  rule: Rule,
  at: number,
): Promise<RefusalReason[]> {
  const { time_zone } = program.site(customer.site_id)!;
  const usage = await findRuleUsage(tx, customer, rule, time_zone, at);
  const obstacles = [
    ...referralRefusals(program, rule),
    ...completionRefusals(rule, undefined, customer, usage, time_zone, at),
  ];
  const { result } = variantFor(rule, customer.tier_id);
  if (result.kind === 'points') return obstacles;
  const reward = program.reward(result.reward_id)!;
  const supply = (await readSupplies(tx, program, [reward]))(reward);
  const isLeft = !supply.pool_is_dry && supply.stockFor(null).every((remaining) => remaining > 0);
  return isLeft ? obstacles : [...obstacles, NOTHING_TO_GIVE];
}

function* referralRefusals({ settings }: Program, rule: Rule): Generator<RefusalReason> {
  if (isCompletedBy(rule, 'friend') && !settings.referrals)
    yield { code: 'referrals_not_enabled', message: 'The program has no referrals.' };
}
