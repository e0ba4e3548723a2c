import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findRuleUsage } from '../ledger/usage.ts';
import { type Program, type Rule, type RuleVariant, variantFor } from '../programs/configuration.ts';
import { completionLimitRefusals, entitlementRefusals } from './decide-completion.ts';

/**
 * Lists those of the given rules that the locked customer can complete by something that happened at `date` and is
 * recorded at `at`: enabled for it, and below the limit of that date's window. Lists none for guests and blocked
 * customers.
 */
export async function listOpenRules(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  rules: readonly Rule[],
  date: number,
  at: number,
): Promise<{ rule: Rule; variant: RuleVariant }[]> {
  const zone = program.site(customer.site_id)!.time_zone;
  const open = [];
  for (const rule of rules) {
    if (hasAny(entitlementRefusals(rule, undefined, customer))) continue;
    const usage = await findRuleUsage(tx, customer, rule, zone, at, date);
    if (hasAny(completionLimitRefusals(rule, usage, zone, date))) continue;
    open.push({ rule, variant: variantFor(rule, customer.tier_id) });
  }
  return open;
}

function hasAny(reasons: Generator<unknown>): boolean {
  return !reasons.next().done;
}
