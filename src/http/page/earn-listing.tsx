import { isLimitReached, type LimitState } from '../../domain/limits.ts';
import type { Rule, RuleVariant } from '../../domain/programs/configuration.ts';
import { presentRuleVariant } from '../headless/present-available-rule.ts';
import { allowanceText, resetText } from './limit-text.ts';
import { Entry, Listing } from './listing.tsx';
import type { PageContext } from './page-context.ts';

interface EarnListingProps {
  page: PageContext;
  /** `limit`: where the customer stands; absent for somebody who has not joined. */
  rules: { rule: Rule; variant: RuleVariant; limit?: LimitState }[];
}

export function EarnListing({ page, rules }: EarnListingProps) {
  return (
    <Listing id="earn" title={page.say('page_earn', {})} nothing={page.say('page_earn_nothing', {})}>
      {rules.map(({ rule, variant, limit }) => {
        const { title, description, result_short_text } = presentRuleVariant(page.view, rule, variant);
        const isReached = limit !== undefined && isLimitReached(limit);
        return (
          <Entry
            key={rule.id}
            language={page.view.language}
            title={title}
            description={description}
            notes={[isReached ? null : allowanceText(page, rule.limit, limit)]}
            value={result_short_text}
            state={
              isReached
                ? { text: resetText(page, limit) ?? page.say('page_earn_done', {}), tone: 'done' }
                : null
            }
          />
        );
      })}
    </Listing>
  );
}
