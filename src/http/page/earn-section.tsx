import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { PageContext } from './page-context.ts';
import { EARN_GROUPS, type EarnGroup, groupRules, type OfferedRule } from './rule-groups.ts';
import { RuleRow } from './rule-row.tsx';
import { Group, Nothing, Section } from './section.tsx';

interface EarnSectionProps {
  page: PageContext;
  rules: readonly OfferedRule[];
  /** The customer that may act; null: a visitor who has not joined. */
  customer?: CustomerRow | null;
}

const TITLES = {
  now: 'page_earn_now',
  purchases: 'page_earn_purchases',
  more: 'page_earn_more',
  single: 'page_earn_single',
} as const satisfies Record<Exclude<EarnGroup, 'done'>, string>;

/** The ways to earn by occasion. The ways that are done for now are folded. */
export function EarnSection({ page, rules, customer = null }: EarnSectionProps) {
  const { say } = page;
  const groups = groupRules(page, rules, customer);
  const list = (group: EarnGroup) => (
    <div class="card">
      <ul class="lines">
        {groups[group].map((offered) => (
          <RuleRow
            key={offered.rule.id}
            page={page}
            customer={customer}
            isGroupedByLimit={group === 'single'}
            {...offered}
          />
        ))}
      </ul>
    </div>
  );
  return (
    <Section id="earn" title={say('page_earn', {})}>
      {rules.length === 0 && <Nothing>{say('page_earn_nothing', {})}</Nothing>}
      <div class="groups">
        {EARN_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
          <Group key={group} title={say(TITLES[group], {})}>
            {list(group)}
          </Group>
        ))}
      </div>
      {groups.done.length > 0 && (
        <details class="more">
          <summary>
            {say('page_earn_done', {})} ({groups.done.length})
          </summary>
          {list('done')}
        </details>
      )}
    </Section>
  );
}
