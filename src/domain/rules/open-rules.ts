import { findRuleUsage } from '../ledger/usage.ts';
import { isLimitReached, limitState } from '../limits.ts';
import {
  type Program,
  type Rule,
  type RuleKind,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/**
 * The rules of a kind that the locked customer can complete by what happened at `date` and is recorded at
 * `at`: enabled for it, below the limit of that date's window.
 */
export async function listOpenRules(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  kind: RuleKind,
  date: number,
  at: number,
): Promise<{ rule: Rule; variant: RuleVariant }[]> {
  const zone = program.site(customer.site_id)!.time_zone;
  const open = [];
  for (const rule of program.rules) {
    if (rule.kind !== kind) continue;
    const variant = variantFor(rule, customer.tier_id);
    if (!variant.enabled) continue;
    const usage = await findRuleUsage(tx, customer, rule, zone, at, date);
    if (isLimitReached(limitState(rule.limit, usage, zone, date))) continue;
    open.push({ rule, variant });
  }
  return open;
}
