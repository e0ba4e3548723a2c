import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { BirthdaySection, hasBirthdays } from './birthday-section.tsx';
import { EarnSection } from './earn-section.tsx';
import { HistorySection } from './history-section.tsx';
import { Masthead } from './masthead.tsx';
import { OutcomeNotice, subjectOf } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { PageNav } from './page-nav.tsx';
import { PointsCard } from './points-card.tsx';
import { ReferSection } from './refer-section.tsx';
import { RewardSection } from './reward-section.tsx';
import { TierCard } from './tier-card.tsx';
import { shownTiers, TierSection } from './tier-section.tsx';
import { WalletSection } from './wallet-section.tsx';

/** The page of an enrolled customer. */
export function MemberPage({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say } = page;
  const { row, tier, rules, rewards } = customer;
  const refers = page.view.program.settings.referrals !== null;
  const celebrates = hasBirthdays(customer);
  const climbs = shownTiers(page, row.tier_id).length > 0;
  const sections: [string, string][] = [
    ['rewards', say('page_rewards', {})],
    ['wallet', say('page_wallet', {})],
    ['earn', say('page_earn', {})],
    ...(refers ? [['refer', say('page_refer', {})] as [string, string]] : []),
    ...(climbs ? [['tiers', say('page_tiers', {})] as [string, string]] : []),
    ['history', say('page_history', {})],
  ];
  return (
    <main
      data-points={row.points_approved}
      data-balance={say('page_balance', { amount: page.points(row.points_approved) })}
    >
      <Masthead page={page} greeting={row.first_name && say('page_greeting', { name: row.first_name })} />
      <OutcomeElsewhere page={page} customer={customer} />
      <div class="pair">
        <PointsCard page={page} customer={customer} />
        {tier && <TierCard page={page} standing={tier} />}
      </div>
      <PageNav page={page} sections={sections} />
      <RewardSection page={page} rewards={rewards} customer={customer} />
      <WalletSection page={page} customer={customer} />
      <EarnSection page={page} rules={rules} customer={row} />
      {(refers || celebrates) && (
        <div class="pair">
          {refers && <ReferSection page={page} customer={customer} />}
          {celebrates && <BirthdaySection page={page} customer={customer} />}
        </div>
      )}
      {climbs && <TierSection page={page} held={row.tier_id} />}
      <HistorySection page={page} customer={customer} />
    </main>
  );
}

/** The outcome of an action whose subject is not on this page (any more). */
function OutcomeElsewhere({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  if (!page.outcome) return null;
  const subject = subjectOf(page.outcome);
  const hasPlace =
    subject.startsWith('claims/') ||
    (subject === 'birthday' && hasBirthdays(customer)) ||
    customer.rules.some(({ rule }) => subject === `rules/${rule.id}`) ||
    customer.rewards.some(({ reward }) => subject === `rewards/${reward.id}`);
  return hasPlace ? null : <OutcomeNotice page={page} of={subject} />;
}
