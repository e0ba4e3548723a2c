import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { AboutSection } from './about-section.tsx';
import { Banner } from './banner.tsx';
import { BirthdaySection, hasBirthdays } from './birthday-section.tsx';
import { EarnSection } from './earn-section.tsx';
import { HistorySection } from './history-section.tsx';
import { Masthead } from './masthead.tsx';
import { OutcomeNotice, subjectOf } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { PageNav, type Tab } from './page-nav.tsx';
import { PointsCard } from './points-card.tsx';
import { ReferSection } from './refer-section.tsx';
import { RewardSection } from './reward-section.tsx';
import { TierCard } from './tier-card.tsx';
import { shownTiers, TierSection } from './tier-section.tsx';
import { WalletSection } from './wallet-section.tsx';

/** The page of an enrolled customer. A wide window has two columns, a narrow one has tabs. */
export function MemberPage({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say } = page;
  const { row, tier, rules, rewards } = customer;
  const refers = page.view.program.settings.referrals !== null;
  const climbs = shownTiers(page, row.tier_id).length > 0;
  return (
    <main
      class="tabbed"
      data-points={row.points_approved}
      data-balance={say('page_balance', { amount: page.points(row.points_approved) })}
      data-unsent={say('page_unsent', {})}
    >
      <Banner page={page} />
      <Masthead page={page} greeting={row.first_name && say('page_greeting', { name: row.first_name })} />
      <OutcomeElsewhere page={page} customer={customer} />
      <div class={tier ? 'pair' : 'pair alone'}>
        <PointsCard page={page} customer={customer} />
        {tier && <TierCard page={page} customer={customer} status={tier} brief={climbs} />}
      </div>
      <PageNav page={page} tabs={tabsOf(page, refers, climbs)} />
      <div class="panes">
        <div class="pane">
          <RewardSection page={page} rewards={rewards} customer={customer} />
          <EarnSection page={page} rules={rules} customer={row} />
        </div>
        <div class="pane">
          <WalletSection page={page} customer={customer} />
          {refers && <ReferSection page={page} customer={customer} />}
          {hasBirthdays(customer) && <BirthdaySection page={page} customer={customer} />}
          <HistorySection page={page} customer={customer} />
        </div>
        {climbs && <TierSection page={page} held={row.tier_id} />}
      </div>
      <AboutSection page={page} />
    </main>
  );
}

/** In the order of the sections. The birthday has no tab: it is shown with the ways to earn. */
function tabsOf({ say }: PageContext, refers: boolean, climbs: boolean): Tab[] {
  return [
    { id: 'rewards', name: say('page_rewards', {}), icon: 'gift' },
    { id: 'earn', name: say('page_tab_earn', {}), icon: 'spark' },
    { id: 'wallet', name: say('page_tab_wallet', {}), icon: 'ticket' },
    ...(refers ? [{ id: 'refer', name: say('page_tab_refer', {}), icon: 'friends' } as const] : []),
    { id: 'history', name: say('page_history', {}), icon: 'clock' },
    ...(climbs ? [{ id: 'tiers', name: say('page_tiers', {}), icon: 'star' } as const] : []),
  ];
}

/** The outcome of an action whose subject is not (or no longer) on this page. */
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
