import { isLimitReached, type LimitState } from '../../domain/core/limits.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Rule, RuleVariant } from '../../domain/programs/configuration.ts';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import { Icon } from './icon.tsx';
import { allowanceText, resetText } from './limit-text.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { RuleAction } from './rule-action.tsx';
import { iconOf } from './rule-kinds.ts';
import { Nothing, Section } from './section.tsx';

interface EarnSectionProps {
  page: PageContext;
  /** `limit`: the customer's use of the limit; absent for a visitor who has not joined. */
  rules: { rule: Rule; variant: RuleVariant; limit?: LimitState }[];
  /** The customer that may act; null: a visitor who has not joined. */
  customer?: CustomerRow | null;
}

export function EarnSection({ page, rules, customer = null }: EarnSectionProps) {
  const { say } = page;
  return (
    <Section id="earn" title={say('page_earn', {})}>
      {rules.length === 0 ? (
        <Nothing>{say('page_earn_nothing', {})}</Nothing>
      ) : (
        <ul class="cards wide">
          {rules.map((offered) => (
            <RuleCard key={offered.rule.id} page={page} customer={customer} {...offered} />
          ))}
        </ul>
      )}
    </Section>
  );
}

type RuleCardProps = Omit<EarnSectionProps, 'rules'> & EarnSectionProps['rules'][number];

function RuleCard({ page, rule, variant, limit, customer = null }: RuleCardProps) {
  const { language } = page.view;
  const { title, description, result_short_text } = presentRuleVariant(page.view, rule, variant);
  const isReached = limit !== undefined && isLimitReached(limit);
  const allowance = isReached ? null : allowanceText(page, rule.limit, limit);
  return (
    <li class={isReached ? 'card way done' : 'card way'}>
      <span class="tile">
        <Icon name={isReached ? 'check' : iconOf(rule)} />
      </span>
      <div class="words">
        <h3 id={`rule-${rule.id}`}>
          <bdi lang={language}>{title}</bdi>
        </h3>
        {description && (
          <p class="muted small">
            <bdi lang={language}>{description}</bdi>
          </p>
        )}
        {allowance && <p class="muted small">{allowance}</p>}
      </div>
      <div class="gain">
        <p class="worth">{result_short_text}</p>
        {isReached && <p class="state">{resetText(page, limit) ?? page.say('page_earn_done', {})}</p>}
        {!isReached && customer && <RuleAction page={page} rule={rule} customer={customer} />}
      </div>
      <OutcomeNotice page={page} of={`rules/${rule.id}`} />
    </li>
  );
}
