import { findRuleUsage } from '../ledger/usage.ts';
import { isLimitReached, limitState } from '../limits.ts';
import { type Program, type Rule, type RuleVariant, variantFor } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/**
 * Of some rules those that the locked customer can complete by what happened at `date` and is recorded at
 * `at`: enabled for it, below the limit of that date's window. None for guests and blocked customers.
 */
export async function listOpenRules(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  rules: readonly Rule[],
  date: number,
  at: number,
): Promise<{ rule: Rule; variant: RuleVariant }[]> {
  if (customer.enrolled_at === null || customer.blocked_at !== null) return [];
  const zone = program.site(customer.site_id)!.time_zone;
  const open = [];
  for (const rule of rules) {
    const variant = variantFor(rule, customer.tier_id);
    if (!variant.enabled) continue;
    const usage = await findRuleUsage(tx, customer, rule, zone, at, date);
    if (isLimitReached(limitState(rule.limit, usage, zone, date))) continue;
    open.push({ rule, variant });
  }
  return open;
}
