import { isLimitReached, type LimitState } from '../../domain/core/limits.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Rule, RuleVariant } from '../../domain/programs/configuration.ts';
import { isAbout } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { actFor, isForPurchases } from './rule-kinds.ts';

/** `limit`: the customer's use of the limit; absent for a visitor who has not joined. */
export interface OfferedRule {
  rule: Rule;
  variant: RuleVariant;
  limit?: LimitState;
}

/** The groups that are open, in the order of the page. */
export const EARN_GROUPS = ['now', 'purchases', 'more', 'single'] as const;

/** now: the customer can do it here; single: once and never again; done: not again for now. */
export type EarnGroup = (typeof EARN_GROUPS)[number] | 'done';

/** The rules by group, in the program's order. */
export function groupRules(
  page: PageContext,
  rules: readonly OfferedRule[],
  customer: CustomerRow | null,
): Record<EarnGroup, OfferedRule[]> {
  const groups: Record<EarnGroup, OfferedRule[]> = { now: [], purchases: [], more: [], single: [], done: [] };
  for (const offered of rules) groups[groupOf(page, offered, customer)].push(offered);
  return groups;
}

function groupOf(page: PageContext, { rule, limit }: OfferedRule, customer: CustomerRow | null): EarnGroup {
  const canAct = customer !== null && actFor(rule, customer, page.view.program.settings) !== null;
  // The outcome of an action is shown in the place of its button.
  if (isAbout(page, `rules/${rule.id}`)) return 'now';
  if (limit && isLimitReached(limit)) return 'done';
  if (canAct) return 'now';
  if (isForPurchases(rule)) return 'purchases';
  return rule.limit?.count === 1 && rule.limit.interval === null ? 'single' : 'more';
}
