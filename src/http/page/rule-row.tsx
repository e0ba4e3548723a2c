import { isLimitReached } from '../../domain/core/limits.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import { Icon } from './icon.tsx';
import { allowanceText, resetText } from './limit-text.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { ProgramWords, RuleResult, RuleTitle } from './program-words.tsx';
import { RuleAction } from './rule-action.tsx';
import type { OfferedRule } from './rule-groups.ts';
import { iconOf } from './rule-kinds.ts';

type RuleRowProps = OfferedRule & {
  page: PageContext;
  customer: CustomerRow | null;
  /** Whether the heading of the rule's group already says how often the rule can be done. */
  isGroupedByLimit: boolean;
};

/** A way to earn, its points, and the customer's action for it. */
export function RuleRow({ page, rule, variant, limit, customer, isGroupedByLimit }: RuleRowProps) {
  const isReached = limit !== undefined && isLimitReached(limit);
  const allowance = isReached || isGroupedByLimit ? null : allowanceText(page, rule.limit, limit);
  const { description } = variant;
  return (
    <li class={isReached ? 'line way done' : 'line way'}>
      <span class="tile">
        <Icon name={isReached ? 'check' : iconOf(rule)} />
      </span>
      <div class="words">
        <h3 id={`rule-${rule.id}`}>
          <RuleTitle page={page} rule={rule} variant={variant} />
        </h3>
        {description !== null && (
          <p class="muted small">
            <ProgramWords page={page} text={description} />
          </p>
        )}
        {allowance && <p class="muted small">{allowance}</p>}
      </div>
      <div class="gain">
        <p class="worth">
          <RuleResult page={page} rule={rule} variant={variant} />
        </p>
        {isReached && <p class="state">{resetText(page, limit) ?? page.say('page_earn_done', {})}</p>}
        {!isReached && customer && <RuleAction page={page} rule={rule} customer={customer} />}
      </div>
      <OutcomeNotice page={page} of={`rules/${rule.id}`} />
    </li>
  );
}
