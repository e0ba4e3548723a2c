import type { Offers } from '../../domain/storefront/offers.ts';
import { ActionForm } from './action-form.tsx';
import { EarnSection } from './earn-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Masthead } from './masthead.tsx';
import { OutcomeNotice, subjectOf } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { RewardSection } from './reward-section.tsx';
import { TierSection } from './tier-section.tsx';

export type Visitor = 'unknown' | 'not_enrolled' | 'blocked';

/** The program's offers, for visitors without points of their own. */
export function VisitorPage({
  page,
  visitor,
  offers,
}: {
  page: PageContext;
  visitor: Visitor;
  offers: Offers;
}) {
  const { site } = page.view;
  return (
    <main>
      <Masthead page={page} />
      {page.outcome && <OutcomeNotice page={page} of={subjectOf(page.outcome)} />}
      <div class="card hero welcome">
        <p class="lead">{page.say(WELCOME[visitor], { site: site.name })}</p>
        <Entrance page={page} visitor={visitor} />
      </div>
      {visitor !== 'blocked' && <HowItWorks page={page} isKnown={visitor === 'not_enrolled'} />}
      <RewardSection page={page} rewards={offers.rewards} />
      <EarnSection page={page} rules={offers.rules} />
      <TierSection page={page} />
    </main>
  );
}

const WELCOME = {
  unknown: 'page_visitor',
  not_enrolled: 'page_not_enrolled',
  blocked: 'page_blocked',
} as const;

/** The way in: joining here, or at the store, whose page is around this one. */
function Entrance({ page, visitor }: { page: PageContext; visitor: Visitor }) {
  if (visitor === 'not_enrolled') {
    return (
      <ActionForm page={page} action="enrol">
        <button type="submit" class="button">
          {page.say('page_join', {})}
        </button>
      </ActionForm>
    );
  }
  const { site } = page.view;
  return (
    <a class="button" href={site.url} target="_top">
      {page.say('page_visit_site', { site: site.name })}
    </a>
  );
}
